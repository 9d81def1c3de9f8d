import type { ExportJob } from '#contract/exports.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

type Look = { label: string; badge: BadgeKind; words?: string }

const isExpired = ({ expiresAt }: ExportJob) => new Date(expiresAt) <= new Date()

export const isUnderway = (job: ExportJob) => (job.status === 'created' || job.status === 'generating') && !isExpired(job)

export function lookOf(job: ExportJob): Look {
  if (job.stoppedAt !== null) return { label: 'Stopped', badge: 'dark' }
  if (job.status === 'failed') return { label: 'Failed', badge: 'danger', words: job.failure }
  if (job.status === 'completed') return isExpired(job) ? { label: 'Expired', badge: 'dark' } : { label: 'Ready', badge: 'success' }
  if (isExpired(job)) return { label: 'Failed', badge: 'danger', words: 'The file was not ready within 24 hours.' }
  if (job.failure) return { label: 'Delayed', badge: 'warning', words: job.failure }
  return job.status === 'created' ? { label: 'Waiting', badge: 'info' } : { label: 'Generating', badge: 'notice' }
}

const count = (number: number) => number.toLocaleString('en-GB')

/** The number of form requests in the file, or the progress while the file is being created. */
export const amountOf = (job: ExportJob) =>
  job.status === 'completed' ? count(job.totalRows) : job.totalRows > 0 ? `${count(job.doneRows)} of ${count(job.totalRows)}` : '–'

export const exportListWords = {
  label: 'Exports',
  empty: { title: 'No exports yet', text: 'Your exports appear here. You can leave this page while a file is being created.' },
}
