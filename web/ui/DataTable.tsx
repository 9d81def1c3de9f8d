import { type ReactNode, useRef } from 'react'

import { DataTableHead } from './DataTableHead.tsx'
import { DataTableRow } from './DataTableRow.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { isPastEnd, Pagination, type PaginationProps, PastEnd } from './Pagination.tsx'
import { ScrollRegion } from './ScrollRegion.tsx'
import { Select } from './Select.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { type Column, type RowHeight, type RowMark, type Selection, type Sort, toggleAll, toggleRow } from './data-table.ts'
import { tableWords } from './list-words.ts'
import { type RowKey, useRowKeys } from './use-row-keys.ts'
import { useStable } from './use-stable.ts'
import { loading } from './words.ts'

export type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** undefined while the first rows are loading */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  rowHref?: (row: Row) => string
  isUrgent?: (row: Row) => boolean
  /** how a row has changed since it was loaded */
  markOf?: (row: Row) => RowMark | undefined
  /** the row whose details stand beside the table */
  openId?: string | undefined
  /** called when a key has moved to another row */
  onRowStep?: ((id: string) => void) | undefined
  /** handles further keys in a row; with it, only one row at a time can be reached by Tab */
  onRowKey?: RowKey
  sort?: Sort | undefined
  /** on small screens, where more can be sorted by than is shown */
  sortColumns?: readonly Column<Row>[] | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection<Row> | undefined
  /** the rows are those of the previous search */
  isStale?: boolean
  error?: { message: string; onRetry: () => void } | undefined
  empty?: ReactNode
  /** the pages of the list, when the rows are one page of it */
  paging?: PaginationProps | undefined
  skeletonRows?: number
  rowHeight?: RowHeight | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    rowHref,
    isUrgent,
    markOf,
    openId,
    onRowStep,
    onRowKey,
    sort,
    sortColumns,
    onSort,
    selection,
    isStale = false,
    error,
    empty,
    paging,
    skeletonRows = 10,
    rowHeight,
  } = props
  const lastTouched = useRef<string>(undefined)
  const ids = rows?.map(rowId) ?? []
  const width = columns.length + (selection ? 1 : 0)

  const toggle = useStable((id: string, isRange: boolean) => {
    selection?.onChange(toggleRow(ids, selection.selected, id, isRange ? lastTouched.current : undefined))
    lastTouched.current = id
  })
  const select = useStable((selected: ReadonlySet<string>) => selection?.onChange(selected))
  const keys = { ids, selected: selection?.selected, onSelect: select, onToggle: toggle, openId, onStep: onRowStep, onRowKey }
  const { active, body, handlers } = useRowKeys(keys)
  return (
    <>
      <div className="data-table-box" data-stale={isStale || undefined}>
        {onSort && <DataTableSort columns={sortColumns ?? columns} sort={sort} onSort={onSort} />}
        <ScrollRegion label={label}>
          {/* The roles are explicit, because some browsers drop them when the cells are stacked on small screens. */}
          <table
            className="data-table"
            role="table"
            aria-busy={isStale || (!rows && !error) || undefined}
            data-many-columns={width > 9 || undefined}
            data-row-height={rowHeight}
          >
            <caption className="visually-hidden">{label}</caption>
            <DataTableHead
              {...{ columns, sort, onSort, ids, selected: selection?.selected }}
              onToggleAll={() => selection?.onChange(toggleAll(ids, selection.selected))}
            />
            <tbody role="rowgroup" ref={body} {...handlers}>
              {!rows && !error && <DataTableSkeleton rows={skeletonRows} width={width} />}
              {error && (
                <DataTableMessage width={width}>
                  <ErrorState onRetry={error.onRetry}>{error.message}</ErrorState>
                </DataTableMessage>
              )}
              {!error && rows?.length === 0 && (
                <DataTableMessage width={width}>
                  {paging && isPastEnd(paging) ? <PastEnd {...paging} /> : (empty ?? <EmptyState title={tableWords.empty} />)}
                </DataTableMessage>
              )}
              {!error &&
                rows?.map((row) => (
                  <DataTableRow
                    key={rowId(row)}
                    {...{ row, columns }}
                    id={rowId(row)}
                    href={rowHref?.(row)}
                    isUrgent={isUrgent?.(row) ?? false}
                    mark={markOf?.(row)}
                    isOpen={openId === rowId(row)}
                    isInTabOrder={active === undefined || active === rowId(row)}
                    isSelected={selection?.selected.has(rowId(row))}
                    name={selection?.nameOf(row)}
                    onToggle={toggle}
                  />
                ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      {paging && <Pagination {...paging} />}
    </>
  )
}

/** A message in place of the rows of a table. */
function DataTableMessage({ width, children }: { width: number; children: ReactNode }) {
  return (
    <tr className="data-table__message" role="row">
      <td colSpan={width} role="cell">
        {children}
      </td>
    </tr>
  )
}

function DataTableSkeleton({ rows, width }: { rows: number; width: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="data-table__skeleton" role="row">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell} role="cell">
          {row === 0 && cell === 0 && <VisuallyHidden>{loading}</VisuallyHidden>}
          <span className="skeleton" aria-hidden="true" />
        </td>
      ))}
    </tr>
  ))
}

type DataTableSortProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

/** The sort order for small screens, where the stacked rows have no column headers. */
function DataTableSort<Row>({ columns, sort, onSort }: DataTableSortProps<Row>) {
  const options = columns.flatMap(({ header, sortBy }) =>
    sortBy === undefined
      ? []
      : [
          { value: `asc ${sortBy}`, label: tableWords.ascending(header) },
          { value: `desc ${sortBy}`, label: tableWords.descending(header) },
        ],
  )
  if (options.length === 0) return null
  const choose = (value: string) => {
    const [direction, by] = value.split(' ')
    if (by) onSort({ by, direction: direction === 'desc' ? 'desc' : 'asc' })
  }
  return (
    <div className="data-table-sort">
      <Select
        label={tableWords.sortBy}
        options={options}
        placeholder={tableWords.chooseOrder}
        value={sort ? `${sort.direction} ${sort.by}` : ''}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  )
}
