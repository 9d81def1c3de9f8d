import { byMethod, type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { mergeReasonLabels, mergeReasons } from '#domain/patient-merge.ts'
import type { PatientRecordEvent, TimelineKind } from '#domain/patient-timeline.ts'
import { type PatientField, patientFields } from '#domain/patient-rules.ts'

export const waitingWords = {
  title: 'To do',
  nothing: 'Nothing waits for a member of staff or for the patient.',
  urgent: 'Urgent answers to review',
  toReview: 'Answers to review',
  notReached: 'No message reached the patient',
  notAnswered: 'Opened, not answered',
  notOpened: 'Not opened',
  submitted: (moment: string) => `Submitted on ${moment}`,
  expires: (day: string) => `Expires on ${day}`,
  more: (count: number) => `Show ${count} more in Forms`,
}

export const latestScoreWords = {
  title: 'Latest scores',
  all: 'Show all scores',
  on: (day: string) => `on ${day}`,
  first: 'First score',
  /** Another version of the form, or other questions were asked. */
  otherSum: (day: string) => `Not comparable with ${day}: other questions`,
  same: (day: string) => `Same as on ${day}`,
  lower: (amount: string, day: string) => `${amount} lower than on ${day}`,
  higher: (amount: string, day: string) => `${amount} higher than on ${day}`,
}

const kindLabels: Record<TimelineKind, string> = { forms: 'Forms', messages: 'Messages', notes: 'Notes', record: 'Record changes' }

export const timelineWords = {
  title: 'Timeline',
  filter: 'Show in the timeline',
  everything: 'Everything',
  kind: (kind: TimelineKind) => kindLabels[kind],
  accessLog: 'Show who opened the record',
  empty: { title: 'Nothing here yet', text: 'Form requests, messages, notes and changes of the record appear here.' },
  noneOfKind: { title: 'No entries of this kind', text: 'Choose “Everything” to see the whole timeline.' },
  earlier: 'Show earlier',
  readBy: (name: string, moment: string) => `First read by ${name} on ${moment}.`,
  readingArchived: 'Events of that time are in the archive. This page cannot show whether a user read these answers.',
  archived: (day: string) => `Changes of the record before ${day} may be in the archive of the audit log and not in this timeline.`,
  unread: (isClosed: boolean) =>
    isClosed ? 'No user read these answers before the form request was closed.' : 'No user has read these answers yet.',
  score: (name: string, value: string) => `${name}: ${value}`,
  redFlags: (names: readonly string[]) => `${names.length === 1 ? 'Red flag' : 'Red flags'}: ${names.join(', ')}`,
  note: { added: 'Note added', corrected: 'Note corrected', isCorrected: 'A later note corrects this one.' },
  message: { message: 'Message', reminder: 'Reminder', removal: 'Message about the removal' },
  leaves: (moment: string) => `Leaves on ${moment}.`,
}

const methodIn = ({ method }: Detail): NotificationMethod | undefined => notificationMethods.find((one) => one === method)
type Detail = Record<string, unknown>

const otherFields: Record<string, string> = {
  address: 'Address',
  mayBeContacted: 'May be contacted',
  leftOutOfNhsApp: 'Left out of the NHS App',
  onRecord: 'On record',
  deceased: 'Deceased',
}
const isPatientField = (name: string): name is PatientField => name in patientFields

const fieldNames = ({ fields }: Detail) =>
  (Array.isArray(fields) ? fields : [])
    .filter((field) => typeof field === 'string')
    .flatMap((field) => (isPatientField(field) ? patientFields[field] : (otherFields[field] ?? [])))
    .join(', ')

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const byPatient = (detail: Detail) => detail['by'] === 'text_reply' || detail['by'] === 'email_link'
const messagesOf = (detail: Detail) => {
  const method = methodIn(detail)
  return method ? ` ${byMethod(method)}` : ''
}

const recordTitles: Record<PatientRecordEvent, (detail: Detail) => string> = {
  patientCreated: () => 'Record created',
  patientUpdated: ({ deceased }) =>
    deceased === true ? 'Marked as deceased' : deceased === false ? 'No longer marked as deceased' : 'Details changed',
  patientLocaleUpdated: () => 'Language changed',
  patientOptedOut: (detail) => `${byPatient(detail) ? 'Patient opted out' : 'Opt-out recorded'}: messages${messagesOf(detail)}`,
  patientOptedIn: (detail) => `Opt-out ended: messages${messagesOf(detail)}`,
  patientDeleted: () => 'Record archived',
  patientRestored: () => 'Record restored',
  patientHoldSet: () => 'Legal hold set',
  patientHoldEnded: () => 'Legal hold ended',
  patientMerge: () => 'Another record merged into this one',
  patientMergeUndo: () => 'Merge with another record undone',
  seriesPatientEnrolled: ({ series }) => `Enrolled in the series “${text(series)}”`,
  seriesEnrolmentEnded: ({ series }) => `Series “${text(series)}” ended`,
}

/** The title of a change of the record. */
export const recordTitle = (event: PatientRecordEvent, detail: Detail) => recordTitles[event](detail)

/** What a change of the record was about; '' if the title says all. */
export function recordDetail(event: PatientRecordEvent, detail: Detail) {
  if (event === 'patientUpdated') return fieldNames(detail)
  if (event !== 'patientMerge') return ''
  const reason = mergeReasons.find((one) => one === detail['reason'])
  return reason ? mergeReasonLabels[reason] : ''
}
