import type { CellValue } from 'hucre/xlsx'

import type { CellNote } from './cell-notes.ts'

export type Cell = string | number | boolean | { date: string } | { error: string } | null

const DAY = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 31)
const LAST_DAY = Date.UTC(9999, 11, 31)

/** One row as Excel shows it. Remarks correct what the row reader cannot tell apart. */
export function toCells(values: readonly CellValue[], notes: Iterable<{ column: number; note: CellNote }>, maxColumns: number): Cell[] {
  const cells = values.slice(0, maxColumns).map(toCell)
  for (const { column, note } of notes) if (column < maxColumns) cells[column] = correct(cells[column] ?? null, note)
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  return cells
}

function toCell(value: CellValue): Cell {
  if (value instanceof Date) return toDateCell(value.getTime())
  if (typeof value === 'number' && !Number.isFinite(value)) return { error: '#NUM!' }
  return value
}

/** The reader gives day numbers as UTC midnights, so the calendar parts are taken in UTC: no time zone can move a date of birth. */
function toDateCell(time: number): Cell {
  const seconds = Math.round(time / 1000) * 1000
  if (!(seconds >= FIRST_DAY && seconds < LAST_DAY + DAY)) return { error: '#####' } // what Excel shows for it
  const written = new Date(seconds).toISOString()
  return { date: seconds % DAY === 0 ? written.slice(0, 10) : written.slice(0, 19) }
}

function correct(cell: Cell, note: CellNote): Cell {
  if (note === 'empty') return null
  if (note === 'uncalculated') return { error: '#CALC!' }
  if (note === 'error') return { error: String(cell) }
  const [, day, time = '00:00', second = '00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?.*)?$/.exec(String(cell)) ?? []
  if (day === undefined || Number.isNaN(Date.parse(`${day}T${time}:${second}Z`))) return cell
  return { date: time === '00:00' && second === '00' ? day : `${day}T${time}:${second}` }
}
