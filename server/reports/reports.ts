import { type FileResponse, type Input, spreadsheet } from '#contract/route.ts'
import type { Report, reports } from '#contract/reports.ts'
import { dateOf } from '#domain/moments.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import { inOrganisationOf } from './report-organisation.ts'
import { reportJob } from './report.job.ts'
import { countMyWaitingReports, getReport, insertReport, lockReport, setReportStatus } from './reports.sql.ts'

/** Starts a report of one organisation and month: the member's own, or any for a system administrator. */
export async function createReport(ctx: Context, { type, organisationId, month }: Input<typeof reports.create>['body']): Promise<Report> {
  if (month > dateOf(new Date()).slice(0, 7)) throw fieldProblem('month', 'Month must not be in the future.')
  await refuseTooMany(ctx)
  const there = await inOrganisationOf(ctx, organisationId)
  const id = await insertReport(there, type, month)
  await enqueue(there, reportJob, { reportId: id })
  await audit(there, 'reportCreated', { subjectId: id, detail: { type, month } })
  return getReport(there, id)
}

/** Starts a failed report again. Does nothing for a report in progress or done. */
export async function runReportAgain(ctx: Context, id: string): Promise<Report> {
  const { organisation } = await getReport(ctx, id)
  await refuseTooMany(ctx)
  const there = await inOrganisationOf(ctx, organisation.id)
  const report = await lockReport(there, id)
  if (report?.status !== 'failed') throw new Problem('conflict', 'You can only run a failed report again.')
  await setReportStatus(there, id, 'created')
  await enqueue(there, reportJob, { reportId: id })
  await audit(there, 'reportCreated', { subjectId: id, detail: { type: report.type, month: report.month, again: true } })
  return getReport(there, id)
}

// One year of reports at a time, because all reports share the worker.
const mostWaiting = 12

async function refuseTooMany(ctx: Context) {
  await lockKeys(ctx, [`reports of ${ctx.actor.id}`])
  if ((await countMyWaitingReports(ctx)) >= mostWaiting)
    throw new Problem('conflict', 'You already have 12 reports in progress. Wait until 1 has finished, then try again.')
}

export async function downloadReport(ctx: Context, id: string): Promise<FileResponse> {
  const { status, organisation } = await getReport(ctx, id)
  if (status !== 'completed') throw new Problem('not_found')
  await audit(await inOrganisationOf(ctx, organisation.id), 'reportDownloaded', { subjectId: id })
  const body = readFile(ctx.services, { organisationId: organisation.id, fileId: id })
  return { fileName: `system-report-${id}.xlsx`, type: spreadsheet, body }
}
