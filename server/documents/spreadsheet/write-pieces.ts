import { createSerialDates } from './xlsx/serial-date.ts'
import { createRowWriter, sheetEnd, sheetStart, type OutgoingColumn } from './xlsx/sheet-xml.ts'
import { workbookParts } from './xlsx/workbook-xml.ts'
import { endPart, deflateInto, startPart, zipDirectory, type ZipPartWritten } from './xlsx/zip-parts.ts'
import { EXCEL_ROWS, nthName, requireSheetName, TEXT_PIECE, type OutgoingRow } from './write.ts'

export type ChunkedSheet = { name: string; columns: readonly OutgoingColumn[] }
export type FileChunk = { number: number; bytes: Buffer }

type PartSoFar = ZipPartWritten & { sheet: string; rows: number; pieces: number; isEnded: boolean }
/** How far a workbook is written. Kept as JSON beside its pieces, it lets another process go on where this one ended. */
export type WorkbookProgress = { parts: PartSoFar[] }

/** Pieces are numbered by their part first: a sheet has at most this many rows, and a piece at least one. */
const MOST_PIECES = 2 ** 20
const MOST_PARTS = 2 ** 11 - 1
/** A sheet of long texts goes on in another long before its part of the zip is full. */
const LARGEST_SHEET = 2 ** 30

type Waiting = { bytes: Buffer[]; size: number }

export class TooManySheets extends RangeError {}

type Limits = { timeZone?: string; rowsPerSheet?: number; sheetBytes?: number }

/**
 * A workbook written piece by piece, to several sheets in turn. The pieces in the order of their numbers are the file. What is in `soFar` and
 * in the pieces taken together is always whole: a process that is killed loses what it had not yet kept, and nothing else.
 */
export function writeWorkbookInChunks(
  soFar: WorkbookProgress,
  { timeZone = 'Europe/London', rowsPerSheet = EXCEL_ROWS, sheetBytes = LARGEST_SHEET }: Limits = {},
) {
  const toSerial = createSerialDates(timeZone)
  const { parts } = soFar
  /** What is not packed yet, by the number of its part: as bytes, since a text put together of thousands of pieces is kept as thousands of pieces. */
  const waiting = new Map<number, Waiting>()
  let taken: FileChunk[] = []

  const keep = (index: number, bytes: Buffer) => {
    const number = index * MOST_PIECES + parts[index]!.pieces++ // every index is of a part that was begun
    taken.push({ number, bytes })
  }
  const begin = (name: string, more: { sheet: string; rows: number }) => {
    if (parts.length > MOST_PARTS) throw new TooManySheets('too many sheets for one workbook')
    const { part, bytes } = startPart(name)
    parts.push({ ...part, ...more, pieces: 0, isEnded: false })
    keep(parts.length - 1, bytes)
    return parts.length - 1
  }
  const pack = async (index: number) => {
    const { bytes = [], size = 0 } = waiting.get(index) ?? {}
    waiting.delete(index)
    if (size > 0) keep(index, await deflateInto(parts[index]!, Buffer.concat(bytes)))
  }
  const put = async (index: number, text: string) => {
    const bytes = Buffer.from(text)
    const found = waiting.get(index) ?? { bytes: [], size: 0 }
    found.bytes.push(bytes)
    found.size += bytes.length
    waiting.set(index, found)
    if (found.size >= TEXT_PIECE) await pack(index)
  }
  const end = async (index: number, lastText: string) => {
    const part = parts[index]!
    await put(index, lastText)
    await pack(index)
    keep(index, endPart(part))
    part.isEnded = true
  }
  const beginSheet = async ({ name, columns }: ChunkedSheet) => {
    requireSheetName(name)
    const index = begin(`xl/worksheets/sheet${parts.length + 1}.xml`, { sheet: name, rows: 1 })
    await put(index, sheetStart(columns))
    return index
  }
  const openSheet = async (sheet: ChunkedSheet) => {
    const open = parts.findIndex((part) => part.sheet === sheet.name && !part.isEnded)
    return open === -1 ? await beginSheet(sheet) : open
  }
  const isFull = ({ rows, size }: PartSoFar) => rows >= rowsPerSheet || size >= sheetBytes

  return {
    /** The next rows of a sheet, which is begun by its first; no rows at all begin an empty one. Past Excel's last row it goes on as "name (2)". */
    async add(sheet: ChunkedSheet, rows: readonly OutgoingRow[]) {
      const write = createRowWriter(sheet.columns, toSerial)
      let [index, text] = [await openSheet(sheet), '']
      for (const row of rows) {
        if (isFull(parts[index]!)) {
          await end(index, text + sheetEnd)
          ;[index, text] = [await beginSheet(sheet), '']
        }
        text += write(row, ++parts[index]!.rows)
        if (text.length < TEXT_PIECE) continue
        await put(index, text)
        text = ''
      }
      await put(index, text)
    },

    /** What was written since this was asked last. */
    async take() {
      for (const index of waiting.keys()) await pack(index)
      const pieces = taken
      taken = []
      return pieces
    },

    /** Ends every sheet and the file, the tabs in the order of these names. */
    async finish(order: readonly string[]) {
      for (const [index, part] of parts.entries()) if (!part.isEnded) await end(index, sheetEnd)
      const tabs = order.flatMap((sheet) =>
        [...parts.entries()]
          .filter(([, part]) => part.sheet === sheet)
          .map(([index], nth) => ({ name: nthName(sheet, nth + 1), number: index + 1 })),
      )
      for (const { name, text } of workbookParts(tabs)) await end(begin(name, { sheet: '', rows: 0 }), text.join(''))
      taken.push({ number: parts.length * MOST_PIECES, bytes: zipDirectory(parts) })
    },
  }
}
