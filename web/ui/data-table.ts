import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** the name the list is sorted by; without it the column cannot be sorted */
  sortBy?: string
  align?: 'start' | 'end'
  /** the cell that names the row; it carries the row's link */
  isRowHeader?: boolean
  isHeaderHidden?: boolean
  isNowrap?: boolean
}

export type Sort = { by: string; direction: 'asc' | 'desc' }

/** `gone`: it does not belong to the list any more. The two of `changed` follow each other, so that a second change is seen as one. */
export type RowMark = 'changed' | 'changedAgain' | 'gone'

export type Selection<Row> = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** what the row is called, for "Select …" */
  nameOf: (row: Row) => string
}

export const nextSort = (sort: Sort | undefined, by: string): Sort => ({
  by,
  direction: sort?.by === by && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** With shift, everything between the last row touched and this one follows this one. */
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

/** The header's checkbox speaks for the rows in sight and leaves selected rows of other pages alone. */
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

/** With shift from one row to another: all between where one began and where one goes are ticked, and those one goes back over no longer. */
export function extendSelection(
  ids: readonly string[],
  selected: ReadonlySet<string>,
  { began, from, to }: Record<'began' | 'from' | 'to', string>,
) {
  const stretch = (end: string) => {
    const [one, other] = [ids.indexOf(began), ids.indexOf(end)].sort((a, b) => a - b)
    return ids.slice(one, other! + 1) // there are two
  }
  const next = new Set(selected)
  for (const id of stretch(from)) next.delete(id)
  for (const id of stretch(to)) next.add(id)
  return next
}
