import { useState } from 'react'

import type { RequestSummary } from '#contract/request-records.ts'
import type { Column, RowHeight, Sort } from '#web/ui/data-table.ts'

import { requestColumns, usualColumns, type RequestColumnId } from './request-columns.tsx'

/** Deleted with local storage at sign-out, like the page size of a list (UI-4). */
const columnsKey = 'formward.worklist-columns'
const widthsKey = 'formward.worklist-column-widths'
const heightKey = 'formward.worklist-row-height'

/** The columns in their stored order. Undefined if none are stored. The name of the patient is always first, as it is the link of the row. */
export function columnsFrom(text: string | null): RequestColumnId[] | undefined {
  if (text === null) return undefined
  const known = text.split(' ').flatMap((id) => requestColumns.find((column) => column.id === id)?.id ?? [])
  return [...new Set<RequestColumnId>(['patient', ...known])]
}

/** How much room a column gets whose text is cut off where it does not fit. The others are as wide as their text. */
export const columnWidths = ['narrow', 'medium', 'wide'] as const
export type ColumnWidth = (typeof columnWidths)[number]
export type ColumnWidths = { readonly [id in RequestColumnId]?: ColumnWidth }

const usualWidths: ColumnWidths = Object.fromEntries(
  requestColumns.flatMap((column) => ('width' in column ? [[column.id, column.width]] : [])),
)

/** The widths that a user has chosen. Columns and widths that do not exist are left out. */
export function widthsFrom(text: string | null): ColumnWidths {
  const pairs = (text ?? '').split(' ').flatMap((pair) => {
    const [id, name] = pair.split(':')
    const column = requestColumns.find((one) => one.id === id && usualWidths[one.id])
    const width = columnWidths.find((one) => one === name)
    return column && width ? [[column.id, width]] : []
  })
  return Object.fromEntries(pairs) as ColumnWidths
}

export type ColumnChoice = {
  /** The columns that are shown, in their order. */
  ids: readonly RequestColumnId[]
  /** The width of each column that has one. */
  widths: ColumnWidths
  isUsual: boolean
  rowHeight: RowHeight
  setIds: (ids: readonly RequestColumnId[]) => void
  setWidth: (id: RequestColumnId, width: ColumnWidth) => void
  /** Back to the columns and widths that everyone has without a choice. */
  reset: () => void
  setRowHeight: (height: RowHeight) => void
}

/** The columns, their widths and the row height of the worklist (REQ-8). Without a choice the columns depend on the filters. */
export function useColumnChoice(filters: Parameters<typeof usualColumns>[0]): ColumnChoice {
  const [chosen, setChosen] = useState(() => columnsFrom(localStorage.getItem(columnsKey)))
  const [chosenWidths, setChosenWidths] = useState(() => widthsFrom(localStorage.getItem(widthsKey)))
  const [rowHeight, setRowHeight] = useState<RowHeight>(() =>
    localStorage.getItem(heightKey) === 'comfortable' ? 'comfortable' : 'compact',
  )
  return {
    ids: chosen ?? usualColumns(filters),
    widths: { ...usualWidths, ...chosenWidths },
    isUsual: chosen === undefined && Object.keys(chosenWidths).length === 0,
    rowHeight,
    setIds: (ids) => {
      localStorage.setItem(columnsKey, ids.join(' '))
      setChosen([...ids])
    },
    setWidth: (id, width) => {
      const widths = { ...chosenWidths, [id]: width }
      localStorage.setItem(
        widthsKey,
        Object.entries(widths)
          .map((pair) => pair.join(':'))
          .join(' '),
      )
      setChosenWidths(widths)
    },
    reset: () => {
      localStorage.removeItem(columnsKey)
      localStorage.removeItem(widthsKey)
      setChosen(undefined)
      setChosenWidths({})
    },
    setRowHeight: (height) => {
      localStorage.setItem(heightKey, height)
      setRowHeight(height)
    },
  }
}

const made = new Map<string, Column<RequestSummary>[]>()

/** The same list for the same columns and widths: a row is drawn again when it gets other columns. */
export function columnsOf(ids: readonly RequestColumnId[], widths: ColumnWidths = usualWidths): Column<RequestSummary>[] {
  const key = ids.map((id) => `${id}:${widths[id] ?? ''}`).join(' ')
  const columns =
    made.get(key) ??
    ids.flatMap((id) => {
      const column = requestColumns.find((one) => one.id === id)
      const width = widths[id]
      return column ? [width ? { ...column, width } : column] : []
    })
  made.set(key, columns)
  return columns
}

/** The columns beside a form request that is read: two short lines for each row, with the moment by which the list is sorted. */
export const columnsBeside = (sort: Sort | undefined) => {
  const moment = requestColumns.find((column) => 'sortBy' in column && column.sortBy === sort?.by && column.sortBy.endsWith('At'))
  return columnsOf(['patient', 'status', 'form', moment?.id ?? 'created'])
}

/** The same columns with one of them a place up (-1) or down (1). The first column stays in its place. */
export function moveColumn(ids: readonly RequestColumnId[], id: RequestColumnId, by: -1 | 1): readonly RequestColumnId[] {
  const from = ids.indexOf(id)
  const to = from + by
  const other = ids[to]
  return from < 1 || to < 1 || other === undefined ? ids : ids.with(from, other).with(to, id)
}
