import { recentChangeHours } from '#domain/answering.ts'
import type { NoReminderReason } from '#domain/reminders.ts'
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
    opened: 'The form has been opened but not submitted yet.',
    expired: 'The form request expired before the patient submitted the form.',
    sent_in_error: 'The form was sent in error and was not answered.',
  } as Partial<Record<RequestStatus, string>>,
}

export const waitingListEntryWords = {
  title: 'Waiting list',
  open: (since: string) => `In this queue since ${since}`,
  ended: (at: string) => `Left the queue on ${at}`,
  decided: (decision: string, by: string, at: string) => `${decision}${by && ` by ${by}`} on ${at}`,
}

export const factWords = {
  title: 'Details',
  form: 'Form',
  version: (version: number) => `, version ${version}`,
  outcome: 'Outcome',
  series: 'Series',
  seriesTime: (when: string, day: string) => `${when} (${day})`,
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
  language: 'Language of the patient',
  created: 'Created',
  opened: 'Opened',
  submitted: 'Submitted',
  notYet: 'Not yet',
  notKnown: 'Not known',
  firstRead: 'First read',
  answered: 'Answered',
  answeredIn: 'Answered in',
  checked: 'Identity checked by',
  checkedOnPaper: 'The paper names the patient',
  readBy: (moment: string, name: string) => `${moment}, by ${name}`,
  ended: 'Ended',
  reminder: 'Reminder',
  reminders: 'Reminders',
  reminderOn: (day: string, isLast: boolean) => `On ${day}${isLast ? ', the last before the form expires' : ''}`,
  noReminders: {
    deceased: 'None: the patient has died',
    archived: 'None: the patient is archived',
    not_to_be_contacted: 'None: the patient does not want to be contacted',
    opted_out: 'None: the patient opted out of this method',
    turned_off: 'None: reminders are turned off',
    not_sent: 'None: no message has been sent yet',
    unreached: 'None: the message has not reached the patient',
    letter: 'None: the patient was sent a letter',
    all_sent: 'No more reminders',
    expires_first: 'None: the form request expires first',
  } satisfies Record<NoReminderReason, string>,
  expires: 'Expires',
}

export const messageWords = {
  title: 'Messages',
  none: 'No messages sent',
  attempts: (count: number) => `${count} attempts`,
  sentTo: (contact: string) => `to ${contact}`,
  reference: (reference: string) => `reference ${reference}`,
  reason: (label: string, reason: string) => `${label}. ${reason}`,
  doubts: {
    may_have_been_sent: 'Sending was interrupted. The patient may have received this message.',
    may_have_been_sent_twice: 'Sending was interrupted. The patient may have received this message twice.',
  },
  template: 'Template:',
  version: (description: string, version: number) => `${description}, version ${version}`,
}

export const notReachedWords = {
  notRead: {
    title: 'The patient has not read the message',
    text: 'The message is in the NHS App, and no other method is left to try. Add a mobile phone number or email address to send it another way.',
  },
  notConfirmed: {
    title: 'The delivery of the message is not confirmed',
    text: 'No method is left to try. Check the contact details, or phone the patient.',
  },
  cancelled: {
    title: 'The last message was cancelled',
    text: 'No message has reached the patient.',
  },
  failed: {
    title: 'The message was not delivered',
    text: 'The patient did not get the last message. Check the contact details before you send the message again.',
  },
  notSent: {
    title: 'The message has not been sent',
    text: 'The form request was reopened without a message. The patient does not know that the form is open again.',
  },
  notAgain: 'The message cannot be sent again',
  otherMethod: 'To use another method, select “Correct the contact details” under “More”.',
  send: 'Send message',
  letter: 'Queue a letter',
  noLetter: (reason: string) => `No letter can be printed. ${reason}`,
}

export const actionWords = {
  answer: 'Answer for the patient',
  assignTo: 'Assign to…',
  assignToMe: 'Assign to me',
  unassign: 'Unassign',
  waitingSince: 'Correct “Waiting since”',
  sendAgain: 'Send the message again',
  cancelMessage: 'Cancel the message',
  cancelLetter: 'Cancel the letter',
  letter: 'Queue a letter',
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
  text: (patient: string) => `The details are changed on the record of ${patient}. The message is sent again to the new details.`,
  sendBy: 'Send by',
  submit: 'Save and send again',
  done: 'The contact details are saved and the message is queued.',
  notSent: 'The message was not sent',
  saved: 'The contact details are saved.',
  cancel: 'Cancel',
}

export const unreachableWords = { title: 'No message can be sent to this patient' }

export const identityCheckWords = {
  label: 'How did you check who you are speaking to?',
  hint: `Do not accept a phone number or address that was changed in the last ${recentChangeHours} hours. The timeline shows your answer.`,
  missing: 'Choose how you checked who you are speaking to.',
}

export const unlockWords = {
  title: 'Unlock the link?',
  text: 'The link was locked after five wrong dates of birth. After unlocking, five more tries are possible.',
  submit: 'Unlock the link',
  cancel: 'Cancel',
}

export const linkWords = {
  show: 'Show the link',
  title: 'The patient’s link',
  beforeShowing: 'Give the link only to the patient. When you show the link, your name and the time are recorded on the timeline.',
  shown: 'Give this link only to the patient. The patient enters their date of birth before they see the form.',
  label: 'Link',
  copy: 'Copy',
  copied: 'The link is copied.',
  notCopied: 'The browser did not allow copying. Select the link and copy it.',
  close: 'Close',
}

export const questionWords = {
  takeOver: {
    title: (name: string | undefined) => `Take over from ${name ?? 'a colleague'}?`,
    confirm: 'Take over',
    text: 'The form request is assigned to you. Taking over is recorded.',
  },
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
    text: (patient: string, how: string) => `${patient} gets the message with the link again, ${how}.`,
    kept: (patient: string) => `The message for ${patient} will be kept in the outbox of this system. It will not reach the patient.`,
    confirm: 'Send again',
  },
  cancelMessage: {
    title: 'Cancel the message?',
    text: (patient: string) => `The message to ${patient} will not be sent. The form request stays open.`,
    confirm: 'Cancel message',
    back: 'Keep message',
  },
  letter: {
    title: 'Queue a letter?',
    titleAgain: 'Queue another letter?',
    text: (patient: string) => `A letter to ${patient} waits on the Letters screen until a batch is printed.`,
    textAgain: (patient: string) =>
      `A letter to ${patient} was printed before. Another letter waits on the Letters screen until a batch is printed.`,
    confirm: 'Queue a letter',
  },
  cancelLetter: {
    title: 'Cancel the letter?',
    text: (patient: string) => `The letter to ${patient} that waits to be printed is cancelled. The form request stays open.`,
    confirm: 'Cancel letter',
    back: 'Keep letter',
  },
  remind: {
    title: 'Send a reminder?',
    text: (patient: string, how: string) =>
      `${patient} gets a reminder with the link, ${how}. No reminder is sent within ten minutes of the last message.`,
    kept: (patient: string) => `The reminder for ${patient} will be kept in the outbox of this system. It will not reach the patient.`,
    confirm: 'Send reminder',
  },
}
