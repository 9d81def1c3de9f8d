/** The life of an import (IMP-3, IMP-5): every row is checked before anything is created. */
export const importStatuses = ['checking', 'checked', 'refused', 'importing', 'completed', 'failed', 'reverting', 'reverted'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What is to become of a row. A row with a warning may be imported or left out, one with an error never is. */
export const importVerdicts = ['new', 'warning', 'error'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/** What became of a row once the import was completed. */
export const importOutcomes = ['sent', 'replaced', 'skipped'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Which rows a corrected file holds. */
export const correctedParts = ['all', 'error', 'not_sent', 'not_undone'] as const
export type CorrectedPart = (typeof correctedParts)[number]

/** The largest spreadsheet that is taken, in bytes. */
export const maxImportBytes = 64 * 1024 * 1024
