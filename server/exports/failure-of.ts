import { TooManySheets } from '#server/documents/spreadsheet/write-pieces.ts'
import { FileTooLarge } from '#server/documents/spreadsheet/xlsx/zip-parts.ts'

/** Trying again would end the same way. */
export const isFinal = (error: unknown) => error instanceof FileTooLarge || error instanceof TooManySheets

/** disk_full (PostgreSQL appendix A). */
const isDiskFull = (error: unknown) => (error as { code?: string } | undefined)?.code === '53100'

/** Why an export failed, or what holds it up, in words for whoever asked for it. */
export function failureOf(error: unknown) {
  if (error instanceof FileTooLarge) return 'The file would be larger than a spreadsheet can be. Filter the list, and export it in parts.'
  if (error instanceof TooManySheets)
    return 'There are more versions of forms than a spreadsheet can have sheets. Filter by form, and export it in parts.'
  if (isDiskFull(error))
    return 'There is no room left on the server for this file. What is written so far is kept; the rest goes on by itself as soon as there is room.'
  return 'It stopped unexpectedly, and goes on by itself from where it stopped.'
}
