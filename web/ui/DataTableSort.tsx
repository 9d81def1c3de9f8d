import type { Column, Sort } from './data-table.ts'
import { Select } from './Select.tsx'

type DataTableSortProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

/** Stacked rows have no header to press, so small screens get the same choice as a list. */
export function DataTableSort<Row>({ columns, sort, onSort }: DataTableSortProps<Row>) {
  const options = columns.flatMap(({ header, sortBy }) =>
    sortBy === undefined
      ? []
      : [
          { value: `asc ${sortBy}`, label: `${header}, ascending` },
          { value: `desc ${sortBy}`, label: `${header}, descending` },
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
        label="Sort by"
        options={options}
        placeholder="Choose an order"
        value={sort ? `${sort.direction} ${sort.by}` : ''}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  )
}
