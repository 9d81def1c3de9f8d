import type { ImportJob } from '#contract/imports.ts'
import type { ImportOutcome, ImportVerdict, RevertOutcome } from '#domain/imports/decisions.ts'
import { outcomeWords, revertWords } from '#domain/imports/words.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

type Look = { label: string; badge: BadgeKind }

const importLooks: Record<ImportJob['status'], Look> = {
  checking: { label: 'Checking', badge: 'info' },
  checked: { label: 'Ready to import', badge: 'notice' },
  refused: { label: 'Refused', badge: 'danger' },
  importing: { label: 'Importing', badge: 'info' },
  completed: { label: 'Imported', badge: 'success' },
  failed: { label: 'Stopped', badge: 'warning' },
  reverting: { label: 'Being undone', badge: 'info' },
  reverted: { label: 'Undone', badge: 'dark' },
}

/** A checked file without a single row has nothing to wait for. */
export const lookOf = ({ status, totalRows }: Pick<ImportJob, 'status' | 'totalRows'>): Look =>
  status === 'checked' && totalRows === 0 ? { label: 'Nothing to import', badge: 'warning' } : importLooks[status]

export const verdictLooks: Record<ImportVerdict, Look> = {
  new: { label: 'New', badge: 'success' },
  warning: { label: 'Warning', badge: 'warning' },
  error: { label: 'Error', badge: 'danger' },
}

export const outcomeLooks: Record<ImportOutcome, Look> = {
  sent: { label: outcomeWords.sent, badge: 'success' },
  replaced: { label: outcomeWords.replaced, badge: 'success' },
  skipped: { label: outcomeWords.skipped, badge: 'dark' },
}

export const revertedLooks: Record<RevertOutcome, Look> = {
  undone: { label: revertWords.undone.label, badge: 'dark' },
  undone_message_out: { label: revertWords.undone_message_out.label, badge: 'dark' },
  opened: { label: revertWords.opened.label, badge: 'warning' },
  completed: { label: revertWords.completed.label, badge: 'warning' },
  ended: { label: revertWords.ended.label, badge: 'warning' },
  taken: { label: revertWords.taken.label, badge: 'warning' },
}

export const nameOf = ({ fileName }: Pick<ImportJob, 'fileName'>) => fileName || 'Spreadsheet'

export const count = (number: number) => number.toLocaleString('en-GB')

/** The rows that would become form requests. */
export const importable = ({ plan }: Pick<ImportJob, 'plan'>) => plan.send + plan.replace

/** Also one that has stopped: it is tried again by itself. */
export const isUnderway = ({ status }: Pick<ImportJob, 'status'>) =>
  status === 'checking' || status === 'importing' || status === 'failed' || status === 'reverting'

export const importListWords = {
  label: 'Earlier imports',
  empty: { title: 'No imports yet', text: 'Files you upload appear here with their results.' },
}

export const importRowsWords = {
  label: 'Rows of the file',
  empty: { title: 'No rows of this kind' },
}
