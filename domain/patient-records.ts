/** Why the record of a patient is erased before its retention period has ended. */
export const erasureReasons = ['patient_request', 'recorded_in_error', 'court_order'] as const
export type ErasureReason = (typeof erasureReasons)[number]

/** `retention`: the retention period of the organisation has ended. */
export type ErasureCause = ErasureReason | 'retention'

export const erasureCauseLabels: Record<ErasureCause, string> = {
  patient_request: 'The patient asked for erasure, and the organisation agreed',
  recorded_in_error: 'The record was created in error',
  court_order: 'A court ordered the erasure',
  retention: 'The retention period has ended',
}

/** How many of each were erased with a patient. */
export const erasedKinds = ['formRequests', 'submissions', 'messages', 'notes'] as const
export type ErasedCounts = Record<(typeof erasedKinds)[number], number>

export const erasedKindLabels: Record<(typeof erasedKinds)[number], string> = {
  formRequests: 'Form requests',
  submissions: 'Submitted answers',
  messages: 'Messages and letters',
  notes: 'Notes',
}

/** Characters. The audit log keeps a reference permanently, so a reference has no room for a text. */
export const patientRecordLimits = { reference: 40, holdReason: 200 } as const

/** The message for a reference with other characters than a case number has; undefined if it is valid. */
export const referenceProblem = (text: string) =>
  /^[A-Za-z0-9 ./_-]*$/.test(text) ? undefined : 'Case reference can have letters, digits, spaces and . / - _ only.'

/**
 * The records of patients under 18 are kept until the 25th birthday, or the 26th if the last activity was at 17
 * (https://transform.england.nhs.uk/information-governance/guidance/records-management-code/, Appendix II).
 */
export const childRecords = { birthday: 25, birthdayIfSeventeen: 26 } as const

/** Records past their retention period that are shown. */
export const oldRecordsShown = 50
/** Records past their retention period that are counted. */
export const oldRecordsCounted = 10_000
