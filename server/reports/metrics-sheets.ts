import { lastDayOfMonth } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { messageReasonLabel } from '#domain/message-reasons.ts'
import { methodLabel, type NotificationMethod, notificationStatusLabel } from '#domain/notification.ts'
import { type RequestStatus, requestStatusLooks } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { cohortLabels } from '#domain/waiting-since.ts'
import type { OutgoingColumn, OutgoingValue } from '#server/documents/spreadsheet/write.ts'
import { groupMessages, groupMessagesByPeriod } from '#server/messages/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { type Steps, workerActor, workerContext } from '#server/platform/jobs.ts'
import { readRecent } from '#server/platform/read-standby.ts'

import { type Counted, type Grouping, readDays, readGroups, readMonth, readSummary, readWaitingList } from './metrics.sql.ts'
import { aboutSheet } from './about-sheet.ts'
import { findMonthSheets, insertMonthSheets, type MetricsSheet } from './report-months.sql.ts'

/**
 * The figures of one organisation and month, without patient data. Those of a month that is over are counted once and stored, so that every later
 * report of the month has the same figures.
 */
export async function metricsSheets(
  { services, organisationId }: Pick<Steps, 'services' | 'organisationId'>,
  month: string,
): Promise<MetricsSheet[]> {
  const reader = { services, organisationId, actor: workerActor(organisationId), during: 'job' } as const
  const { sheets, isToStore } = await readRecent(reader, (ctx) => findOrCount(ctx, month))
  if (!isToStore) return sheets
  return inOrganisation(services.db, organisationId, async (tx) => {
    const ctx = workerContext(services, organisationId, tx)
    await insertMonthSheets(ctx, month, sheets)
    return (await findMonthSheets(ctx, month)) ?? sheets
  })
}

async function findOrCount(ctx: Context, month: string) {
  const stored = await findMonthSheets(ctx, month)
  if (stored) return { sheets: stored, isToStore: false }
  const limits = await readMonth(ctx, month)
  return { sheets: await countSheets(ctx, month, limits), isToStore: limits.isOver }
}

async function countSheets(ctx: Context, month: string, limits: Awaited<ReturnType<typeof readMonth>>): Promise<MetricsSheet[]> {
  const summary = await readSummary(ctx, limits)
  const sheets: MetricsSheet[] = [
    { name: 'Summary', columns: summaryColumns, rows: summaryRows(summary) },
    await aboutSheet(ctx, { type: 'metrics', month, countedAt: formatDateTime(limits.now), isOver: limits.isOver }),
  ]
  for (const { name, by, label } of groupings) {
    const rows = (await readGroups(ctx, limits, by)).map((group) => [label(group.name), ...countCells(group)])
    sheets.push({ name, columns: [{ header: headerOf(name), kind: 'text', width: 34 }, ...countColumns], rows })
  }
  const days = await readDays(ctx, limits)
  sheets.push({
    name: 'By day',
    columns: [{ header: 'Day', kind: 'date', width: 14 }, ...countColumns.slice(0, 4)],
    rows: days.map(({ day, ...figures }) => [day, ...countCells({ ...figures, median: null, p90: null }).slice(0, 4)]),
  })
  return [...sheets, waitingListSheet(await readWaitingList(ctx, limits)), ...(await messageSheets(ctx, month))]
}

/** 'By method' as 'Method'. */
const headerOf = (name: string) => name.slice(3, 4).toUpperCase() + name.slice(4)

/** Each figure with its meaning, so that the sheet can be read without the others. */
function summaryRows(figures: Awaited<ReturnType<typeof readSummary>>): OutgoingValue[][] {
  const [created, answered, rate, received, median, p90] = countCells(figures)
  return [
    ['Form requests created', created, 'Created in the month.'],
    ['Of these, answered by the end of the month', answered, 'The patient’s answers were submitted before the month ended.'],
    ['Response rate, %', rate, 'Form requests answered by the end of the month, of those created in the month.'],
    ['Of these, urgent', figures.urgent, 'Created in the month, and urgent when the figures were counted.'],
    ['Of these, not reached by the last message', figures.unreached, 'The last message had failed when the figures were counted.'],
    ['Patients asked', figures.patients, 'Different patients of the form requests created in the month.'],
    ['New patients', figures.new_patients, 'Patients whose record was created in the month.'],
    ['Answers received', received, 'Form requests answered in the month, whenever they were created.'],
    ['Median hours to complete', median, 'From the send date to the answers. Half of the answers received in the month took no longer.'],
    [
      '90th percentile of hours to complete',
      p90,
      'From the send date to the answers. 9 of 10 answers received in the month took no longer.',
    ],
  ]
}

