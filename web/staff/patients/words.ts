import type { OptOutSource } from '#domain/contactability.ts'

const optOutSourceWords: Record<OptOutSource, string> = {
  text_reply: 'by a text reply',
  email_link: 'with the link in an email',
  user: 'recorded by a user',
}

export const patientListWords = {
  label: 'Patients',
  labelOfArchived: 'Archived patients',
  empty: { title: 'No patients yet', text: 'Create a patient, or import form requests.' },
  noMatch: {
    title: 'No patient matches',
    text: 'Search by the start of a name, an NHS number or a local patient ID, or clear the filters.',
  },
  notAllCounted: 'Not every patient was counted. Type more of the name or number to count them all.',
}

export const patientRequestsWords = {
  label: 'Forms of this patient',
  noForms: 'No forms yet',
  sendFirst: 'Use the button above to send the first form.',
  noneSent: 'No form was sent to this patient.',
  moved: 'The form requests of this record were moved to the other record.',
}

export const patientsPageWords = {
  title: 'Patient List',
  create: 'Create patient',
  columns: {
    name: 'Name',
    nhsNumber: 'NHS number',
    born: 'Date of birth (age)',
    sex: 'Sex',
    localPatientId: 'Local patient ID',
    place: 'Town, postcode',
    ward: 'Ward',
    contact: 'Contact',
    openForms: 'Open forms',
  },
  archived: 'Archived',
  merged: 'Merged',
  deceased: 'Deceased',
  doNotContact: 'Do not contact',
  optedOut: (methods: string) => `Not ${methods}`,
}

export const patientFilterWords = {
  search: { label: 'Search patients', placeholder: 'Name, NHS number or local patient ID' },
  sex: 'Sex',
  ward: 'Ward',
  contact: 'Contact',
  admission: 'Admission',
  chip: (filter: string, value: string) => `${filter}: ${value}`,
  forms: { label: 'Forms', any: 'With and without', open: 'With open forms', none: 'Without open forms' },
  marked: { label: 'Marked as', any: 'Any', deceased: 'Deceased', optedOut: 'Opted out of messages' },
  showArchived: 'Show archived',
}

export const patientPageWords = {
  title: 'Patient Details',
  tabs: {
    label: 'Patient',
    overview: 'Overview',
    details: 'Details',
    forms: 'Forms',
    scores: 'Scores',
    series: 'Series',
    log: 'Access Log',
    duplicates: 'Duplicates',
    record: 'Record',
  },
  nhsNumber: (number: string) => `NHS number ${number}`,
  noNhsNumber: 'No NHS number',
  born: (day: string) => `born ${day}`,
  died: (day: string) => `died ${day}`,
  deceased: 'Deceased',
  age: (years: number) => `${years} years old`,
  archived: 'Archived',
  leftOutOfNhsApp: 'Left out of the NHS App',
  doNotContact: 'Do not contact',
  onLegalHold: (day: string, reason: string) => `On legal hold since ${day}: ${reason}`,
  merged: 'Merged',
  mergedInto: 'This record was merged into another record of the same patient. Use the other record.',
  openKept: 'Open the other record',
  archivedOn: (day: string) => `Archived on ${day}. The patient gets no messages until you restore the record.`,
}

export const patientActionWords = {
  send: 'Send a form',
  manage: 'Manage',
  archive: 'Archive',
  restore: 'Restore',
  archived: 'Patient archived.',
  restored: 'Patient restored.',
  archiving: {
    title: (name: string) => `Archive ${name}?`,
    confirm: 'Archive patient',
    closes:
      'The patient leaves the lists and gets no more messages. All form requests that are not closed yet are closed, answered or not.',
    keeps: 'The answers are kept, and you can restore the patient at any time.',
  },
}

export const deathWords = {
  mark: 'Mark as deceased',
  marked: 'Patient marked as deceased.',
  title: (name: string) => `Mark ${name} as deceased?`,
  ends: 'The patient gets no more messages. Messages that wait to be sent are cancelled. All form requests that are not closed yet are closed, answered or not.',
  keeps: 'The record and the answers are kept. You can undo this, but the form requests stay closed until you reopen them.',
  dateHint: 'For example, 9 3 2026. Leave empty if you do not know the date.',
  confirm: 'Mark as deceased',
  cancel: 'Cancel',
  hasDied: 'This patient has died',
  died: (day: string) => `This patient died on ${day}`,
  noMessages: 'No messages are sent to this patient.',
  undo: 'Undo',
  undone: 'The patient is no longer marked as deceased.',
  undoing: {
    title: (name: string) => `Was ${name} marked as deceased by mistake?`,
    confirm: 'Restore record',
    text: 'The record is restored and messages can be sent again. Form requests stay closed until you reopen them.',
  },
}

