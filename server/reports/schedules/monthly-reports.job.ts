import { monthBefore } from '#domain/dates.ts'
import type { ReportType } from '#domain/exports.ts'
import { dateOf } from '#domain/moments.ts'
import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, type Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { metricsSheets } from '#server/reports/metrics-sheets.ts'
import { reportJob } from '#server/reports/report.job.ts'
import { insertReport } from '#server/reports/reports.sql.ts'
import { findRecipient, lockDueSchedules, setSchedule } from './schedules.sql.ts'
import { stopIfUnable } from './stop-schedule.ts'

/** Counts the month that is over, and makes the scheduled reports. Every night, so that a worker that was away on the first catches up. */
export const monthlyReportsJobs = jobForEveryOrganisation('monthly-reports')

export const startMonthlyReports = (services: Services) =>
  workForEveryOrganisation(services, monthlyReportsJobs, { at: '20 2 * * *', run: (steps) => makeMonthlyReports(steps) })

export async function makeMonthlyReports(steps: Steps, today = dateOf(new Date())) {
  const month = monthBefore(today.slice(0, 7))
  await metricsSheets(steps, month)
  await steps.step((ctx) => startDueReports(ctx, month))
}

/** Starts the reports of a month, each once, in one transaction with the note that it is done. */
async function startDueReports(ctx: Context, month: string) {
  for (const { id, type, member_id: memberId } of await lockDueSchedules(ctx, month)) {
    if (await stopIfUnable(ctx, { id, memberId }, await findRecipient(ctx, memberId))) continue
    const reportId = await insertReport(ctx, type as ReportType, month, id) // a check constraint holds the same two
    await enqueue(ctx, reportJob, { reportId })
    await setSchedule(ctx, id, { doneMonth: month })
    await audit(ctx, 'reportCreated', { subjectId: reportId, detail: { type, month, scheduled: true } })
  }
}
