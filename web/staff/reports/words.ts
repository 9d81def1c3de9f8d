import type { Report } from '#contract/reports.ts'
import type { ReportType } from '#domain/exports.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

export const reportTypeLabels: Record<ReportType, string> = { metrics: 'Metrics', form_requests: 'Form requests' }

export const reportLooks: Record<Report['status'], { label: string; badge: BadgeKind }> = {
  created: { label: 'Created', badge: 'info' },
  generating: { label: 'Generating', badge: 'notice' },
  completed: { label: 'Completed', badge: 'success' },
  failed: { label: 'Failed', badge: 'danger' },
}

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2026-06' as 'June 2026'. */
export const monthLabel = (month: string) => monthNames.format(new Date(`${month}-01T00:00:00Z`))

/** The months to choose from, the current month first. */
export function monthsUntil(today: string, count = 24) {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return Array.from({ length: count }, (_, ago) => new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7))
}

export const reportListWords = {
  label: 'Reports',
  empty: { title: 'No reports yet', text: 'A report covers one organisation and one month.' },
  noMatch: { title: 'No report matches', text: 'Choose another type or status, or clear the filters.' },
}

export const reportsPageWords = {
  title: 'Reports List',
  description: 'Monthly figures and lists for one organisation, without personal data.',
  exportAll: 'Export all organisations',
  create: 'Create report',
  type: 'Type',
  status: 'Status',
  columns: { organisation: 'Organisation', month: 'Month', created: 'Created', createdBy: 'Created by', actions: 'Actions' },
}

export const reportActionWords = {
  download: 'Download',
  runAgain: 'Run again',
  reportOf: (organisation: string, month: string) => ` ${organisation}, ${monthLabel(month)}`,
}

export const createReportWords = {
  title: 'Create report',
  submit: 'Create report',
  cancel: 'Cancel',
  type: 'Report type',
  hints: {
    metrics: 'Totals by status, method, form, specialty and day',
    form_requests: 'Every form request created in the month, without personal data',
  } satisfies Record<ReportType, string>,
  organisation: { label: 'Organisation', placeholder: 'Choose an organisation', loading: 'Loading…' },
  month: { label: 'Month', placeholder: 'Choose a month' },
}
