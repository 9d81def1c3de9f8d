import { formatCount } from '#domain/amounts.ts'

export const newRequestWords = {
  title: 'Create Form Request',
  description: 'Each patient gets a message with a link of their own.',
  continue: 'Continue',
  cancel: 'Cancel',
  created: (count: number) => `${formatCount(count, 'form request')} created.`,
}

export const newRequestFieldWords = {
  patients: 'Patients',
  patientsHint: 'Type a name, NHS number or local patient ID. You can select several patients.',
  form: 'Form',
  formHint: 'The published version is sent',
  formChoice: (version: number | undefined | null, questions: number) => `Version ${version} · ${formatCount(questions, 'question')}`,
  sendBy: 'Send by',
  asPreferred: 'As each patient prefers',
  preferredIfPossible: (method: string) => `If no preference is recorded: ${method}, if possible`,
  onlyMethod: (method: string) => `Only ${method} is available`,
  specialty: 'Specialty',
  specialtyHint: 'Type a code or a name',
  pathwayId: 'Pathway ID',
  pathwayIdHint: 'At most 20 characters',
  location: 'Location',
  locationHint: 'For example, Ward 4B',
  event: 'Event',
  eventHint: 'For example, an appointment',
  waitingSince: 'Waiting since',
  waitingSinceHint: 'The clock start of the referral to treatment. For example, 9 3 2025.',
  waitingSinceOfMany: 'Each patient has a different “Waiting since” date. To give the dates of several patients, import a spreadsheet.',
  sendOn: 'Send on',
  sendOnHint: 'Leave empty to send now. On a later day, messages are sent at 9:00.',
}

export const selectedPatientWords = {
  label: 'Selected patients',
  noNhsNumber: 'No NHS number',
  choice: (number: string, born: string) => `${number} · born ${born}`,
  born: (day: string) => `born ${day}`,
  by: (how: string) => how.charAt(0).toUpperCase() + how.slice(1),
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
}

export const reviewWords = {
  title: 'Check before sending',
  checking: 'Checking patients and methods…',
  sending: 'Sending…',
  maybeSent: 'The form may have been sent already. If you send again now, no patient gets the form twice.',
  sendToNamed: (name: string) => `Send to ${name}`,
  sendToMany: (count: number) => `Send to ${formatCount(count, 'patient')}`,
  back: 'Back',
  patient: 'Patient',
  more: (count: number) => `and ${formatCount(count, 'more patient')}`,
  born: 'Born',
  nhsNumber: 'NHS number',
  noNhsNumber: 'no NHS number',
  showFirst: (count: number) => `Show the first ${count}`,
  showAll: (count: number) => `Show all ${formatCount(count, 'patient')}`,
}

export const reviewDetailWords = {
  form: 'Form',
  version: (title: string, version: number) => `${title}, version ${version}`,
  sentBy: 'Sent by',
  follows: 'If not reached',
  reminders: 'Reminders',
  remindersKept: 'None, because messages are kept in the outbox',
  remindersSent: (rule: string | undefined) => (rule === undefined ? 'None' : `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`),
  linkWorksUntil: 'Link works until',
}

export const exampleWords = {
  /** @param patient undefined: the form is sent to one patient only */
  label: (method: string, language: string, patient: string | undefined) =>
    `${method} in ${language}${patient === undefined ? '' : `, for example to ${patient}`}`,
}

export const unreachableWords = {
  nobody: (count: number) =>
    `${count === 1 ? 'This patient' : 'None of these patients'} ${count === 1 ? 'cannot' : 'can'} be reached. Nothing can be sent.`,
  some: (count: number) => `${formatCount(count, 'patient')} cannot be reached and will be left out`,
  because: (reason: string, count: number) => `${reason} ${formatCount(count, 'patient')}.`,
  goBack: 'Go back to change the patients or the method.',
}

export const untranslatedWords = {
  /** @param count undefined: the form is sent to one patient only */
  reads: (count: number | undefined, language: string) =>
    count === undefined ? `The patient reads ${language}.` : `${formatCount(count, 'patient reads', 'patients read')} ${language}.`,
  all: (language: string) => `The form has no ${language} translation, so its questions are in English.`,
  some: (inEnglish: number, texts: number, language: string) =>
    `${inEnglish.toLocaleString('en-GB')} of ${texts.toLocaleString('en-GB')} texts of the form have no ${language} translation and are in English.`,
}

export const alreadyOpenWords = {
  title: (count: number, pathwayId: string) =>
    `${formatCount(count, 'patient already has', 'patients already have')} this form open${pathwayId && ` on pathway ${pathwayId}`}`,
  secondTime: (count: number) => `${count === 1 ? 'This patient' : 'These patients'} will get the form a second time.`,
  created: (day: string, status: string) => `Created ${day}: ${status}`,
  leaveOut: (count: number) => `Leave out ${count === 1 ? 'this patient' : `these ${formatCount(count, 'patient')}`}`,
}
