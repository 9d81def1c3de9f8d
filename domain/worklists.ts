/** Of a member, and shared in an organisation. */
export const maxSavedViews = 50

/** The filters that name a patient or one form request, which a shared view cannot have: a name would be shown to everybody, and for as long as the view. */
export const filtersOfOnePatient = ['search', 'patientId', 'id'] as const
export const maxViewNameLength = 60

/** The actions on the messages and letters of many form requests (NOT-9, NOT-10). */
export const bulkMessageActs = ['send', 'remind', 'queue_letter', 'cancel_message'] as const
export type BulkMessageAct = (typeof bulkMessageActs)[number]

/** The actions on many form requests at once (REQ-3). */
export const bulkActs = ['assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error', ...bulkMessageActs] as const
export type BulkAct = (typeof bulkActs)[number]
/** The actions on the form requests themselves. */
export type BulkRequestAct = Exclude<BulkAct, BulkMessageAct>

export const isMessageAct = (act: BulkAct): act is BulkMessageAct => bulkMessageActs.some((one) => one === act)

/** `failed` is retried automatically; `stopped` is not. */
export const bulkStatuses = ['running', 'failed', 'completed', 'cancelled', 'stopped'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

export const bulkOutcomes = ['waiting', 'done', 'taken_control', 'conflict', 'not_found'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** Limits the damage of a mistake to what can be undone by hand. */
export const maxRequestsPerBulkChange = 10_000

/** Higher, because messages that were queued by mistake can be cancelled in bulk. */
export const maxMessagesPerBulkChange = 50_000

/** How many form requests an action can change at once. */
export const maxRequestsOf = (act: BulkAct) => (isMessageAct(act) ? maxMessagesPerBulkChange : maxRequestsPerBulkChange)

/** Tells whether a count has changed so little since the preview that no new confirmation is needed. */
export const isCountCloseTo = (expected: number, found: number) => Math.abs(found - expected) <= Math.max(1, Math.floor(expected / 100))
