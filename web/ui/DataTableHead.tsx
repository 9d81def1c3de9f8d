import { classNames } from './class-names.ts'
import { howManySelected, nextSort } from './data-table.ts'
import type { Column, Sort } from './data-table.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { selectionWords } from './list-words.ts'

type DataTableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  ids: readonly string[]
  selected: ReadonlySet<string> | undefined
  onToggleAll: () => void
}

export function DataTableHead<Row>({ columns, sort, onSort, ids, selected, onToggleAll }: DataTableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selected && (
          <th className="data-table__check" scope="col" role="columnheader">
            <SelectAll amount={howManySelected(ids, selected)} isEmpty={ids.length === 0} onToggle={onToggleAll} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} {...{ column, sort, onSort }} />
        ))}
      </tr>
    </thead>
  )
}

type HeadCellProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }

function HeadCell<Row>({ column: { header, sortBy, align = 'start', isHeaderHidden, width }, sort, onSort }: HeadCellProps<Row>) {
  const direction = sortBy !== undefined && sort?.by === sortBy ? sort.direction : undefined
  const ariaSort = direction && (direction === 'asc' ? 'ascending' : 'descending')
  const text = isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header
  return (
    <th
      className={classNames(`align--${align}`, width && `data-table__cell--${width}`)}
      scope="col"
      role="columnheader"
      aria-sort={ariaSort}
    >
      {sortBy !== undefined && onSort ? (
        <button className="data-table__sort" type="button" data-direction={direction} onClick={() => onSort(nextSort(sort, sortBy))}>
          {text}
          <Icon name={direction === 'desc' ? 'arrowDown' : 'arrowUp'} />
        </button>
      ) : (
        text
      )}
    </th>
  )
}

function SelectAll({ amount, isEmpty, onToggle }: { amount: 'none' | 'some' | 'all'; isEmpty: boolean; onToggle: () => void }) {
  const isAll = amount === 'all' && !isEmpty
  return (
    <label className="data-table__tick">
      <VisuallyHidden>{selectionWords.selectAll}</VisuallyHidden>
      <input
        className="checkbox"
        type="checkbox"
        disabled={isEmpty}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = amount === 'some'
        }}
        onChange={onToggle}
      />
    </label>
  )
}
