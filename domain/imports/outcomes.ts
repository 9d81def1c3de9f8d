/** The statuses of an import (IMP-3, IMP-5). Every row is checked before anything is created. */
export const importStatuses = ['checking', 'checked', 'refused', 'importing', 'completed', 'failed', 'reverting', 'reverted'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** The result of checking a row. A row with a warning may be imported or skipped; a row with an error is never imported. */
export const importVerdicts = ['new', 'warning', 'error'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/** The outcomes of a row in a completed import. */
export const importOutcomes = ['sent', 'replaced', 'skipped'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** The outcomes of undoing a row. */
export const revertOutcomes = ['undone', 'undone_message_out', 'opened', 'completed', 'ended', 'taken'] as const
export type RevertOutcome = (typeof revertOutcomes)[number]

/** The outcomes of reopening a replaced form request. */
export const reopenOutcomes = ['reopened', 'not_reopened'] as const
export type ReopenOutcome = (typeof reopenOutcomes)[number]
