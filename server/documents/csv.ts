import { createSerialDates } from './spreadsheet/xlsx/serial-date.ts'
import { looksLikeFormula } from './spreadsheet/xlsx/safe-text.ts'
import type { FileChunk } from './spreadsheet/write-pieces.ts'
import { TEXT_PIECE, type OutgoingColumn, type OutgoingRow, type OutgoingSheet, type OutgoingValue } from './spreadsheet/write.ts'

/** The progress of writing a CSV file: the number of its pieces. Stored beside them, so that another process can continue. */
export type CsvProgress = { csvPieces: number }

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n' // RFC 4180

/**
 * Writes the rows of one sheet as CSV (RFC 4180) in UTF-8. A CSV file has one table, so the rows of other sheets are left out. `soFar` and
 * the pieces taken belong together, so a killed process loses only what was not stored.
 */
export function writeCsvInChunks(soFar: CsvProgress, sheetName: string, { timeZone = 'Europe/London' } = {}) {
  const toSerial = createSerialDates(timeZone)
  let isBegun = soFar.csvPieces > 0
  let text = ''
  let taken: FileChunk[] = []

  const keep = () => {
    if (text !== '') taken.push({ number: soFar.csvPieces++, bytes: Buffer.from(text) })
    text = ''
  }

  return {
    /** Adds rows. The first call writes the header, even without rows. */
    async add({ name, columns }: { name: string; columns: readonly OutgoingColumn[] }, rows: readonly OutgoingRow[]) {
      if (name !== sheetName) return
      if (!isBegun) text += headerOf(columns)
      isBegun = true
      for (const row of rows) {
        text += rowOf(row, columns, toSerial)
        if (text.length >= TEXT_PIECE) keep()
      }
    },

    /** The pieces written since the last call. */
    async take() {
      keep()
      const pieces = taken
      taken = []
      return pieces
    },

    /** A CSV file has no end of its own. */
    async finish() {},
  }
}

/** Writes the rows of a sheet as CSV, as fast as the reader consumes the pieces. */
export async function* writeCsv({ columns, rows }: OutgoingSheet, { timeZone = 'Europe/London' } = {}): AsyncGenerator<Buffer> {
  const toSerial = createSerialDates(timeZone)
  let text = headerOf(columns)
  for await (const row of rows) {
    text += rowOf(row, columns, toSerial)
    if (text.length < TEXT_PIECE) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

const headerOf = (columns: readonly OutgoingColumn[]) => byteOrderMark + lineOf(columns.map(({ header }) => textCell(header)))
const rowOf = (row: OutgoingRow, columns: readonly OutgoingColumn[], toSerial: ReturnType<typeof createSerialDates>) =>
  lineOf(columns.map((column, index) => cellOf(row[index], column, toSerial)))
const lineOf = (cells: readonly string[]) => cells.join(',') + lineEnd

/** Dates are written as ISO days and as the time of the clock, which every program reads as such. */
function cellOf(value: OutgoingValue, { kind }: OutgoingColumn, toSerial: ReturnType<typeof createSerialDates>) {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (kind === 'date' || kind === 'datetime') {
    const serial = toSerial(value)
    if (serial !== undefined) return clockOf(serial).slice(0, kind === 'date' ? 10 : 16)
  }
  return textCell(typeof value === 'string' ? value : value.toISOString())
}

/** From a day number, as Excel counts days, to `2026-07-01 10:30`. */
const clockOf = (serial: number) => new Date(Math.round((serial - daysUntil1970) * 86_400) * 1_000).toISOString().replace('T', ' ')
const daysUntil1970 = 25_569

/** An apostrophe keeps a spreadsheet program from running a text as a formula (OWASP, CSV injection). */
function textCell(text: string) {
  const safe = looksLikeFormula(text) && !signedNumber.test(text) ? `'${text}` : text
  // A program whose list separator is a semicolon or a tab must not begin a new cell inside a text.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Such as a phone number. It calculates nothing, and other programs would not recognise it with an apostrophe. */
const signedNumber = /^[+-]\d+$/
