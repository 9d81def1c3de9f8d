import type { ImportJob } from '#contract/imports.ts'
import type { ImportVerdict } from '#domain/import-job.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

type Look = { label: string; badge: BadgeKind }

const importLooks: Record<ImportJob['status'], Look> = {
  checking: { label: 'Checking', badge: 'info' },
  checked: { label: 'Ready to import', badge: 'notice' },
  refused: { label: 'Refused', badge: 'danger' },
  importing: { label: 'Importing', badge: 'info' },
  completed: { label: 'Imported', badge: 'success' },
  failed: { label: 'Stopped', badge: 'warning' },
}

/** A checked file without a single row has nothing to wait for. */
export const lookOf = ({ status, totalRows }: Pick<ImportJob, 'status' | 'totalRows'>): Look =>
  status === 'checked' && totalRows === 0 ? { label: 'Nothing to import', badge: 'warning' } : importLooks[status]

export const verdictLooks: Record<ImportVerdict, Look> = {
  new: { label: 'New', badge: 'success' },
  warning: { label: 'Warning', badge: 'warning' },
  error: { label: 'Error', badge: 'danger' },
}

export const nameOf = ({ fileName }: Pick<ImportJob, 'fileName'>) => fileName || 'Spreadsheet'

export const count = (number: number) => number.toLocaleString('en-GB')

/** The rows that would become form requests. */
export const importable = ({ newRows, warningRows }: ImportJob, skipWarnings: boolean) => newRows + (skipWarnings ? 0 : warningRows)

/** Also one that has stopped: it is tried again by itself. */
export const isUnderway = ({ status }: Pick<ImportJob, 'status'>) => status === 'checking' || status === 'importing' || status === 'failed'
