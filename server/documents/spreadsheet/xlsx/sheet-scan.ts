import type { SpreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import { toCell, type Cell, type CellTables } from './cells.ts'
import type { MergedCells } from './merged-cells.ts'
import { attribute, attributeNamed, decodeText, type XmlHandlers } from './xml-scan.ts'

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const REFERENCE = attributeNamed('r')
const KIND = attributeNamed('t')
const STYLE = attributeNamed('s')
const HIDDEN = attributeNamed('hidden')
const HEIGHT = attributeNamed('ht')
const AREA = attributeNamed('ref')

/** A cell as Excel and most programs write it: an inline text, a value, or only a style. */
const USUAL_CELL =
  /<c r="([A-Z]{1,3}\d{1,7})"(?: s="(\d{1,6})")?(?:\/>| t="(inlineStr)"><is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is><\/c>|(?: t="(s|str|b|n)")?><v>([^<]*)<\/v><\/c>)/y

/** `isHidden` is also true if a filter hides the row. */
export type RowHandler = (rowNumber: number, cells: Cell[], isHidden: boolean) => void

/**
 * Reads a sheet row by row, or only checks it without `onRow`. Skips rows and cells without a value. Merged cells follow the rows
 * (18.3.1.99), so `merged` is complete only after the whole sheet was read once.
 */
export function createSheetScan(
  limits: SpreadsheetLimits,
  tables: CellTables,
  { onRow, merged }: { onRow?: RowHandler; merged?: MergedCells },
): XmlHandlers {
  let [isInside, isPhonetic, isFilled, row, column, filledRows] = [false, false, false, 0, 0, 0]
  let cells: Cell[] = []
  let attributesOfCell = ''
  let value: string | undefined
  let hasFormula = false
  let isHidden = false

  function openRow(attributes: string) {
    const written = attribute(attributes, REFERENCE)
    const next = written === undefined ? row + 1 : Number(written)
    // Row numbers increase in every file that Excel opens without a repair.
    if (!Number.isInteger(next) || next <= row || next > LAST_ROW) throw new SpreadsheetRefusal('corrupt', `row after ${row}`)
    row = next
    column = 0
    cells = []
    isFilled = false
    if (onRow) isHidden = isTrue(attribute(attributes, HIDDEN)) || Number(attribute(attributes, HEIGHT) ?? 1) === 0
  }

  function closeCell() {
    const kind = attribute(attributesOfCell, KIND) ?? 'n'
    keepCell(attribute(attributesOfCell, REFERENCE), kind, attribute(attributesOfCell, STYLE))
  }

  function keepCell(reference: string | undefined, kind: string, style: string | undefined) {
    column = reference === undefined ? column + 1 : columnOf(reference, row)
    if (value === '' && kind !== 'str' && kind !== 'inlineStr') value = undefined
    if (value === undefined && !hasFormula) return
    if (column > limits.maxColumns) throw new SpreadsheetRefusal('too_many_columns', `row ${row}`)
    isFilled = true
    // Without `onRow` only a text look-up can fail.
    if (!onRow && kind !== 's') return
    const cell = toCell({ kind, style: Number(style ?? 0), value, hasFormula }, tables)
    if (!onRow) return
    while (cells.length < column - 1) cells.push(null)
    cells[column - 1] = cell
  }

  function closeRow() {
    if (!isFilled) return
    if (++filledRows > limits.maxRows) throw new SpreadsheetRefusal('too_many_rows', `row ${row}`)
    onRow?.(row, cells, isHidden)
  }

  function open(name: string, attributes: string) {
    if (name === 'sheetData') isInside = true
    else if (!isInside) {
      if (name === 'mergeCell') merged?.add(attribute(attributes, AREA) ?? '')
    } else if (name === 'c') [attributesOfCell, value, hasFormula] = [attributes, undefined, false]
    else if (name === 'is') value = ''
    else if (name === 'f') hasFormula = true
    else if (name === 'rPh') isPhonetic = true
    else if (name === 'row') openRow(attributes)
  }

  function close(name: string, text: () => string) {
    if (name === 'sheetData') isInside = false
    else if (!isInside) return
    else if (name === 'v') value = text()
    else if (name === 't' && !isPhonetic) value = onRow ? (value ?? '') + text() : ''
    else if (name === 'c') closeCell()
    else if (name === 'rPh') isPhonetic = false
    else if (name === 'row') closeRow()
  }

  /** Says the same of a cell as its tags one by one. */
  function whole(buffer: string, at: number) {
    if (!isInside || isPhonetic || buffer.charCodeAt(at + 1) !== LETTER_C) return 0
    USUAL_CELL.lastIndex = at
    const found = USUAL_CELL.exec(buffer)
    if (found === null) return 0
    const [, reference, style, inline, inlineText, kind = 'n', text] = found
    const written = inline === undefined ? text : inlineText
    if (written !== undefined && written.length > limits.cellBytes) return 0
    hasFormula = false
    if (inline !== undefined && !onRow) value = ''
    else value = written === undefined ? undefined : decodeText(written)
    keepCell(reference, inline ?? kind, style)
    return USUAL_CELL.lastIndex
  }

  return { open, close, whole }
}

const LETTER_C = 99

const isTrue = (written: string | undefined) => written === '1' || written === 'true'

function columnOf(reference: string, row: number) {
  let column = 0
  let index = 0
  for (; index < reference.length; index++) {
    const code = reference.charCodeAt(index) & 0xdf // upper case; digits are below A
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  if (index === 0 || column > LAST_COLUMN || Number(reference.slice(index)) !== row) throw new SpreadsheetRefusal('corrupt', `row ${row}`)
  return column
}
