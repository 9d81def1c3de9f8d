import { type FileResponse, spreadsheet } from '#contract/route.ts'
import { parseUkDate } from '#domain/dates.ts'
import { notCarriedWords } from '#domain/imports/checks.ts'
import {
  exampleRow,
  importColumnKeys,
  importColumns,
  importInstructions,
  importTabs,
  type ImportColumnKey,
} from '#domain/imports/template.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
import { listFormChoices } from '#server/forms/forms.ts'
import { unsupportedMethods } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { writeWorkbook, type ColumnChoices, type OutgoingColumn, type OutgoingRow } from '#server/documents/spreadsheet/write.ts'

/**
 * The import template (IMP-1), with an example row and with drop-down lists. Its second tab explains the columns and has the values of the
 * lists.
 */
export async function writeTemplate(ctx: Context): Promise<FileResponse> {
  const [whatToDo = [], aboutExample = [], headers = [], ...explanations] = importInstructions
  const widths = [36, 10, 60, 40]
  const explained = headers.map((header, index): OutgoingColumn => ({ header, kind: 'text', width: widths[index] ?? 20 }))
  const instructions: OutgoingRow[] = [whatToDo, aboutExample, [], ...explanations]
  const lists = addLists(instructions, await choicesOf(ctx))
  const columns = importColumnKeys.map((key): OutgoingColumn => {
    const { header, kind } = importColumns[key]
    const choices = lists.get(key)
    const width = Math.max(header.length, exampleRow[key].length) + 4
    return { header, kind: kind === 'date' ? 'date' : 'text', width, ...(choices && { choices }) }
  })
  const example = importColumnKeys.map((key) =>
    importColumns[key].kind === 'date' ? (parseUkDate(exampleRow[key]) ?? '') : exampleRow[key],
  )
  const sheets = [
    { name: importTabs.rows, columns, rows: [example], hasFilter: false },
    { name: importTabs.instructions, columns: explained, rows: instructions, hasFilter: false },
  ]
  return { fileName: 'form-requests-import-template.xlsx', type: spreadsheet, body: writeWorkbook({ sheets }) }
}

type List = { column: ImportColumnKey; heading: string[]; choices: OutgoingRow[]; others?: OutgoingRow[]; warning?: string }

/** The columns with a closed set of values. A value that is not in its list can be right too: a form by its id, or M for Male. */
async function choicesOf(ctx: Context): Promise<List[]> {
  const forms = await listFormChoices(ctx)
  const uncarried = await unsupportedMethods(ctx)
  const isCarried = (method: (typeof notificationMethods)[number]) => !uncarried[method]
  return [
    { column: 'sex', heading: ['Sex'], choices: [['Male'], ['Female']], warning: 'Sex must be Male or Female.' },
    {
      column: 'method',
      heading: ['Methods'],
      choices: notificationMethods.filter(isCarried).map((method) => [methodLabel(method)]),
      others: notificationMethods.flatMap((method) =>
        uncarried[method] ? [[methodLabel(method), '', notCarriedWords(uncarried[method])]] : [],
      ),
      warning: 'This method cannot be used. Choose a method from the list.',
    },
    {
      column: 'form',
      heading: ['Forms', '', '', 'Id'],
      choices: forms.map(({ title, id }) => [title, '', '', id]),
      warning: 'This is not the title of a published form. Only the id of a form can be used instead.',
    },
    // No warning, because a code without its name is right.
    { column: 'specialty', heading: ['Specialties'], choices: selectableSpecialties.map(({ code, name }) => [`${code} ${name}`]) },
  ]
}

/** Adds each list to the rows of the tab, and answers where its values are, by column. A list without a value offers nothing. */
function addLists(rows: OutgoingRow[], lists: readonly List[]) {
  const places = new Map<ImportColumnKey, ColumnChoices>()
  for (const { column, heading, choices, others = [], warning } of lists) {
    rows.push([], heading)
    const from = rows.length + 2 // the header is a row too, and a spreadsheet counts from 1
    rows.push(...choices, ...others)
    const to = from + choices.length - 1
    if (to >= from) places.set(column, { tab: importTabs.instructions, from, to, ...(warning && { warning }) })
  }
  return places
}
