import type { RequestStatus } from '#domain/request-status.ts'

export const answerWords = {
  title: 'Answers',
  description: (form: string, version: number, submitted: string | undefined) =>
    `${form}, version ${version}${submitted === undefined ? '' : `, submitted ${submitted}`}`,
  download: 'Download PDF',
  notAnswered: 'Not answered',
  notAsked: 'Not asked',
  none: 'No answers yet',
  closed: 'The form was not answered before it was closed.',
  waiting: {
    unopened: 'The patient has not opened the form yet.',
    opened: 'The patient has opened the form but has not submitted it yet.',
    expired: 'The form request expired before the patient submitted the form.',
    sent_in_error: 'The form was sent in error and was not answered.',
  } as Partial<Record<RequestStatus, string>>,
}

export const factWords = {
  title: 'Details',
  form: 'Form',
  version: (version: number) => `, version ${version}`,
  assignee: 'Assignee',
  unassigned: 'Unassigned',
  specialty: 'Specialty',
  pathwayId: 'Pathway ID',
  location: 'Location',
  event: 'Event',
  sentBy: 'Sent by',
  mobilePhone: 'Mobile phone',
  email: 'Email',
  localPatientId: 'Local patient ID',
  created: 'Created',
  opened: 'Opened',
  submitted: 'Submitted',
  notYet: 'Not yet',
  firstRead: 'First read',
  readBy: (moment: string, name: string) => `${moment}, by ${name}`,
  ended: 'Ended',
  reminder: 'Reminder',
  expires: 'Expires',
}

export const messageWords = {
  title: 'Notifications',
  none: 'No messages sent',
  attempts: (count: number) => ` · ${count} attempts`,
}

export const notReachedWords = {
  failed: {
    title: 'The message was not delivered',
    text: 'The patient did not get the last message. Check the contact details before you send the message again.',
  },
  notSent: {
    title: 'The message has not been sent',
    text: 'The form request was reopened without a message. The patient does not know that the form is open again.',
  },
  send: 'Send message',
}

export const actionWords = {
  assignTo: 'Assign to…',
  assignToMe: 'Assign to me',
  unassign: 'Unassign',
  sendAgain: 'Send the message again',
  cancelMessage: 'Cancel the message',
  correctContact: 'Correct the contact details',
  remind: 'Send a reminder',
  link: 'Copy the link',
  unlock: 'Unlock the link',
  markSentInError: 'Mark as sent in error',
  takeOver: 'Take over',
  close: 'Close',
  reopen: 'Reopen',
  more: 'More',
}

export const assignWords = { title: 'Assign this form request', submit: 'Assign', cancel: 'Cancel' }

export const contactWords = {
  title: 'Correct the contact details',
  text: (patient: string) => `The details are changed on the record of ${patient}. The message goes out once more to the new details.`,
  sentBy: (method: string) => `This form request is sent by ${method}.`,
  submit: 'Save and send again',
  done: 'The contact details are saved and the message is queued.',
  cancel: 'Cancel',
}

export const unreachableWords = { title: 'No message can be sent to this patient' }

export const linkWords = {
  title: 'The patient’s link',
  text: 'Pass this link on only to the patient. It asks for their date of birth before it shows the form. That you opened it here is recorded.',
  label: 'Link',
  copy: 'Copy',
  copied: 'The link is copied.',
  notCopied: 'The browser did not allow copying. Select the link and copy it.',
  close: 'Close',
}

export const neighbourWords = {
  label: 'Worklist',
  previous: 'Previous',
  next: 'Next',
  position: (place: number, count: number) => `${place} of ${count} on the page`,
}

export const questionWords = {
  takeOver: {
    title: (name: string | undefined) => `Take over from ${name ?? 'a colleague'}?`,
    confirm: 'Take over',
    text: 'The form request is assigned to you. Taking over is recorded.',
  },
  close: { title: 'Close this form request?', confirm: 'Close form request' },
  closeUrgent: { title: 'Close this urgent form request?', confirm: 'Close urgent form request' },
  markSentInError: { title: 'Mark this form request as sent in error?', confirm: 'Mark as sent in error' },
  notAnswered: 'The patient has not answered yet and will no longer be able to answer.',
  reopen: {
    title: 'Reopen this form request?',
    expired: 'The form request has expired. The patient gets a new time limit when you reopen the form request.',
    notSent: 'The last message about this form request was not sent.',
    question: 'Do you want to send the message again?',
    withMessage: 'Reopen and send message',
    withoutMessage: 'Reopen without message',
    cancel: 'Cancel',
  },
  sendAgain: {
    title: 'Send the message again?',
    text: (patient: string, by: string) => `${patient} gets the message with the link once more, by ${by}.`,
    kept: (patient: string) => `The message for ${patient} is kept in the outbox of this system. It does not reach the patient.`,
    confirm: 'Send again',
  },
  cancelMessage: {
    title: 'Cancel the message?',
    text: (patient: string) => `The message to ${patient} that waits to be sent is not sent. The form request stays open.`,
    confirm: 'Cancel message',
    back: 'Keep message',
  },
  remind: {
    title: 'Send a reminder?',
    text: (patient: string, by: string) => `${patient} gets a reminder with the link, by ${by}.`,
    kept: (patient: string) => `The reminder for ${patient} is kept in the outbox of this system. It does not reach the patient.`,
    confirm: 'Send reminder',
  },
  conflict: {
    title: 'Someone else has taken control',
    takeOver: 'Take over',
    continue: 'Take over and continue',
    text: 'You can take over the form request. Taking over is recorded.',
  },
}
