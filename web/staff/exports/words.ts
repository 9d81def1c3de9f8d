import { formatCount } from '#domain/amounts.ts'
import type { ExportJob } from '#contract/exports.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

type Look = { label: string; badge: BadgeKind; failure?: string }

const isExpired = ({ expiresAt }: ExportJob) => new Date(expiresAt) <= new Date()

export const isUnderway = (job: ExportJob) => (job.status === 'created' || job.status === 'generating') && !isExpired(job)

export function lookOf(job: ExportJob): Look {
  if (job.stoppedAt !== null) return { label: 'Stopped', badge: 'dark' }
  if (job.status === 'failed') return { label: 'Failed', badge: 'danger', failure: job.failure }
  if (job.status === 'completed') return isExpired(job) ? { label: 'Expired', badge: 'dark' } : { label: 'Ready', badge: 'success' }
  if (isExpired(job)) return { label: 'Failed', badge: 'danger', failure: 'The file was not ready within 24 hours.' }
  if (job.failure) return { label: 'Delayed', badge: 'warning', failure: job.failure }
  return job.status === 'created' ? { label: 'Waiting', badge: 'info' } : { label: 'Generating', badge: 'notice' }
}

const formatNumber = (number: number) => number.toLocaleString('en-GB')

/** The number of form requests in the file, or the progress while the file is being created. */
export const amountOf = (job: ExportJob) =>
  job.status === 'completed'
    ? formatNumber(job.totalRows)
    : job.totalRows > 0
      ? `${formatNumber(job.doneRows)} of ${formatNumber(job.totalRows)}`
      : '–'

export const exportListWords = {
  label: 'Exports',
  empty: { title: 'No exports yet', text: 'Your exports appear here. You can leave this page while a file is being created.' },
}

export const exportsPageWords = {
  title: 'Exports',
  description: 'Your exports. Files are kept for 24 hours. The audit log keeps a record.',
  included: 'Included',
  leftOut: 'Left out',
  columns: {
    file: 'File',
    status: 'Status',
    formRequests: 'Form requests',
    personalData: 'Personal data',
    requested: 'Requested',
    keptUntil: 'Kept until',
    actions: 'Actions',
  },
}

export const exportActionWords = {
  download: 'Download',
  stop: 'Stop',
  requestedOn: (moment: string) => ` the export requested on ${moment}`,
}

export const exportDialogWords = {
  title: (total: number | undefined) => (total === undefined ? 'Export form requests' : `Export ${formatCount(total, 'form request')}`),
  contents: 'Contents of the file',
  withoutPersonalData: {
    label: 'Without personal data',
    hint: 'No names, NHS numbers, dates of birth, contact details, pathway IDs or free text answers. For statistics and sharing.',
  },
  withPersonalData: {
    label: 'With personal data',
    hint: 'All data of the form requests and patients. Your reason is kept in the audit log.',
  },
  reason: { label: 'Reason', hint: 'Reason and recipient (kept in the audit log)', required: 'Reason is required.' },
  format: 'Type of file',
  xlsx: { label: 'Excel workbook', hint: 'The form requests, and a sheet of answers for each form version.' },
  csv: {
    label: 'CSV',
    hint: 'The form requests without their answers, for other programs. Excel can change numbers and IDs when it opens a CSV file, so choose the workbook for Excel.',
  },
  generate: 'Generate file',
  cancel: 'Cancel',
  yourExports: 'Your exports',
  everywhere: {
    title: 'Export form requests of all organisations',
    description: 'The file has no personal data: no names, numbers, contact details or answers.',
    xlsx: { label: 'Excel workbook' },
    csv: { label: 'CSV' },
    from: 'Created from',
    to: 'Created to',
    wrongOrder: 'Created to must not be before created from.',
  },
}

export const exportTableWords = {
  format: 'Type of file',
  xlsx: { label: 'Excel workbook' },
  csv: {
    label: 'CSV',
    hint: 'For other programs. Excel can change numbers and IDs when it opens a CSV file, so choose the workbook for Excel.',
  },
  download: 'Download',
  cancel: 'Cancel',
}

export const exportFileWords = {
  stopped: { title: 'The export was stopped', text: 'No file was kept.' },
  failed: 'The file could not be created',
  delayed: 'The export is delayed',
  continues: 'You can close this window. The export continues, and the file appears under',
  yourExports: 'your exports',
  startAgain: 'Start again',
  close: 'Close',
  stop: 'Stop the export',
  preparing: 'Preparing the file',
  writing: 'Writing form requests',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  ready: {
    title: 'The file is ready',
    text: (fileName: string, total: number, until: string) =>
      `${fileName} with ${formatCount(total, 'form request')}. The file is kept until ${until}.`,
    personalData: 'This file contains personal data. Keep the file safe, and delete the file when you no longer need it.',
    download: 'Download',
  },
}
