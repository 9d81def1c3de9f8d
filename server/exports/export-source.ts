import type { OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import type { SheetOfPieces } from '#server/documents/spreadsheet/write-pieces.ts'
import type { Place } from '#server/worklist/matching-requests.ts'

/** Where the reading goes on: in which organisation, when there are several, and after which request. */
export type FilePlace = { organisationId?: string; after?: Place | undefined }
export type SheetRows = { sheet: SheetOfPieces; rows: OutgoingRow[] }

/** What an export reads, page by page from wherever it got to. */
export type ExportSource = {
  count: () => Promise<number>
  /** How many requests were read, what they are on each sheet, and where to go on; no place when that was the last page. */
  next: (place: FilePlace) => Promise<{ count: number; sheets: SheetRows[]; place: FilePlace | undefined }>
  /** The sheets about the file, and the order of all its tabs. */
  last: () => Promise<{ sheets: SheetRows[]; order: string[] }>
}
