import { memo, type MouseEvent } from 'react'

import { classNames } from './class-names.ts'
import type { Column, RowMark } from './data-table.ts'
import { Link } from './Link.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { selectionWords, tableWords } from './list-words.ts'

type DataTableRowProps<Row> = {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  href: string | undefined
  isUrgent: boolean
  mark: RowMark | undefined
  /** its details stand beside the table */
  isOpen: boolean
  isInTabOrder: boolean
  isSelected: boolean | undefined
  name: string | undefined
  onToggle: (id: string, isRange: boolean) => void
}

/** A press anywhere in the row opens its link, except on a control in the row or while text is being selected. */
function followRowLink(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as Element // a mouse event on a row always comes from an element
  if (event.defaultPrevented || target.closest('a, button, input, label, select') || getSelection()?.toString()) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('.data-table__link')
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

function PlainRow<Row>(props: DataTableRowProps<Row>) {
  const { row, id, columns, href, isUrgent, mark, isOpen, isInTabOrder, isSelected, name, onToggle } = props
  const tabIndex = isInTabOrder ? undefined : -1
  return (
    <tr
      className={classNames(isUrgent && 'data-table__row--urgent')}
      role="row"
      data-selected={isSelected || undefined}
      data-mark={mark}
      aria-current={isOpen || undefined}
      data-link={href !== undefined || undefined}
      onClick={href === undefined ? undefined : followRowLink}
    >
      {isSelected !== undefined && (
        <td className="data-table__check" role="cell">
          <RowTick name={name} isSelected={isSelected} tabIndex={tabIndex} onToggle={(isRange) => onToggle(id, isRange)} />
        </td>
      )}
      {columns.map((column) => (
        <RowCell key={column.id} {...{ row, column, href, tabIndex }} isGone={mark === 'gone'} />
      ))}
    </tr>
  )
}

/** Rendered again only when its own data changes, because a page may have 200 rows. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow // memo loses the type parameter

type RowTickProps = { name: string | undefined; isSelected: boolean; tabIndex: number | undefined; onToggle: (isRange: boolean) => void }

function RowTick({ name, isSelected, tabIndex, onToggle }: RowTickProps) {
  return (
    <label className="data-table__tick">
      <VisuallyHidden>{selectionWords.select(name)}</VisuallyHidden>
      <input
        className="checkbox"
        type="checkbox"
        checked={isSelected}
        tabIndex={tabIndex}
        // React's change event of a checkbox is a click, so it has the state of the Shift key.
        onChange={(event) => onToggle((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
      />
    </label>
  )
}

type RowCellProps<Row> = { row: Row; column: Column<Row>; href: string | undefined; tabIndex: number | undefined; isGone: boolean }

function RowCell<Row>({ row, column, href, tabIndex, isGone }: RowCellProps<Row>) {
  const { header, cell, align = 'start', isRowHeader, isNowrap, width } = column
  const className = classNames(`align--${align}`, isNowrap && 'nowrap', width && `data-table__cell--${width}`)
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
        <Link className="data-table__link" href={href} tabIndex={tabIndex}>
          {content}
        </Link>
      )}
      {isGone && <VisuallyHidden>{tableWords.noLongerListed}</VisuallyHidden>}
    </th>
  )
}
