import type { Column, Sort } from './data-table.ts'
import { Select } from './Select.tsx'
import { tableWords } from './list-words.ts'

type DataTableSortProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

/** The sort order for small screens, where the stacked rows have no column headers. */
export function DataTableSort<Row>({ columns, sort, onSort }: DataTableSortProps<Row>) {
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