export const patientSummaryWords = {
  yes: 'Yes',
  no: 'No',
  contact: 'Contact',
  phoneNumber: 'Phone number',
  emailAddress: 'Email address',
  preferredMethod: 'Contact method',
  locale: 'Language',
  localeNotKnown: 'Not known',
  mayBeContacted: 'May be contacted',
  leftOutOfNhsApp: 'Left out of the NHS App',
  optedOut: 'Opted out of',
  noOptOut: 'Nothing',
  optOut: (method: string, day: string, by: OptOutSource) => `${method}, ${day}, ${optOutSourceWords[by]}`,
  address: 'Address',
  care: 'Care',
  sex: 'Sex',
  localPatientId: 'Local patient ID',
  ward: 'Ward',
  admissionStatus: 'Admission status',
  onRecord: 'On record',
  submitted: 'Submitted a form',
  lastChanged: 'Last changed',
  notGiven: 'Not given',
}

export const pepSubscriberWords = {
  label: 'PEP subscriber',
  asking: 'Asking the PEP…',
  answers: { yes: 'Yes', no: 'No', not_known: 'Not known' },
  askedAt: (time: string) => `Asked on ${time}.`,
  askAgain: 'Ask again',
  askAgainSuffix: ' whether the patient is a PEP subscriber',
}

export const patientFormWords = {
  personal: 'Personal details',
  contact: 'Contact details',
  address: 'Address',
  care: 'Care',
  cancel: 'Cancel',
  create: { title: 'Create Patient', submit: 'Create patient', done: 'Patient created.' },
  manage: {
    title: 'Manage Patient',
    submit: 'Save changes',
    done: 'Patient saved.',
    changedSince: {
      title: 'The record has changed',
      text: 'Nothing was saved. Check the details on record, then correct what you entered. If you select “Save changes”, your entries replace the details on record.',
      open: 'Details on record (opens in a new tab)',
    },
  },
}

export const patientFieldWords = {
  dateOfBirthHint: 'For example, 9 3 1961',
  dateOfDeathHint: 'For example, 9 3 2026',
  sexNotKnown: 'Not known',
  nhsNumberHint: '10 digits, such as 999 000 0018',
  localPatientIdHint: 'For example, a hospital number or MRN',
  phoneNumberHint: 'A UK mobile phone number',
  emailAddressHint: 'An address that only the patient reads',
  preferredMethod: { hint: 'How the patient prefers to hear about forms', none: 'No preference' },
  locale: {
    label: 'Language',
    hint: 'The language that the patient reads. Pages and messages are in this language if there is a translation, and in English otherwise.',
    notKnown: 'Not known',
  },
  mayBeContacted: {
    label: 'The patient may be contacted about forms',
    hint: 'If you do not tick this box, no message is sent to the patient.',
  },
  optedOutMethods: {
    label: 'The patient does not want messages by',
    hint: 'No message is sent by these methods, not even a reminder.',
  },
  leftOutOfNhsApp: {
    label: 'Leave the patient out of the NHS App',
    hint: 'The NHS App shows none of the form requests of the patient. NHS App messages are still sent.',
  },
  noWard: 'No ward',
  onRecord: { label: 'On record', hint: 'The patient has a record in your organisation’s own system.' },
}

export const requestColumnWords = {
  section: 'Forms',
  form: 'Form',
  status: 'Status',
  specialty: 'Specialty',
  sentBy: 'Sent by',
  assignee: 'Assignee',
  created: 'Created',
  submitted: 'Submitted',
  urgent: 'Urgent',
}

export const duplicateWords = {
  numberInUse: 'NHS number in use',
  title: (count: number) => (count === 1 ? 'Possible duplicate' : `${count} possible duplicates`),
  samePersonHint: '“This is the same person” opens the patient’s record in a new tab. What you typed stays here.',
  correctNumber: 'If this is a different patient, correct the NHS number.',
  howToSave: (count: number) =>
    count === 1
      ? '“Different patient” saves what you typed.'
      : 'What you typed is saved when you choose “Different patient” for every patient.',
  archived: 'Archived',
  different: 'Different patient',
  samePerson: 'This is the same person',
  opensInNewTab: (name: string) => `: ${name} (opens in a new tab)`,
  undo: 'Undo',
  of: (name: string) => `: ${name}`,
  same: (details: string) => `Same ${details}`,
  details: {
    nhsNumber: 'NHS number',
    firstName: 'first name',
    lastName: 'last name',
    dateOfBirth: 'date of birth',
    postcode: 'postcode',
  },
  rows: { dateOfBirth: 'Date of birth', nhsNumber: 'NHS number', address: 'Address', localPatientId: 'Local patient ID' },
}
