import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** the name of the sort field; without it the column cannot be sorted */
  sortBy?: string
  align?: 'start' | 'end'
  /** the cell with the name and the link of the row */
  isRowHeader?: boolean
  isHeaderHidden?: boolean
  isNowrap?: boolean
  /** the share of the room that the other columns leave; what does not fit on one line is cut off */
  width?: 'narrow' | 'medium' | 'wide'
}

export type RowHeight = 'compact' | 'comfortable'

export type Sort = { by: string; direction: 'asc' | 'desc' }

/** 'gone' is a row that no longer belongs to the list. 'changed' and 'changedAgain' alternate, so that a second change is animated again. */
export type RowMark = 'changed' | 'changedAgain' | 'gone'

export type Selection<Row> = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** the name of the row, for "Select …" */
  nameOf: (row: Row) => string
}

export const nextSort = (sort: Sort | undefined, by: string): Sort => ({
  by,
  direction: sort?.by === by && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** With Shift, all rows from the last clicked row to this one get the new state of this row. */
export function toggleRow(ids: readonly string[], selected: ReadonlySet<string>, id: string, rangeFrom?: string): Set<string> {
  const next = new Set(selected)
  const isOn = !selected.has(id)
  const from = rangeFrom === undefined ? -1 : ids.indexOf(rangeFrom)
  const to = ids.indexOf(id)
  const touched = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of touched) {
    if (isOn) next.add(one)
    else next.delete(one)
  }
  return next
}

/** The checkbox in the header selects the rows of this page and keeps the selected rows of other pages. */
export function toggleAll(ids: readonly string[], selected: ReadonlySet<string>): Set<string> {
  const next = new Set(selected)
  const isOn = !ids.every((id) => selected.has(id))
  for (const id of ids) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return next
}

export function howManySelected(ids: readonly string[], selected: ReadonlySet<string>): 'none' | 'some' | 'all' {
  const count = ids.filter((id) => selected.has(id)).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}

/** With Shift and arrow keys, all rows from the first row to the current one are selected. Going back deselects rows again. */
export function extendSelection(
  ids: readonly string[],
  selected: ReadonlySet<string>,
  { began, from, to }: Record<'began' | 'from' | 'to', string>,
) {
  const range = (end: string) => {
    const [one, other] = [ids.indexOf(began), ids.indexOf(end)].sort((a, b) => a - b)
    return ids.slice(one, other! + 1) // there are two
  }
  const next = new Set(selected)
  for (const id of range(from)) next.delete(id)
  for (const id of range(to)) next.add(id)
  return next
}
