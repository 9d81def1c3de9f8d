import { addDays } from '#domain/dates.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { requestStatusLooks, type RequestStatus } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import type { OutgoingColumn, OutgoingSheet } from '#server/documents/spreadsheet/write.ts'
import { mapRows, requestRows, requestSheet } from '#server/exports/exports.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { readGroups, readMonth, readSummary, type Grouping } from './metrics.sql.ts'

/** The figures of one organisation and month, without patient data. */
export async function metricsSheets(ctx: Context, month: string): Promise<OutgoingSheet[]> {
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
export function requestSheets({ step, signal }: Steps, month: string): OutgoingSheet[] {
  const next = addDays(`${month}-28`, 4).slice(0, 7)
  const filters = { createdFrom: `${month}-01`, createdTo: addDays(`${next}-01`, -1) }
  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  const selection = { filters, memberId: null, until: new Date().toISOString() }
  return [{ name: 'Form requests', columns, rows: mapRows(requestRows({ selection, hasPersonalData: false, read: step, signal }), toRow) }]
}
