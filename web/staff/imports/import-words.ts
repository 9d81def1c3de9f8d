import type { ImportJob } from '#contract/imports.ts'
import type { RevertOutcome, RowChoice, WarningKind } from '#domain/import-decisions.ts'
import type { ImportOutcome, ImportVerdict } from '#domain/import-job.ts'
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
  sent: { label: 'Sent', badge: 'success' },
  replaced: { label: 'Replaced an open one', badge: 'success' },
  skipped: { label: 'Left out', badge: 'dark' },
}

export const revertedLooks: Record<RevertOutcome, Look> = {
  undone: { label: 'Undone', badge: 'dark' },
  undone_message_out: { label: 'Undone, message had gone out', badge: 'dark' },
  opened: { label: 'Not undone: opened', badge: 'warning' },
  completed: { label: 'Not undone: completed', badge: 'warning' },
  ended: { label: 'Not undone: had ended', badge: 'warning' },
  taken: { label: 'Not undone: taken on', badge: 'warning' },
}

export const warningWords: Record<WarningKind, { label: string; hint: string }> = {
  repeated: { label: 'Repeats another row', hint: 'The same patient, form and pathway stand further up in the file.' },
  already_open: { label: 'Open for the patient already', hint: 'The patient has this form open on this pathway and has not answered.' },
  possible_match: {
    label: 'Possible match',
    hint: 'A patient without an NHS number has the same name, birth or postcode. Sent, it goes to them.',
  },
  differs: {
    label: 'Differs from the record',
    hint: 'Name, birth or contact detail is another one on record or in another row. The record counts.',
  },
}

export const choiceWords: Record<RowChoice, string> = { skip: 'Leave out', replace: 'Replace the open one', send: 'Send anyway' }

export const nameOf = ({ fileName }: Pick<ImportJob, 'fileName'>) => fileName || 'Spreadsheet'

export const count = (number: number) => number.toLocaleString('en-GB')

/** The rows that would become form requests. */
export const importable = ({ plan }: Pick<ImportJob, 'plan'>) => plan.send + plan.replace

/** Also one that has stopped: it is tried again by itself. */
export const isUnderway = ({ status }: Pick<ImportJob, 'status'>) =>
  status === 'checking' || status === 'importing' || status === 'failed' || status === 'reverting'
