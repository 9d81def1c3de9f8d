import { answeringIdleMinutes, identityDetailLabels, recentChangeHours, requiredDetails, type IdentityDetail } from '#domain/answering.ts'

export const answeringWords = {
  title: (patient: string) => `Answer for ${patient}`,
  unknownTitle: 'Answer for the patient',
  back: 'Back to the form request',
  ended: 'No answers can be sent',
  endedTyped: 'Nothing was sent. What you typed is still on this screen, so that you can copy it.',
}

export const startWords = {
  sessionTitle: 'How the answers are given',
  how: 'How does the patient give the answers?',
  who: 'Who gives the answers?',
  patient: 'The patient',
  carer: 'A carer',
  carerName: 'Name of the carer',
  carerRelationship: 'Relationship to the patient',
  carerRelationshipHint: 'For example: daughter, neighbour, care home nurse.',
  check: 'Check the patient’s identity',
  checkHint: `Ask for ${requiredDetails} details and do not read them out. Tick each detail that the person gets right. What the person says is not stored.`,
  detail: (detail: IdentityDetail, value: string) => `${identityDetailLabels[detail]}: ${value}`,
  recent: (detail: IdentityDetail) =>
    `${identityDetailLabels[detail]} was changed less than ${recentChangeHours} hours ago, so it does not count.`,
  paper: 'The paper names this patient, with a date of birth or NHS number that matches the record',
  paperCheck: 'Check the paper',
  tooFew: `Tick at least ${requiredDetails} details that the person said right.`,
  paperMissing: 'Confirm that the paper names this patient.',
  required: (field: string) => `${field} is required.`,
  start: 'Start',
  again: 'Check the patient’s identity again',
  againText: `No answer was saved for ${answeringIdleMinutes} minutes, or the patient’s record was merged or its merge undone. What you typed is kept.`,
  recorded: 'The record shows how the answers were given, who gave them, which details were right and who entered the answers.',
}

export const formWords = {
  keys: 'Keys: numbers choose an option, Enter goes to the next question, Shift + Enter starts a new line, Ctrl + Enter checks the answers.',
  saving: 'Saving…',
  saved: (by: string | undefined) => (by === undefined ? 'Saved by the patient' : `Saved by ${by}`),
  notSaved: 'Not saved',
  retry: 'Save again',
  changed: (by: string | undefined, answer: string) =>
    `${by ?? 'The patient'} has changed this answer. The saved answer is ${answer ? `“${answer}”` : 'empty'}. Your answer is not saved.`,
  keepSaved: 'Keep the saved answer',
  saveMine: 'Save my answer instead',
  news: (by: string | undefined) => `${by ?? 'The patient'} has just changed this answer.`,
  why: 'Why we ask',
  reader: 'Who reads the answer',
  risk: 'If the answer suggests a risk',
  check: 'Check answers',
  unsaved: 'This answer is not saved.',
  select: 'Select an option',
}

export const checkWords = {
  title: 'Check the answers before sending',
  text: 'Read the answers back to the person. Nobody can change the answers after you send them.',
  send: 'Send answers',
  back: 'Back to the questions',
  notAnswered: 'Not answered',
  other: 'Questions',
  changed: 'Nothing was sent',
  newer: 'The answers have changed',
  newerText: 'Another person has changed an answer. Read the answers back again before you send them.',
  showNewer: 'Show the changed answers',
}

export const sentWords = {
  title: 'The answers have been sent',
  text: 'The patient gets no more reminders for this form.',
  flags: (count: number) => (count === 1 ? 'The answers raised a red flag' : `The answers raised ${count} red flags`),
  flagsText:
    'Tell a clinician now. If nobody else reads the answers in time, an alert is sent where the form asks for one. You do not count as the reader.',
}
