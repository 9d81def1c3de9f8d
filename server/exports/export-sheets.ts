import { formatDateTime } from '#domain/dates.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { getFormVersion } from '#server/forms/find-form.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutgoingColumn, OutgoingRow, OutgoingSheet } from '#server/platform/spreadsheet/write.ts'
import { resultsOf } from '#server/scores/find-results.ts'
import { findAnsweredVersions, findAnswers, findMatching, type Place, type Selection } from '#server/worklist/matching-requests.ts'

import { answerSheet, createSheetNames } from './answer-sheet.ts'
import { readExportRows, readPatientNames } from './export-rows.sql.ts'
import { personalColumns, requestSheet } from './request-sheet.ts'

/** Reads a little at a time, each time in a transaction of its own that sees what whoever asked may see. */
export type Reading = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
type Source = { selection: Selection; hasPersonalData: boolean; read: Reading; signal: AbortSignal }

const pageRows = 1_000

/** The sheets of an export of one organisation: the requests, what the file is, and a sheet of answers for each version of a form. */
export async function exportSheets(source: Source, onRows: (count: number) => void): Promise<OutgoingSheet[]> {
  const { columns, toRow } = requestSheet(source)
  const requests = { name: 'Form requests', columns, rows: mapRows(requestRows(source, onRows), toRow) }
  const nameOf = createSheetNames(['Form requests', aboutName])
  const answers = (await readVersions(source)).map(({ formId, version, title, definition }) => {
    const sheet = answerSheet(definition, source)
    const rows = answerRows(source, { formId, version }, sheet.toRow)
    return { name: nameOf(title, version), columns: sheet.columns, rows, leftOut: sheet.leftOut }
  })
  return [requests, aboutSheet(source, answers), ...answers]
}

/** Every request of the selection as a row, oldest first. */
export async function* requestRows({ selection, hasPersonalData, read, signal }: Source, onRows?: (count: number) => void) {
  let place: Place | undefined
  for (;;) {
    signal.throwIfAborted()
    const { found, rows } = await read(async (ctx) => {
      const found = await findMatching(ctx, selection, place, pageRows)
      const ids = found.map(({ id }) => id)
      const rows = await readExportRows(ctx, ids)
      // Whose data leaves the house is in the log with it (AUD-4).
      if (hasPersonalData && rows.length > 0)
        await audit(ctx, 'patientsExported', { patientIds: [...new Set(rows.map(({ patientId }) => patientId))] })
      return { found, rows }
    })
    yield* rows
    onRows?.(rows.length)
    place = found.at(-1)
    if (found.length < pageRows) return
  }
}

export async function* mapRows<T>(rows: AsyncIterable<T>, toRow: (row: T) => OutgoingRow) {
  for await (const row of rows) yield toRow(row)
}

type AnswerRow = ReturnType<typeof answerSheet>['toRow']

async function* answerRows(
  { selection, hasPersonalData, read, signal }: Source,
  form: { formId: string; version: number },
  toRow: AnswerRow,
) {
  let place: Place | undefined
  for (;;) {
    signal.throwIfAborted()
    const { answered, patients, madeOf } = await read(async (ctx) => {
      const answered = await findAnswers(ctx, selection, form, place, pageRows)
      const ids = hasPersonalData ? [...new Set(answered.map(({ patientId }) => patientId))] : []
      const requestIds = answered.map(({ requestId }) => requestId)
      return { answered, patients: await readPatientNames(ctx, ids), madeOf: await resultsOf(ctx, requestIds) }
    })
    for (const one of answered) yield toRow(one, madeOf(one.requestId), patients.get(one.patientId))
    const last = answered.at(-1)
    place = last && { at: last.submittedAt, id: last.requestId }
    if (answered.length < pageRows) return
  }
}

type Version = { formId: string; version: number; title: string; definition: FormDefinition }

const readVersions = ({ selection, read }: Source) =>
  read(async (ctx) => {
    const versions: Version[] = []
    for (const { formId, version } of await findAnsweredVersions(ctx, selection)) {
      const { title, definition } = await getFormVersion(ctx, formId, version)
      versions.push({ formId, version, title, definition })
    }
    return versions.toSorted((one, other) => one.title.localeCompare(other.title, 'en-GB') || one.version - other.version)
  })

const aboutName = 'About this file'
export const aboutColumns: OutgoingColumn[] = [
  { header: aboutName, kind: 'text', width: 34 },
  { header: '', kind: 'text', width: 90 },
]

function aboutSheet({ selection, hasPersonalData }: Source, answers: { name: string; leftOut: string[] }[]): OutgoingSheet {
  const leftOut = answers.flatMap(({ name, leftOut }) => (leftOut.length > 0 ? [[`Answers left out of ${name}`, leftOut.join('; ')]] : []))
  const rows = [
    ['Form requests created until', formatDateTime(selection.until)],
    ['Filters in force', filterWords(selection)],
    ['Personal data', hasPersonalData ? 'Included. Keep this file safe and delete it when it has served its purpose.' : 'Left out'],
    ...(hasPersonalData ? [] : [['Columns left out', personalColumns.join('; ')], ['Answers left out', freeTextWords], ...leftOut]),
  ]
  return { name: aboutName, columns: aboutColumns, rows }
}

const freeTextWords = 'Every free text answer, and the answers to questions that are marked as identifying.'

/** The filters by name; what was searched for may be a person, so it is not repeated. */
function filterWords({ filters }: Selection) {
  const words = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [name === 'search' ? 'search' : `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`],
  )
  return words.length > 0 ? words.join('; ') : 'None'
}
