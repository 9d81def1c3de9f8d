import { z } from 'zod'

import { addDays } from '#domain/dates.ts'
import type { ReportType } from '#domain/exports.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { type RequestStatus, requestStatusLooks } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { type OutgoingColumn, type OutgoingSheet, writeWorkbook } from '#server/documents/spreadsheet/write.ts'
import { mapRows, requestRows, requestSheet } from '#server/exports/exports.ts'
import type { Context } from '#server/platform/context.ts'
import { splitIntoChunks } from '#server/platform/files.sql.ts'
import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { type Grouping, readGroups, readMonth, readSummary } from './metrics.sql.ts'
import { lockReport, saveReportChunk, setReportStatus } from './reports.sql.ts'

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

/** The figures of one organisation and month, without patient data. */
async function metricsSheets(ctx: Context, month: string): Promise<OutgoingSheet[]> {
  const limits = await readMonth(ctx, month)
  const summary = await readSummary(ctx, limits)
  const figures: [string, number | null][] = [
    ['Form requests created', summary.created],
    ['Of these, answered so far', summary.answered],
    ['Of these, urgent', summary.urgent],
    ['Of these, not reached by the last message', summary.unreached],
    ['Patients asked', summary.patients],
    ['New patients', summary.new_patients],
    ['Answers received', summary.submitted],
    ['Median hours from creation to answer', summary.median_hours === null ? null : Math.round(summary.median_hours * 10) / 10],
  ]
  const sheets: OutgoingSheet[] = [{ name: 'Summary', columns: summaryColumns, rows: figures }]
  for (const { name, by, label } of groupings) {
    const rows = (await readGroups(ctx, limits, by)).map((group) => [label(group.name), group.created, group.submitted, rate(group)])
    sheets.push({
      name,
      columns: [
        { header: name.slice(3, 4).toUpperCase() + name.slice(4), kind: by === 'day' ? 'date' : 'text', width: 34 },
        ...countColumns,
      ],
      rows,
    })
  }
  return sheets
}

const summaryColumns: OutgoingColumn[] = [
  { header: 'Figure', kind: 'text', width: 44 },
  { header: 'Value', kind: 'number' },
]
const countColumns: OutgoingColumn[] = [
  { header: 'Created', kind: 'number' },
  { header: 'Answered', kind: 'number' },
  { header: 'Answered, %', kind: 'number' },
]
const groupings: { name: string; by: Grouping; label: (name: string) => string }[] = [
  { name: 'By status', by: 'status', label: (name) => requestStatusLooks[name as RequestStatus].label }, // a check constraint holds the same seven
  { name: 'By method', by: 'method', label: (name) => methodLabel(name as NotificationMethod) }, // likewise
  { name: 'By form', by: 'form', label: (name) => name },
  { name: 'By specialty', by: 'specialty', label: (code) => [code, specialtyName(code)].filter(Boolean).join(' ') || 'None' },
  { name: 'By day', by: 'day', label: (name) => name },
]

const rate = ({ created, submitted }: { created: number; submitted: number }) => Math.round((1_000 * submitted) / created) / 10

/** Every request created in a month, without personal data and without answers. */
function requestSheets({ step, signal }: Steps, month: string): OutgoingSheet[] {
  const next = addDays(`${month}-28`, 4).slice(0, 7)
  const filters = { createdFrom: `${month}-01`, createdTo: addDays(`${next}-01`, -1) }
  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  const selection = { filters, memberId: null, until: new Date().toISOString() }
  return [{ name: 'Form requests', columns, rows: mapRows(requestRows({ selection, hasPersonalData: false, read: step, signal }), toRow) }]
}
