import type { SpreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import { toCell, type Cell, type CellTables } from './cells.ts'
import type { MergedCells } from './merged-cells.ts'
import { attribute, attributeNamed, type XmlHandlers } from './xml-scan.ts'

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const REFERENCE = attributeNamed('r')
const KIND = attributeNamed('t')
const STYLE = attributeNamed('s')
const HIDDEN = attributeNamed('hidden')
const HEIGHT = attributeNamed('ht')
const AREA = attributeNamed('ref')

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
    const written = attribute(attributesOfCell, REFERENCE)
    column = written === undefined ? column + 1 : columnOf(written, row)
    const kind = attribute(attributesOfCell, KIND) ?? 'n'
    if (value === '' && kind !== 'str' && kind !== 'inlineStr') value = undefined
    if (value === undefined && !hasFormula) return
    if (column > limits.maxColumns) throw new SpreadsheetRefusal('too_many_columns', `row ${row}`)
    isFilled = true
    // Without `onRow` only a text look-up can fail.
    if (!onRow && kind !== 's') return
    const cell = toCell({ kind, style: Number(attribute(attributesOfCell, STYLE) ?? 0), value, hasFormula }, tables)
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

  return { open, close }
}

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
