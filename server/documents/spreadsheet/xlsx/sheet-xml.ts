import { looksLikeFormula, safeAttribute, safeText } from './safe-text.ts'
import { styleOf, styles, type ColumnKind } from './styles.ts'

export const EXCEL_ROWS = 1_048_576

export type OutgoingValue = string | number | boolean | Date | null | undefined
export type OutgoingColumn = { header: string; width?: number; kind: ColumnKind; choices?: ColumnChoices }
/**
 * The cells of a tab, from row to row of its first column, that a column offers as a drop-down list. With `warning`, the spreadsheet
 * program asks before it takes another value.
 */
export type ColumnChoices = { tab: string; from: number; to: number; warning?: string }

type ToSerial = (value: string | Date) => number | undefined

/** The part of a sheet before its first row: a fixed header row, and a text format for the empty cells of text columns. */
export function sheetStart(columns: readonly OutgoingColumn[]) {
  const cols = columns.map(
    ({ header, width, kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width ?? defaultWidth(header, kind)}" style="${styleOf[kind]}" customWidth="1"/>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>` +
    `<row r="1">${columns.map(({ header }, index) => textCell(header, `${columnName(index)}1`, styles.header)).join('')}</row>`
  )
}

/** The cells with the header and the rows of a sheet, as the filter row of a spreadsheet program needs them. */
export const filterRange = (columnCount: number, rowCount: number) => `A1:${columnName(columnCount - 1)}${rowCount}`

type SheetEnd = { columns?: readonly OutgoingColumn[]; filter?: string | undefined }

/** The part of a sheet after its last row, with its filter row and its drop-down lists. */
export function sheetEnd({ columns = [], filter }: SheetEnd) {
  const autoFilter = filter === undefined ? '' : `<autoFilter ref="${filter}"/>`
  const lists = columns.flatMap(({ choices }, index) => (choices ? listValidation(choices, columnName(index)) : []))
  const validations = lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : ''
  return `</sheetData>${autoFilter}${validations}</worksheet>`
}

function listValidation({ tab, from, to, warning }: ColumnChoices, column: string) {
  const range = `'${tab.replaceAll("'", "''")}'!$A$${from}:$A$${to}`
  const asks = warning ? ` errorStyle="warning" showErrorMessage="1" error="${safeAttribute(warning)}"` : ''
  return `<dataValidation type="list" allowBlank="1"${asks} sqref="${column}2:${column}${EXCEL_ROWS}"><formula1>${safeText(range)}</formula1></dataValidation>`
}

/** Writes rows. A value of another type than its column is written by its own type. */
export function createRowWriter(columns: readonly OutgoingColumn[], toSerial: ToSerial) {
  const places = columns.map(({ kind }, index) => ({ name: columnName(index), kind }))
  return (values: readonly OutgoingValue[], row: number) => {
    let cells = ''
    for (let index = 0; index < places.length; index++) {
      const value = values[index]
      if (value === null || value === undefined || value === '') continue
      const { name, kind } = places[index]! // the loop ends with the places
      cells += cell(value, kind, `${name}${row}`, toSerial)
    }
    return `<row r="${row}">${cells}</row>`
  }
}

function cell(value: NonNullable<OutgoingValue>, kind: ColumnKind, at: string, toSerial: ToSerial) {
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (kind === 'text') return textCell(value instanceof Date ? value.toISOString() : String(value), at, styles.text)
  if (typeof value === 'number') return numberCell(value, at, kind)
  if (kind === 'number') return isPlainNumber(value) ? numberCell(Number(value), at, kind) : textCell(String(value), at, styles.text)
  const serial = toSerial(value)
  if (serial !== undefined) return numberCell(kind === 'date' ? Math.floor(serial) : serial, at, kind)
  return value instanceof Date ? '' : textCell(value, at, styles.text)
}

function numberCell(value: number, at: string, kind: ColumnKind) {
  return Number.isFinite(value) ? `<c r="${at}" s="${styleOf[kind]}"><v>${value}</v></c>` : ''
}

function textCell(text: string, at: string, style: number) {
  const quoted = style === styles.text && looksLikeFormula(text) ? styles.quoted : style
  return `<c r="${at}" s="${quoted}" t="inlineStr"><is><t xml:space="preserve">${safeText(text)}</t></is></c>`
}

/** Excel keeps 15 digits, so longer numbers are written as text. */
function isPlainNumber(value: string | Date) {
  return typeof value === 'string' && /^-?\d{1,15}$|^-?(?=[\d.]{3,16}$)\d+\.\d+$/.test(value)
}

function defaultWidth(header: string, kind: ColumnKind) {
  const least = { text: 14, number: 10, date: 12, datetime: 18 }[kind]
  return Math.min(48, Math.max(least, header.length + 3))
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
