import { z } from 'zod'

import { lastDayOfMonth, monthLabel } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { type OutgoingSheet, writeWorkbook } from '#server/documents/spreadsheet/write.ts'
import { mapRows, type Reading, requestRows, requestSheet } from '#server/exports/exports.ts'
import type { Context } from '#server/platform/context.ts'
import { splitIntoChunks } from '#server/platform/files.sql.ts'
import { concurrency, enqueue, job, type Steps, workerActor, workInSteps } from '#server/platform/jobs.ts'
import { readRecent } from '#server/platform/read-standby.ts'
import type { Services } from '#server/platform/services.ts'

import { aboutSheet, withTimeMade } from './about-sheet.ts'
import { metricsSheets } from './metrics-sheets.ts'
import { lockReport, saveReportChunk, setReportStatus } from './reports.sql.ts'
import { setSchedule } from './schedules/schedules.sql.ts'
import { sendReportMailJob } from './schedules/send-report-mail.job.ts'

export const reportJob = job('report', z.object({ reportId: z.uuid() }))

export const startReporting = (services: Services) => workInSteps(services, reportJob, runReport, concurrency.long)

/** Creates a report from the beginning in every run. Stops when another run has taken over. */
export async function runReport(steps: Steps, { reportId }: { reportId: string }) {
  const begun = await steps.step((ctx) => begin(ctx, reportId))
  if (!begun) return
  const ours = (work: (ctx: Context) => Promise<unknown>) =>
    steps.step(async (ctx) => {
      if ((await lockReport(ctx, reportId))?.run !== begun.run) throw new Overtaken()
      await work(ctx)
    })
  try {
    const sheets = begun.type === 'metrics' ? await metrics(steps, begun.month) : await requestSheets(steps, begun.month)
    await splitIntoChunks(writeWorkbook({ sheets }), (bytes, piece) => ours((ctx) => saveReportChunk(ctx, reportId, piece, bytes)))
    await ours(async (ctx) => {
      await setReportStatus(ctx, reportId, 'completed')
      if (begun.scheduleId !== null) await enqueue(ctx, sendReportMailJob, { reportId })
    })
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!steps.signal.aborted) await ours((ctx) => recordFailure(ctx, reportId, begun)).catch(passOvertaken)
    throw error
  }
}

/** Thrown when another run of the same report has started. */
class Overtaken extends Error {}
const passOvertaken = (error: unknown) => {
  if (!(error instanceof Overtaken)) throw error
}

type Begun = NonNullable<Awaited<ReturnType<typeof lockReport>>>

async function begin(ctx: Context, reportId: string): Promise<Begun | undefined> {
  const report = await lockReport(ctx, reportId)
  if (!report || report.status === 'completed') return undefined
  await setReportStatus(ctx, reportId, 'generating', { run: report.run + 1 })
  return { ...report, run: report.run + 1 }
}

/** The schedule keeps the reason too, because its user waits for an email and not for a report. The email that is sent at last clears it. */
async function recordFailure(ctx: Context, reportId: string, { month, scheduleId }: Begun) {
  const failure = `The report for ${monthLabel(month)} was not created. Formward tries again for 2 days. You can also run the report again.`
  await setReportStatus(ctx, reportId, 'failed', { failure })
  if (scheduleId !== null) await setSchedule(ctx, scheduleId, { failure })
}

const now = () => formatDateTime(new Date())

const metrics = async (steps: Steps, month: string) => withTimeMade(await metricsSheets(steps, month), now())

/** Every request created in a month, without personal data and without answers. The rows are read while the file is written. */
async function requestSheets({ services, organisationId, signal }: Steps, month: string): Promise<OutgoingSheet[]> {
  const reader = { services, organisationId, actor: workerActor(organisationId), during: 'job' } as const
  const read: Reading = (work, record) => readRecent(reader, work, record)
  const filters = { createdFrom: `${month}-01`, createdTo: lastDayOfMonth(month) }
  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  const selection = { filters, memberId: null, until: new Date().toISOString() }
  const about = await read((ctx) => aboutSheet(ctx, { type: 'form_requests', month, countedAt: now(), isOver: false }))
  return [
    { name: 'Form requests', columns, rows: mapRows(requestRows({ selection, hasPersonalData: false, read, signal }), toRow) },
    ...withTimeMade([about], now()),
  ]
}
