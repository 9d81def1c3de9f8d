import { z } from 'zod'

import type { ReportType } from '#domain/exports.ts'
import type { Context } from '#server/platform/context.ts'
import { splitIntoChunks } from '#server/platform/files.sql.ts'
import type { Services } from '#server/platform/services.ts'
import { concurrency, job, workInSteps, type Steps } from '#server/platform/jobs.ts'
import { writeWorkbook } from '#server/documents/spreadsheet/write.ts'

import { metricsSheets, requestSheets } from './report-sheets.ts'
import { saveReportChunk, lockReport, setReportStatus } from './reports.sql.ts'

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
    const sheets = await sheetsOf(steps, begun)
    await splitIntoChunks(writeWorkbook({ sheets }), (bytes, piece) => ours((ctx) => saveReportChunk(ctx, reportId, piece, bytes)))
    await ours((ctx) => setReportStatus(ctx, reportId, 'completed'))
  } catch (error) {
    if (error instanceof Overtaken) return
    const failure = 'Something went wrong, so the report was not created. It is retried automatically. You can also run it again.'
    if (!steps.signal.aborted) await ours((ctx) => setReportStatus(ctx, reportId, 'failed', { failure })).catch(passOvertaken)
    throw error
  }
}

/** Thrown when another run of the same report has started. */
class Overtaken extends Error {}
const passOvertaken = (error: unknown) => {
  if (!(error instanceof Overtaken)) throw error
}

async function begin(ctx: Context, reportId: string) {
  const report = await lockReport(ctx, reportId)
  if (!report || report.status === 'completed') return undefined
  await setReportStatus(ctx, reportId, 'generating', { run: report.run + 1 })
  return { ...report, run: report.run + 1 }
}

const sheetsOf = async (steps: Steps, { type, month }: { type: ReportType; month: string }) =>
  type === 'metrics' ? steps.step((ctx) => metricsSheets(ctx, month)) : requestSheets(steps, month)
