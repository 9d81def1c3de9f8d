import { maxTranslationFileBytes, type OfferedTranslation } from '#domain/form/editing/review-translations.ts'
import { textsOf, translationOf, translationState } from '#domain/form/translation.ts'
import type { OutgoingColumn } from '#server/documents/spreadsheet/write.ts'
import { writeWorkbook } from '#server/documents/spreadsheet/write.ts'
import { type Cell, readRows, type SheetRow } from '#server/documents/spreadsheet/read.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import { placesOf } from './text-places.ts'
import { type FileForm, invalidFile, originOf, readOrigin } from './translation-file.ts'

const headings = {
  id: 'ID',
  place: 'Place',
  source: 'English',
  text: 'Translation',
  earlierSource: 'Earlier English text',
  earlierText: 'Earlier translation',
} as const
type Column = keyof typeof headings
const columnNames = Object.keys(headings) as Column[] // exactly the keys above
const widths: Record<Column, number> = { id: 16, place: 28, source: 60, text: 60, earlierSource: 40, earlierText: 40 }

const tab = 'Translations'
/** The id of the first row, which names the form and the language. */
const originId = 'form'

/** The texts of a form as a spreadsheet. Its first row names the form. A translation of an earlier English text has columns of its own. */
export function writeSpreadsheetFile(form: FileForm) {
  const of = form.definition.translations?.[form.language]
  const placeOf = placesOf(form.definition)
  const columns = columnNames.map((name): OutgoingColumn => ({ header: headings[name], kind: 'text', width: widths[name] }))
  const rows = textsOf(form).map((text) => {
    const earlier = translationState(of, text) === 'outdated' ? of?.[text.id] : undefined
    return [text.id, placeOf(text), text.text, translationOf(of, text.id, text.text), earlier?.source, earlier?.text]
  })
  const origin = [originId, 'Do not change this row', originOf(form), form.language]
  return writeWorkbook({ sheets: [{ name: tab, columns, rows: [origin, ...rows], hasFilter: false }] })
}

const limits = { fileBytes: maxTranslationFileBytes, maxRows: 50_000, maxColumns: 64, memoryMb: 256, deadlineMs: 20_000 }

/** The translations of a spreadsheet. Throws invalid_file with the reason. */
export async function readSpreadsheetFile(bytes: Uint8Array) {
  const [header, first, ...rows] = await readAll(bytes)
  const columns = new Map(header?.cells.map((cell, index) => [textOf(cell).trim().toLowerCase(), index]))
  const indexOf = (name: Column) => columns.get(headings[name].toLowerCase())
  const [id, source, text] = [indexOf('id'), indexOf('source'), indexOf('text')]
  if (id === undefined || source === undefined || text === undefined)
    throw invalidFile(`The first row must have the headings ${headings.id}, ${headings.source} and ${headings.text}.`)
  const cellOf = (row: SheetRow | undefined, index: number) => row?.cells[index] ?? null
  const isOrigin = textOf(cellOf(first, id)).trim() === originId
  const origin = readOrigin(isOrigin ? textOf(cellOf(first, source)) : '', textOf(cellOf(first, text)))
  const offered = rows.map((row): OfferedTranslation => ({
    place: `Row ${row.rowNumber}`,
    id: textOf(cellOf(row, id)),
    source: textOf(cellOf(row, source)),
    text: textOf(cellOf(row, text)),
    problem: problemOf(cellOf(row, text)),
  }))
  return { origin, offered }
}

async function readAll(bytes: Uint8Array) {
  const rows: SheetRow[] = []
  try {
    const choose = (tabs: { name: string; isHidden: boolean }[]) => {
      const found = tabs.find(({ name }) => name === tab) ?? tabs.find(({ isHidden }) => !isHidden)
      if (!found) throw invalidFile('The file has no tab with translations.')
      return found.name
    }
    for await (const batch of readRows(bytes, choose, limits)) rows.push(...batch)
  } catch (error) {
    throw error instanceof SpreadsheetRefusal ? invalidFile(error.words) : error
  }
  return rows
}

/** A formula counts as its result, and never runs. */
const textOf = (cell: Cell) => (cell === null || typeof cell === 'object' ? '' : String(cell).replaceAll('\r\n', '\n'))

const problemOf = (cell: Cell) =>
  cell !== null && typeof cell === 'object' ? 'The translation is a date, a time or an error. Format the cell as text.' : undefined