/**
 * Answers count in the month in which they came, decisions in the month in which they were made, and all of them by how long the patient had
 * waited when the form request was created.
 */
const waitingListSheet = (figures: Awaited<ReturnType<typeof readWaitingList>>): MetricsSheet => ({
  name: 'Waiting list',
  columns: [
    { header: 'Figure', kind: 'text', width: 44 },
    { header: 'Value', kind: 'number' },
    ...cohortLabels.map((header): OutgoingColumn => ({ header, kind: 'number', width: 20 })),
  ],
  rows: Object.entries(waitingListLabels).map(([name, label]) => {
    const { total, cohorts } = figures[name as keyof typeof waitingListLabels] // exactly the keys of the labels
    return [label, total, ...cohorts]
  }),
})

const waitingListLabels = {
  asked: 'Asked',
  answered: 'Answered',
  needed: 'Still need the appointment',
  no_longer_needed: 'No longer need the appointment',
  not_on_list: 'Not on a waiting list',
  not_sure: 'Not sure',
  worse: 'Symptoms worse',
  no_reply: 'No reply',
  approved: 'Removals approved',
  withdrawn: 'Removals withdrawn by staff',
  changed_mind: 'Patients who changed their mind',
  final: 'Removals final',
} satisfies Record<keyof Awaited<ReturnType<typeof readWaitingList>>, string>

/** The messages queued in a month, by method, status and reason, and by day. Prices are in pounds, because the organisation pays in pounds. */
async function messageSheets(ctx: Context, month: string): Promise<MetricsSheet[]> {
  const filters = { from: `${month}-01`, to: lastDayOfMonth(month) }
  const [groups, days] = await Promise.all([groupMessages(ctx, filters), groupMessagesByPeriod(ctx, filters, 'day')])
  return [
    {
      name: 'Messages',
      columns: [
        { header: 'Month', kind: 'text' },
        { header: 'Sent by', kind: 'text' },
        { header: 'Status', kind: 'text', width: 24 },
        { header: 'Reason', kind: 'text', width: 34 },
        ...sumColumns,
      ],
      rows: groups.map(({ method, status, reasonCode, ...sums }) => [
        month,
        methodLabel(method),
        notificationStatusLabel(status),
        reasonCode && messageReasonLabel(reasonCode),
        ...sumCells(sums),
      ]),
    },
    {
      name: 'Messages by day',
      columns: [{ header: 'Day', kind: 'date', width: 34 }, { header: 'Status', kind: 'text', width: 24 }, ...sumColumns],
      rows: days.toReversed().map(({ period, status, ...sums }) => [period, notificationStatusLabel(status), ...sumCells(sums)]),
    },
  ]
}

const sumColumns: OutgoingColumn[] = [
  { header: 'Messages', kind: 'number' },
  { header: 'SMS fragments', kind: 'number' },
  { header: 'Price, £', kind: 'number' },
]
const sumCells = ({ messages, fragments, price }: Record<'messages' | 'fragments' | 'price', number>) => [
  messages,
  fragments,
  Math.round(price * 100) / 10_000,
]

const summaryColumns: OutgoingColumn[] = [
  { header: 'Figure', kind: 'text', width: 44 },
  { header: 'Value', kind: 'number' },
  { header: 'Meaning', kind: 'text', width: 90 },
]
const countColumns: OutgoingColumn[] = [
  { header: 'Created', kind: 'number' },
  { header: 'Answered by the end of the month', kind: 'number', width: 34 },
  { header: 'Response rate, %', kind: 'number', width: 18 },
  { header: 'Answers received', kind: 'number', width: 18 },
  { header: 'Median hours to complete', kind: 'number', width: 26 },
  { header: '90th percentile of hours to complete', kind: 'number', width: 36 },
]
const countCells = ({ created, answered, received, median, p90 }: Counted) => [
  created,
  answered,
  created === 0 ? null : Math.round((1_000 * answered) / created) / 10,
  received,
  toTenths(median),
  toTenths(p90),
]
const toTenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

const groupings: { name: string; by: Grouping; label: (name: string) => string }[] = [
  { name: 'By form', by: 'form', label: (name) => name },
  { name: 'By specialty', by: 'specialty', label: (code) => [code, specialtyName(code)].filter(Boolean).join(' ') || 'None' },
  { name: 'By location', by: 'location', label: (name) => name || 'None' },
  { name: 'By method', by: 'method', label: (name) => methodLabel(name as NotificationMethod) }, // a check constraint holds the same three
  { name: 'By outcome', by: 'outcome', label: (name) => name || 'None' },
  { name: 'By status', by: 'status', label: (name) => requestStatusLooks[name as RequestStatus].label }, // likewise, the same seven
]
