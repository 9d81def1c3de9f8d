/** The life of an import (IMP-3, IMP-5): every row is checked before anything is created. */
export const importStatuses = ['checking', 'checked', 'refused', 'importing', 'completed', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What is to become of a row. A row with a warning may be imported or left out, one with an error never is. */
export const importVerdicts = ['new', 'warning', 'error'] as const
export type ImportVerdict = (typeof importVerdicts)[number]
