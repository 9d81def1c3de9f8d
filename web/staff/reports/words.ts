import { monthLabel } from '#domain/dates.ts'
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

/** Whether the report is still being created. */
export const isUnderway = ({ status }: Pick<Report, 'status'>) => status === 'created' || status === 'generating'

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
  scheduled: 'Monthly report',
  schedule: 'Schedule a report',
  tabs: { label: 'Reports', reports: 'Reports', monthly: 'Monthly reports' },
}

export const reportActionWords = {
  download: 'Download',
  runAgain: 'Run again',
  createAgain: 'Create again',
  reportOf: (organisation: string, month: string) => ` ${organisation}, ${monthLabel(month)}`,
}

export const createReportWords = {
  title: 'Create report',
  submit: 'Create report',
  cancel: 'Cancel',
  type: 'Report type',
  hints: {
    metrics: 'Response rate and time to complete by form, specialty, location, method, outcome and day',
    form_requests: 'Every form request created in the month, without personal data',
  } satisfies Record<ReportType, string>,
  organisation: { label: 'Organisation', hint: 'Type the name or the ODS code.' },
  month: { label: 'Month', placeholder: 'Choose a month' },
}

export const reportPageWords = {
  title: (month: string) => `Report for ${monthLabel(month)}`,
  organisation: 'Organisation',
  month: 'Month',
  type: 'Type',
  status: 'Status',
  created: 'Created',
  download: 'Download',
  missing: {
    title: 'Report',
    noReport: 'Report not found',
    why: 'The report does not exist, or it belongs to another organisation.',
  },
}

export const monthlyListWords = {
  label: 'Monthly reports',
  empty: {
    title: 'No monthly reports yet',
    text: 'When you schedule a report, a user gets an email with a link to the report every month.',
  },
}

export const monthlyWords = {
  columns: {
    organisation: 'Organisation',
    type: 'Type',
    sentTo: 'Sent to',
    status: 'Status',
    next: 'Next report',
    lastSent: 'Last sent',
    createdBy: 'Created by',
    actions: 'Actions',
  },
  on: 'On',
  off: 'Off',
  notSent: (reason: string) => `The user did not get the last email. ${reason}`,
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  ofSchedule: (organisation: string, user: string) => ` the monthly report of ${organisation} for ${user}`,
}

export const scheduleWords = {
  title: 'Schedule a report',
  about: 'The report is created on the first night of each month and covers the month before.',
  email: 'The user gets an email with a link to the report. The email has no file and no figures.',
  kept: 'This system keeps emails in its outbox, so the user gets no email. The user can open each report under “Reports”.',
  submit: 'Schedule report',
  created: (month: string) => `The report is scheduled. The first report covers ${monthLabel(month)}.`,
  user: {
    label: 'User',
    hint: 'Only Forms Admins of the organisation can open reports.',
    organisationFirst: 'Choose an organisation first.',
  },
}
