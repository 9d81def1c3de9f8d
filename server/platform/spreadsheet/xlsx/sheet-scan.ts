import type { SpreadsheetLimits } from '#server/platform/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/platform/spreadsheet/refusal.ts'

import { createCellNotes, type CellNotes, type CellNote } from './cell-notes.ts'
import { attribute, attributeNamed, type XmlHandlers } from './xml-scan.ts'

export type SheetFacts = { rows: number; notes: CellNotes }

const LAST_ROW = 1_048_576
const REFERENCE = attributeNamed('r')
const KIND = attributeNamed('t')

/** What has to be known of a sheet before its rows may be believed: its size, and the cells whose kind the row reader does not tell. */
export function createSheetScan(limits: SpreadsheetLimits, sharedStringCount: number): { handlers: XmlHandlers; facts: SheetFacts } {
  const facts = { rows: 0, notes: createCellNotes() }
  let [isInside, row, column, filledRows] = [false, 0, 0, 0]
  let [isRowFilled, hasValue, hasFormula, kind, value] = [false, false, false, '', '']

  function openRow(attributes: string) {
    const written = attribute(attributes, REFERENCE)
    const next = written === undefined ? row + 1 : Number(written)
    // Rows climb in every file that Excel itself opens without a repair.
    if (!Number.isInteger(next) || next <= row || next > LAST_ROW) throw new SpreadsheetRefusal('corrupt', `row after ${row}`)
    row = next
    column = -1
    isRowFilled = false
    facts.rows += 1
  }

  function openCell(attributes: string) {
    const written = attribute(attributes, REFERENCE)
    column = written === undefined ? column + 1 : columnOf(written, row)
    kind = attribute(attributes, KIND) ?? 'n'
    ;[hasValue, hasFormula, value] = [false, false, '']
  }

  function closeCell() {
    const note = noteOf(kind, hasValue, hasFormula, value)
    if (note !== undefined) facts.notes.add(row, column, note)
    if (!hasValue && !hasFormula) return
    if (kind === 's' && value !== '' && !(Number(value) < sharedStringCount)) throw new SpreadsheetRefusal('corrupt', `row ${row}`)
    if (column >= limits.maxColumns) throw new SpreadsheetRefusal('too_many_columns', `row ${row}`)
    isRowFilled = true
  }

  const open = (name: string, attributes: string) => {
    if (name === 'sheetData') isInside = true
    else if (!isInside) return
    else if (name === 'c') openCell(attributes)
    else if (name === 'v' || name === 'is') hasValue = true
    else if (name === 'f') hasFormula = true
    else if (name === 'row') openRow(attributes)
  }

  const close = (name: string, text: string) => {
    if (name === 'sheetData') isInside = false
    else if (!isInside) return
    else if (name === 'v') value = text
    else if (name === 'c') closeCell()
    else if (name === 'row' && isRowFilled && ++filledRows > limits.maxRows) throw new SpreadsheetRefusal('too_many_rows', `row ${row}`)
  }

  return { handlers: { open, close }, facts }
}

function noteOf(kind: string, hasValue: boolean, hasFormula: boolean, value: string): CellNote | undefined {
  if (hasFormula && !hasValue) return 'uncalculated'
  if (kind === 'e' && hasValue) return 'error'
  if (kind === 'd' && hasValue) return 'iso-date'
  return kind === 's' && value.trim() === '' ? 'empty' : undefined
}

function columnOf(reference: string, row: number) {
  if (!/^[A-Z]{1,3}[0-9]+$/i.test(reference)) throw new SpreadsheetRefusal('corrupt', `row ${row}`)
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index) & 0xdf // upper case; digits fall below A
    if (code < 65) break
    column = column * 26 + code - 64
  }
  if (column > 16_384) throw new SpreadsheetRefusal('corrupt', `row ${row}`)
  return column - 1
}
