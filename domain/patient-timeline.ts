import type { Permission } from './roles.ts'

/** What the timeline of a patient can be filtered by. `record`: changes of the patient’s details and of the record itself. */
export const timelineKinds = ['forms', 'messages', 'notes', 'record'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const permissionFor: Record<TimelineKind, Permission> = {
  forms: 'formRequest:read',
  messages: 'formRequest:read',
  notes: 'formRequest:read',
  record: 'patient:read',
}

/** The kinds of entries that somebody with these permissions may read. */
export const readableTimelineKinds = (permissions: readonly Permission[]) =>
  timelineKinds.filter((kind) => permissions.includes(permissionFor[kind]))

/** The events of a form request that the timeline of a patient tells. The others are on the page of the form request. */
export const patientTimelineFormEvents = [
  'created',
  'opened',
  'answering_started',
  'completed',
  'alerted',
  'alert_kept',
  'not_alerted',
  'closed',
  'outcome_set',
  'reopened',
  'sent_in_error',
  'expired',
  'auto_closed',
  'locked',
  'unlocked',
  'waiting_list_decided',
] as const
export type PatientTimelineFormEvent = (typeof patientTimelineFormEvents)[number]

/** The events of a patient’s record that its timeline tells. Who opened the record is in its access log. */
export const patientRecordEvents = [
  'patientCreated',
  'patientUpdated',
  'patientLocaleUpdated',
  'patientOptedOut',
  'patientOptedIn',
  'patientDeleted',
  'patientRestored',
  'patientHoldSet',
  'patientHoldEnded',
  'patientMerge',
  'patientMergeUndo',
  'seriesPatientEnrolled',
  'seriesEnrolmentEnded',
] as const
export type PatientRecordEvent = (typeof patientRecordEvents)[number]

/** Characters of a note in a timeline. The whole note is on the page of its form request. */
export const timelineNoteLength = 300
