/** What a member of staff may do with many form requests at once (REQ-3). */
export const bulkActs = ['assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error'] as const
export type BulkAct = (typeof bulkActs)[number]

/** `failed` goes on by itself; `stopped` does not. */
export const bulkStatuses = ['running', 'failed', 'completed', 'cancelled', 'stopped'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

export const bulkOutcomes = ['waiting', 'done', 'taken_control', 'conflict', 'not_found'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** No more are changed at once: a slip of the hand is to be undone in a day's work. */
export const mostChanged = 10_000

/** The list goes on living while somebody decides: a few more or fewer is what they meant, and other numbers are asked about again. */
export const isAboutAsMany = (expected: number, found: number) => Math.abs(found - expected) <= Math.max(1, Math.floor(expected / 100))
