import { readText, type ImportCell } from '#domain/import-cell.ts'
import { matchHeader } from '#domain/import-template.ts'

/** Which column of the sheet is which of ours, or what keeps its first row from being that of the template. */
export const columnsOf = (header: readonly ImportCell[]) =>
  matchHeader(
    header.map((cell) => {
      const read = readText(cell)
      return 'text' in read ? read.text : '?'
    }),
  )
