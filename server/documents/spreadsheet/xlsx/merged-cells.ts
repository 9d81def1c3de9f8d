import type { SpreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import type { Cell } from './cells.ts'
import { attribute, attributeNamed, type XmlHandlers } from './xml-scan.ts'

type Area = { top: number; left: number; bottom: number; right: number; hasValue: boolean }

/** The merged cells of a sheet. Add all areas first, then ask for rows from top to bottom. */
export type MergedCells = {
  add: (reference: string) => void
  /** Reads the areas of a sheet without reading its rows. */
  scan: XmlHandlers
  /** The columns (from 0) of a row that belong to merged cells with a value. */
  columnsOf: (row: number, cells: readonly Cell[]) => number[]
}

const AREA = attributeNamed('ref')

export function createMergedCells(limits: SpreadsheetLimits): MergedCells {
  const areas: Area[] = []
  let [next, isSorted] = [0, false]
  let active: Area[] = []

  function add(reference: string) {
    const area = areaOf(reference)
    if (!area || area.left > limits.maxColumns) return
    if (areas.push(area) > limits.mergedAreas) throw new SpreadsheetRefusal('too_large')
  }

  function advance(row: number, cells: readonly Cell[]) {
    if (!isSorted) areas.sort((one, other) => one.top - other.top)
    isSorted = true
    active = active.filter(({ bottom }) => bottom >= row)
    for (let area = areas[next]; area && area.top <= row; area = areas[++next]) {
      if (area.bottom < row) continue
      // Only the first cell counts. If its row was skipped, the first cell is empty.
      area.hasValue = area.top === row && isFilled(cells[area.left - 1])
      // Areas in one row never overlap in a file that Excel opens without a repair.
      if (active.push(area) > limits.maxColumns) throw new SpreadsheetRefusal('corrupt', `row ${row}`)
    }
  }

  function columnsOf(row: number, cells: readonly Cell[]) {
    if (areas.length === 0) return []
    advance(row, cells)
    const columns: number[] = []
    for (const { left, right, hasValue } of active)
      // Some programs keep values under a merged cell.
      if (hasValue || cells.slice(left - 1, right).some(isFilled))
        for (let column = left; column <= Math.min(right, limits.maxColumns); column++) columns.push(column - 1)
    return columns
  }

  const scan: XmlHandlers = {
    open(name, attributes) {
      if (name === 'mergeCell') add(attribute(attributes, AREA) ?? '')
    },
  }
  return { add, scan, columnsOf }
}

const isFilled = (cell: Cell | undefined) => cell !== undefined && cell !== null && cell !== ''

/** Parses 'A6:B8'. Anything else is ignored, because merged cells only affect the layout. */
function areaOf(reference: string): Area | undefined {
  const [, left, top, right, bottom] = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  if (!left || !top || !right || !bottom) return undefined
  return { top: Number(top), left: columnNumber(left), bottom: Number(bottom), right: columnNumber(right), hasValue: false }
}

function columnNumber(letters: string) {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
