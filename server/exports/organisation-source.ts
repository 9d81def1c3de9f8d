import { getFormVersion } from '#server/forms/find-form.ts'
import { resultsOf, type Results } from '#server/submissions/submissions.ts'
import { countMatching } from '#server/worklist/matching-requests.ts'

import { readAnswers, type AnsweredRequest, type ExportRow } from './export-rows.sql.ts'
import type { ExportSource, SheetRows } from './export-source.ts'
import { readRequestPage, type PageSource } from './request-pages.ts'
import { aboutName, aboutSheet } from './sheets/about-sheet.ts'
import { answerSheet } from './sheets/answer-sheet.ts'
import { codeBook, codeBookName } from './sheets/code-book.ts'
import { requestSheet } from './sheets/request-sheet.ts'
import { nameForSheet } from './sheets/sheet-names.ts'

/** A version of a form that was answered in these requests, and the name of its sheet, which it keeps however often the writing goes on anew. */
export type NamedVersion = { formId: string; version: number; name: string }

const requestsName = 'Form requests'

/**
 * An export of one organisation: the requests, and a sheet of answers for each version of a form. Everything is read in one passage: the
 * answers of a page of requests go to the ends of their sheets, so that what is on one sheet is on the other.
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
    next: async ({ after }) => {
      const { rows, place, answered, madeOf } = await read(async (ctx) => {
        const page = await readRequestPage(ctx, source, after)
        const answered = await readAnswers(
          ctx,
          page.rows.map(({ id }) => id),
        )
        const madeOf = await resultsOf(
          ctx,
          answered.map(({ requestId }) => requestId),
        )
        return { ...page, answered, madeOf }
      })
      const list = { sheet: { name: requestsName, columns: requests.columns }, rows: rows.map(requests.toRow) }
      return { count: rows.length, sheets: [list, ...(await answerRows(rows, answered, madeOf))], place: place && { after: place } }
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
