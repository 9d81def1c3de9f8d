import { monthLabel } from '#domain/dates.ts'
import type { ReportType } from '#domain/exports.ts'
import type { Context } from '#server/platform/context.ts'

import type { MetricsSheet } from './report-months.sql.ts'
import { readOrganisationName } from './reports.sql.ts'

export const aboutName = 'About this report'

type About = { type: ReportType; month: string; countedAt: string; isOver: boolean }

/** Says what the report covers, when it was counted and what its words mean, for a reader who was sent the file. */
export async function aboutSheet(ctx: Context, { type, month, countedAt, isOver }: About): Promise<MetricsSheet> {
  return {
    name: aboutName,
    columns: [
      { header: 'About', kind: 'text', width: 34 },
      { header: 'Explanation', kind: 'text', width: 110 },
    ],
    rows: [
      ['Organisation', await readOrganisationName(ctx)],
      ['Month', monthLabel(month)],
      ['Counted', `${countedAt} (UK time)`],
      ...(type === 'metrics' ? metricsRows(isOver) : listRows),
      ['Personal data', 'Left out'],
    ],
  }
}

/** The row with the time at which this file was made: all that differs between two reports of a month that is over. */
export const withTimeMade = (sheets: MetricsSheet[], madeAt: string) =>
  sheets.map((sheet) => (sheet.name === aboutName ? { ...sheet, rows: [...sheet.rows, ['File created', `${madeAt} (UK time)`]] } : sheet))

const listRows = [
  ['Form requests', 'Every form request created in the month, with its status, outcome and dates at the time of counting.'],
  ['Later reports', 'A later report of the same month shows what has happened to the form requests since.'],
]

const metricsRows = (isOver: boolean) => [
  [
    'Later reports',
    isOver
      ? 'The month is over. Its figures were counted once and are stored, so every report of the month has the same figures.'
      : 'The month is not over. A later report of the month can have other figures.',
  ],
  ['Created', 'Form requests created in the month.'],
  [
    'Answered by the end of the month',
    isOver
      ? 'Form requests created in the month whose answers were submitted before the month ended. Later answers are not counted.'
      : 'Form requests created in the month whose answers were submitted before the time of counting.',
  ],
  ['Response rate, %', 'Answered by the end of the month, of those created in the month.'],
  ['Answers received', 'Form requests whose answers were submitted in the month. Some were created in an earlier month.'],
  ['Median hours to complete', 'Hours from the send date to the answers, for the answers received. Half of the answers took no longer.'],
  [
    '90th percentile of hours to complete',
    'Hours from the send date to the answers, for the answers received. 9 of 10 answers took no longer.',
  ],
  ['Status', 'The status of the form request at the time of counting.'],
  ['Form, specialty, location', 'As on the form request. “None” where a form request has no specialty or location.'],
  ['Method', 'The method by which the form request was last sent: SMS, email or NHS App.'],
  ['Outcome', 'The outcome at the time of counting, with its name at that time. “None” where no outcome is recorded.'],
  ['Urgent, not reached', 'Urgent, or with a last message that failed, at the time of counting.'],
  ['By day', 'Created: on that day. Answers received: on that day. All days and times are UK time.'],
  [
    'Waiting list',
    'Answers are counted in the month in which they were submitted, decisions in the month in which they were made. The columns show how long the patient had waited when the form request was created.',
  ],
  ['Messages', 'Messages queued in the month, with their status at the time of counting. Prices are in pounds.'],
]
