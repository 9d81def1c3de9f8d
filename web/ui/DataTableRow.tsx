import type { MouseEvent } from 'react'

import { classNames } from './class-names.ts'
import type { Column } from './data-table.ts'
import { Link } from './Link.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type DataTableRowProps<Row> = {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  href: string | undefined
  isUrgent: boolean
  isSelected: boolean | undefined
  name: string | undefined
  onToggle: (id: string, isRange: boolean) => void
}

/** A press anywhere in the row follows its link, unless it was meant for something in the row or for marking text. */
function followRowLink(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as Element // a mouse event on a row always comes from an element
  if (event.defaultPrevented || target.closest('a, button, input, label, select') || getSelection()?.toString()) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('.data-table__link')
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

export function DataTableRow<Row>({ row, id, columns, href, isUrgent, isSelected, name, onToggle }: DataTableRowProps<Row>) {
  return (
    <tr
      className={classNames(isUrgent && 'data-table__row--urgent')}
      role="row"
      data-selected={isSelected || undefined}
      data-link={href !== undefined || undefined}
      onClick={href === undefined ? undefined : followRowLink}
    >
      {isSelected !== undefined && (
        <td className="data-table__check" role="cell">
          <RowTick name={name} isSelected={isSelected} onToggle={(isRange) => onToggle(id, isRange)} />
        </td>
      )}
      {columns.map((column) => (
        <RowCell key={column.id} {...{ row, column, href }} />
      ))}
    </tr>
  )
}

function RowTick({ name, isSelected, onToggle }: { name: string | undefined; isSelected: boolean; onToggle: (isRange: boolean) => void }) {
  return (
    <label className="data-table__tick">
      <VisuallyHidden>Select {name}</VisuallyHidden>
      <input
        className="checkbox"
        type="checkbox"
        checked={isSelected}
        // React's change event of a checkbox is the browser's click, which knows about shift.
        onChange={(event) => onToggle((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
      />
    </label>
  )
}

function RowCell<Row>({ row, column, href }: { row: Row; column: Column<Row>; href: string | undefined }) {
  const { header, cell, align = 'start', isRowHeader, isNowrap } = column
  const className = classNames(`align--${align}`, isNowrap && 'nowrap')
  const content = cell(row)
  if (!isRowHeader)
    return (
      <td className={className} role="cell" data-label={header}>
        <span className="data-table__value">{content}</span>
      </td>
    )
  return (
    <th className={classNames(className, 'data-table__name')} scope="row" role="rowheader">
      {href === undefined ? (
        content
      ) : (
        <Link className="data-table__link" href={href}>
          {content}
        </Link>
      )}
    </th>
  )
}
