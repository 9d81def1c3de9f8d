import { createSerialDates } from './xlsx/serial-date.ts'
import { createRowWriter, EXCEL_ROWS, filterRange, sheetEnd, sheetStart, type OutgoingColumn } from './xlsx/sheet-xml.ts'
import { workbookParts } from './xlsx/workbook-xml.ts'
import { endPart, deflateInto, startPart, zipDirectory, type ZipPartWritten } from './xlsx/zip-parts.ts'
import { nthName, requireSheetName, TEXT_PIECE, type OutgoingRow } from './write.ts'

export type ChunkedSheet = { name: string; columns: readonly OutgoingColumn[] }
export type FileChunk = { number: number; bytes: Buffer }

/** `columns`: of a sheet; 0 for the other parts of the file. */
type PartSoFar = ZipPartWritten & { sheet: string; columns: number; rows: number; pieces: number; isEnded: boolean }
/** The progress of writing a workbook. Stored as JSON beside its pieces, so that another process can continue. */
export type WorkbookProgress = { parts: PartSoFar[] }

/** The number of a piece starts with that of its part. A sheet has at most this many rows, and a piece at least one. */
const MOST_PIECES = 2 ** 20
const MOST_PARTS = 2 ** 11 - 1
/** A sheet with long texts continues in another one before its part of the zip is full. */
const LARGEST_SHEET = 2 ** 30
/** How much text becomes bytes at a time. A long string is built of thousands of short ones, and joining them outside the young heap is slow. */
const TEXT_STEP = 16 * 1024
/** How many pieces of a sheet wait to be packed while the next is written. */
const MOST_PACKING = 2

type Waiting = { bytes: Buffer[]; size: number }

export class TooManySheets extends RangeError {}

type Limits = { timeZone?: string; rowsPerSheet?: number; sheetBytes?: number }

/**
 * Writes a workbook in pieces, to several sheets in turn. The pieces in the order of their numbers are the file. `soFar` and the pieces
 * taken belong together, so a killed process loses only what was not stored.
 */
export function writeWorkbookInChunks(
  soFar: WorkbookProgress,
  { timeZone = 'Europe/London', rowsPerSheet = EXCEL_ROWS, sheetBytes = LARGEST_SHEET }: Limits = {},
) {
  const toSerial = createSerialDates(timeZone)
  const { parts } = soFar
  /** The data of each part that is not packed yet. As bytes, because a string built from thousands of strings keeps them all. */
  const waiting = new Map<number, Waiting>()
  /** Pieces that are being packed, beside the rows that are written next. */
  const packing = new Map<number, Promise<unknown>[]>()
  let taken: FileChunk[] = []

  const nextNumber = (index: number) => index * MOST_PIECES + parts[index]!.pieces++ // every index belongs to a part that was started
  const keep = (index: number, bytes: Buffer) => void taken.push({ number: nextNumber(index), bytes })
  const begin = (name: string, more: { sheet: string; columns: number; rows: number }) => {
    if (parts.length > MOST_PARTS) throw new TooManySheets('too many sheets for one workbook')
    const { part, bytes } = startPart(name)
    parts.push({ ...part, ...more, pieces: 0, isEnded: false })
    keep(parts.length - 1, bytes)
    return parts.length - 1
  }
  /** Begins to pack, and waits only when several pieces of the part are being packed already, so that memory stays bounded. */
  const pack = async (index: number) => {
    const { bytes = [], size = 0 } = waiting.get(index) ?? {}
    waiting.delete(index)
    if (size === 0) return
    const piece: FileChunk = { number: nextNumber(index), bytes: Buffer.alloc(0) }
    taken.push(piece)
    const packed = deflateInto(parts[index]!, Buffer.concat(bytes)).then((made) => (piece.bytes = made))
    packed.catch(() => {}) // handled where the promise is awaited
    const ofPart = [...(packing.get(index) ?? []), packed]
    packing.set(index, ofPart)
    if (ofPart.length > MOST_PACKING) await ofPart.shift()
  }
  const waitForPacking = async (index: number) => {
    await Promise.all(packing.get(index) ?? [])
    packing.delete(index)
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
    await waitForPacking(index)
    keep(index, endPart(part))
    part.isEnded = true
  }
  const beginSheet = async ({ name, columns }: ChunkedSheet) => {
    requireSheetName(name)
    const index = begin(`xl/worksheets/sheet${parts.length + 1}.xml`, { sheet: name, columns: columns.length, rows: 1 })
    await put(index, sheetStart(columns))
    return index
  }
  const openSheet = async (sheet: ChunkedSheet) => {
    const open = parts.findIndex((part) => part.sheet === sheet.name && !part.isEnded)
    return open === -1 ? await beginSheet(sheet) : open
  }
  const filterOf = ({ columns, rows }: PartSoFar) => (columns > 0 ? filterRange(columns, rows) : undefined)
  const isFull = ({ rows, size }: PartSoFar) => rows >= rowsPerSheet || size >= sheetBytes

  return {
    /** Adds rows to a sheet. The first call starts the sheet, even without rows. After Excel's last row, continues in "name (2)". */
    async add(sheet: ChunkedSheet, rows: readonly OutgoingRow[]) {
      const write = createRowWriter(sheet.columns, toSerial)
      let [index, text] = [await openSheet(sheet), '']
      for (const row of rows) {
        if (isFull(parts[index]!)) {
          await end(index, text + sheetEnd({ filter: filterOf(parts[index]!) }))
          ;[index, text] = [await beginSheet(sheet), '']
        }
        text += write(row, ++parts[index]!.rows)
        if (text.length < TEXT_STEP) continue
        await put(index, text)
        text = ''
      }
      await put(index, text)
    },

    /** The pieces written since the last call. */
    async take() {
      for (const index of waiting.keys()) await pack(index)
      for (const index of packing.keys()) await waitForPacking(index)
      const pieces = taken
      taken = []
      return pieces
    },

    /** Ends every sheet and the file, with the tabs in this order. */
    async finish(order: readonly string[]) {
      for (const [index, part] of parts.entries()) if (!part.isEnded) await end(index, sheetEnd({ filter: filterOf(part) }))
      const tabs = order.flatMap((sheet) =>
        [...parts.entries()]
          .filter(([, part]) => part.sheet === sheet)
          .map(([index, part], nth) => ({ name: nthName(sheet, nth + 1), number: index + 1, filter: filterOf(part) })),
      )
      for (const { name, text } of workbookParts(tabs)) await end(begin(name, { sheet: '', columns: 0, rows: 0 }), text.join(''))
      taken.push({ number: parts.length * MOST_PIECES, bytes: zipDirectory(parts) })
    },
  }
}
