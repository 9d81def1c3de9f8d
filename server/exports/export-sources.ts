import { formatDateTime } from '#domain/moments.ts'
import type { ChunkedSheet } from '#server/documents/spreadsheet/write-pieces.ts'
import type { OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import { getFormVersion } from '#server/forms/forms.ts'
import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { type Steps, workerActor } from '#server/platform/jobs.ts'
import { readRecent } from '#server/platform/read-standby.ts'
import { type Results, resultsOf } from '#server/submissions/submissions.ts'
import { countMatching, type Place, type Selection } from '#server/worklist/worklist.ts'

import { type AnsweredRequest, type ExportRow, readAnswers, readOrganisationName } from './export-rows.sql.ts'
import { type PageSource, type Reading, readRequestPage } from './exports.ts'
import { aboutColumns, aboutName, aboutSheet } from './sheets/about-sheet.ts'
import { answerSheet, codeBook, codeBookName } from './sheets/answer-sheet.ts'
import { personalColumns, requestSheet } from './sheets/request-sheet.ts'
import { nameForSheet } from './sheets/sheet-names.ts'

/** The place where reading continues: the organisation, if there are several, and the last request. */
export type FilePlace = { organisationId?: string; after?: Place | undefined }
export type SheetRows = { sheet: ChunkedSheet; rows: OutgoingRow[] }

/**
 * The number of requests read, and the next place; no place after the last page. Their rows on each sheet are made when they are asked for, page by
 * page: the name of a sheet depends on the sheets before it.
 */
type ExportPage = { count: number; toSheets: () => Promise<SheetRows[]>; place: FilePlace | undefined }

/** The rows of an export, page by page. */
export type ExportSource = {
  count: () => Promise<number>
  read: (place: FilePlace) => Promise<ExportPage>
  /** The sheets that describe the file, and the order of all tabs. */
  last: () => Promise<{ sheets: SheetRows[]; order: string[] }>
}

/** A form version with answers in these requests, and the name of its sheet, which stays the same when a run continues. */
export type NamedVersion = { formId: string; version: number; name: string }

/** The sheet of the form requests, and all that a CSV file has. */
export const requestsName = 'Form requests'

/**
 * An export of one organisation: the requests, and a sheet of answers for each form version. Requests and answers are read page by page
 * together, so that both have the same requests.
 */
export function organisationSource(source: PageSource, versions: NamedVersion[]): ExportSource {
  const { selection, hasPersonalData, read } = source
  const requests = requestSheet(source)
  const made = new Map<string, ReturnType<typeof answerSheet>>()

  const sheetOf = async ({ formId, version }: { formId: string; version: number }) => {
    const key = `${formId} ${version}`
    const known = made.get(key)
    if (known) return known
    const { title, definition } = await read((ctx) => getFormVersion(ctx, formId, version))
    const taken = [requestsName, aboutName, codeBookName, ...versions.map(({ name }) => name)]
    const named = versions.find((one) => one.formId === formId && one.version === version)?.name
    const name = named ?? nameForSheet(title, version, taken)
    if (named === undefined) versions.push({ formId, version, name })
    const sheet = answerSheet(name, definition, source)
    made.set(key, sheet)
    return sheet
  }

  const answerRows = async (rows: ExportRow[], answered: AnsweredRequest[], madeOf: (requestId: string) => Results) => {
    const patients = new Map(rows.map(({ id, patient }) => [id, patient]))
    const sheets: SheetRows[] = []
    for (const group of Map.groupBy(answered, ({ formId, version }) => `${formId} ${version}`).values()) {
      const { sheet, toRow } = await sheetOf(group[0]!) // a group has at least one
      sheets.push({ sheet, rows: group.map((one) => toRow(one, madeOf(one.requestId), patients.get(one.requestId))) })
    }
    return sheets
  }

  return {
    count: () => read((ctx) => countMatching(ctx, selection)),
    read: async ({ after }) => {
      const { rows, place, answered, madeOf } = await readRequestPage(source, after, async (ctx, ids) => {
        const [answered, madeOf] = await Promise.all([readAnswers(ctx, ids), resultsOf(ctx, ids)])
        return { answered, madeOf }
      })
      const toSheets = async () => [
        { sheet: { name: requestsName, columns: requests.columns }, rows: rows.map(requests.toRow) },
        ...(await answerRows(rows, answered, madeOf)),
      ]
      return { count: rows.length, toSheets, place: place && { after: place } }
    },
    last: async () => {
      const named = versions.toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB', { numeric: true }))
      const answers = []
      for (const version of named) answers.push(await sheetOf(version))
      const about = [aboutSheet({ selection, hasPersonalData }), ...(answers.length > 0 ? [codeBook(answers)] : [])]
      const names = [...about, ...answers].map(({ sheet }) => sheet.name)
      return { sheets: about, order: [requestsName, ...names] }
    },
  }
}

/** The requests of one organisation without their answers, which are a table for each form version. */
export function requestListSource(source: PageSource): ExportSource {
  const { columns, toRow } = requestSheet(source)
  return {
    count: () => source.read((ctx) => countMatching(ctx, source.selection)),
    read: async ({ after }) => {
      const { rows, place } = await readRequestPage(source, after, async () => ({}))
      const toSheets = async () => [{ sheet: { name: requestsName, columns }, rows: rows.map(toRow) }]
      return { count: rows.length, toSheets, place: place && { after: place } }
    },
    last: async () => ({ sheets: [], order: [requestsName] }),
  }
}

type Source = Pick<Steps, 'services' | 'step'> & { selection: Selection }

const organisationColumns = [
  { header: 'Organisation', kind: 'text', width: 32 },
  { header: 'ODS code', kind: 'text' },
] as const

/** An export of all organisations, always without personal data and without answers (EXP-1). */
export function allOrganisationsSource({ services, step, selection }: Source): ExportSource {
  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  const sheet = { name: requestsName, columns: [...organisationColumns, ...columns] }
  let known: Promise<string[]> | undefined
  const organisations = () => (known ??= step(async (ctx) => (await listOrganisationIds(ctx)).toSorted()))
  const readIn =
    (organisationId: string): Reading =>
    (work) =>
      readRecent({ services, organisationId, actor: workerActor(organisationId), during: 'job' }, work)

  return {
    count: async () => {
      let total = 0
      for (const id of await organisations()) total += await readIn(id)((ctx) => countMatching(ctx, selection))
      return total
    },
    read: async ({ organisationId, after }) => {
      let from = after
      // Organisations without a matching request are skipped.
      for (const id of (await organisations()).filter((one) => one >= (organisationId ?? ''))) {
        const source = { selection, hasPersonalData: false, read: readIn(id) }
        const { rows, place, name, odsCode } = await readRequestPage(source, from, readOrganisationName)
        from = undefined
        if (rows.length === 0) continue
        const following = (await organisations()).find((one) => one > id)
        const next = place ? { organisationId: id, after: place } : following && { organisationId: following }
        return {
          count: rows.length,
          toSheets: async () => [{ sheet, rows: rows.map((row) => [name, odsCode, ...toRow(row)]) }],
          place: next || undefined,
        }
      }
      return { count: 0, toSheets: async () => [{ sheet, rows: [] }], place: undefined }
    },
    last: async () => {
      const rows = [
        ['Form requests created until', formatDateTime(selection.until)],
        ['Organisations', String((await organisations()).length)],
        ['Columns left out', personalColumns.join('; ')],
        ['Answers', 'Left out. Only the organisation can export the answers of its patients.'],
      ]
      return { sheets: [{ sheet: { name: aboutName, columns: aboutColumns }, rows }], order: [sheet.name, aboutName] }
    },
  }
}
