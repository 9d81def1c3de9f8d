import { Readable } from 'node:stream'

import { createSerialDates } from './xlsx/serial-date.ts'
import {
  createRowWriter,
  EXCEL_ROWS,
  filterRange,
  type OutgoingColumn,
  type OutgoingValue,
  sheetEnd,
  sheetStart,
} from './xlsx/sheet-xml.ts'
import { workbookParts, type WorkbookTab } from './xlsx/workbook-xml.ts'
import { deflateInto, endPart, startPart, zipDirectory, type ZipPartWritten } from './xlsx/zip-parts.ts'

export type { ColumnChoices, OutgoingColumn, OutgoingValue } from './xlsx/sheet-xml.ts'
export type { ColumnKind } from './xlsx/styles.ts'

export type OutgoingRow = readonly OutgoingValue[]
export type OutgoingSheet = {
  name: string
  columns: readonly OutgoingColumn[]
  rows: AsyncIterable<OutgoingRow> | Iterable<OutgoingRow>
  /** Every sheet has a filter row, except one that is filled in and read again: rows that a filter hides would be in doubt. */
  hasFilter?: boolean
}
export type WorkbookOptions = { timeZone?: string; rowsPerSheet?: number }

/** How much text is packed at a time. Less packs worse; more blocks other work longer. */
export const TEXT_PIECE = 256 * 1024

/**
 * Writes an xlsx file in constant memory. Rows are read as fast as the reader consumes bytes. Destroying the stream ends the row source.
 * Rows beyond Excel's last row go to a sheet "name (2)".
 */
export function writeWorkbook(
  { sheets }: { sheets: readonly OutgoingSheet[] },
  { timeZone = 'Europe/London', rowsPerSheet = EXCEL_ROWS }: WorkbookOptions = {},
): Readable {
  for (const { name } of sheets) requireSheetName(name)
  return Readable.from(zipStream(listParts(sheets, createSerialDates(timeZone), rowsPerSheet)), {
    objectMode: false,
    highWaterMark: TEXT_PIECE,
  })
}

async function* listParts(
  sheets: readonly OutgoingSheet[],
  toSerial: ReturnType<typeof createSerialDates>,
  rowsPerSheet: number,
): AsyncGenerator<OutgoingPart> {
  const tabs: WorkbookTab[] = []
  for (const sheet of sheets) {
    const rows = openRows(sheet.rows)
    try {
      let nth = 0
      do {
        const tab: WorkbookTab = { name: nthName(sheet.name, ++nth), number: tabs.length + 1 }
        tabs.push(tab)
        yield { name: `xl/worksheets/sheet${tab.number}.xml`, text: sheetText(sheet, tab, rows, { toSerial, rowsPerSheet }) }
      } while (await rows.hasMore())
    } finally {
      await rows.close()
    }
  }
  yield* workbookParts(tabs)
}

type Writing = { toSerial: ReturnType<typeof createSerialDates>; rowsPerSheet: number }

/** The text of a sheet. Sets the filter of the tab when its last row is known. */
async function* sheetText(
  { columns, hasFilter = true }: OutgoingSheet,
  tab: WorkbookTab,
  rows: OpenRows,
  { toSerial, rowsPerSheet }: Writing,
) {
  const write = createRowWriter(columns, toSerial)
  let text = sheetStart(columns)
  let row = 1
  while (row < rowsPerSheet && (await rows.hasMore())) {
    text += write(rows.take(), ++row)
    if (text.length < TEXT_PIECE) continue
    yield text
    text = ''
  }
  if (hasFilter && columns.length > 0) tab.filter = filterRange(columns.length, row)
  yield text + sheetEnd({ columns, filter: tab.filter })
}

type OpenRows = ReturnType<typeof openRows>

/** A row source that knows whether there are more rows and is ended exactly once. */
function openRows(source: OutgoingSheet['rows']) {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let ahead: OutgoingRow | undefined
  let isDone = false

  return {
    async hasMore() {
      if (ahead !== undefined || isDone) return ahead !== undefined
      const next = await iterator.next()
      if (next.done) isDone = true
      else ahead = next.value
      return ahead !== undefined
    },
    take() {
      const row = ahead ?? []
      ahead = undefined
      return row
    },
    async close() {
      if (!isDone) await iterator.return?.()
      isDone = true
    },
  }
}

/** Excel offers to repair a file whose tab names break its rules. */
export function requireSheetName(name: string) {
  if (name === '' || name.length > 31 || /[[\]:*?/\\]|^'|'$/.test(name)) throw new RangeError(`not a name for a sheet: ${name}`)
}

export function nthName(name: string, nth: number) {
  return nth === 1 ? name : `${name.slice(0, 31 - ` (${nth})`.length)} (${nth})`
}

type OutgoingPart = { name: string; text: AsyncIterable<string> | Iterable<string> }

/** Writes a zip, one packed part after the other, without holding a whole part. */
export async function* zipStream(parts: AsyncIterable<OutgoingPart>): AsyncGenerator<Buffer> {
  const written: ZipPartWritten[] = []
  for await (const { name, text } of parts) {
    const { part, bytes } = startPart(name)
    written.push(part)
    yield bytes
    for await (const piece of text) yield await deflateInto(part, Buffer.from(piece))
    yield endPart(part)
  }
  yield zipDirectory(written)
}
