/** What a cell of a spreadsheet holds; a date is an ISO day, or an ISO day and time without a zone. */
export type ImportCell = string | number | boolean | { date: string } | { error: string } | null | undefined

/** Why a cell cannot be read as text. */
export type CellProblem = 'cell_error' | 'is_date' | 'lost_digits'

/** Text as people and spreadsheets wrap it: without byte order mark, the apostrophe that keeps digits text ('t Hooft keeps hers), and doubled or odd spaces. */
export const cleanText = (text: string) =>
  text
    .replace(/[\u{FEFF}\u{200B}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[\d+=@-])/, '')

// Also where somebody pasted what a formula came to: nobody is called that.
const spreadsheetErrors = new Set([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NUM!',
  '#NULL!',
  '#SPILL!',
  '#CALC!',
  '#GETTING_DATA',
])

/** The cell as text. A number is given back digit by digit, unless it is so long that the spreadsheet has already dropped some. */
export function readText(cell: ImportCell): { text: string } | { problem: CellProblem } {
  if (cell === null || cell === undefined) return { text: '' }
  if (typeof cell === 'string') return spreadsheetErrors.has(cell) ? { problem: 'cell_error' } : { text: cleanText(cell) }
  if (typeof cell === 'boolean') return { text: cell ? 'TRUE' : 'FALSE' }
  // A spreadsheet keeps 15 significant digits.
  if (typeof cell === 'number') return Math.abs(cell) < 1e15 ? { text: String(cell) } : { problem: 'lost_digits' }
  return { problem: 'date' in cell ? 'is_date' : 'cell_error' }
}

/** Tells whether a row holds nothing, as the rows below the last filled one often do. */
export const isBlankRow = (cells: Iterable<ImportCell>) =>
  [...cells].every((cell) => cell === null || cell === undefined || (typeof cell === 'string' && cleanText(cell) === ''))
