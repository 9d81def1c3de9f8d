import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { filterWords } from './list-words.ts'

export type FilterChip = { id: string; label: string; onRemove: () => void }

type FilterBarProps = {
  children: ReactNode
  chips?: readonly FilterChip[]
  onClear?: () => void
  label?: string
  /** the chips stand beside the filters and not below them */
  isOneRow?: boolean
  /** stands at the end of the row */
  end?: ReactNode
}

export function FilterBar({ children, chips = [], onClear, label = filterWords.label, isOneRow = false, end }: FilterBarProps) {
  return (
    <div className={isOneRow ? 'filter-bar filter-bar--row' : 'filter-bar'} role="search" aria-label={label}>
      <div className="filter-bar__fields">{children}</div>
      {chips.length > 0 && (
        <div className="filter-bar__chips">
          <VisuallyHidden>{filterWords.active}</VisuallyHidden>
          <ul>
            {chips.map(({ id, label: text, onRemove }) => (
              <li key={id}>
                <button type="button" className="chip" onClick={onRemove}>
                  <VisuallyHidden>{filterWords.remove}</VisuallyHidden>
                  {text}
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
          {onClear && (
            <Button kind="link" size="sm" onClick={onClear}>
              {filterWords.clearAll}
            </Button>
          )}
        </div>
      )}
      {end && <div className="filter-bar__end">{end}</div>}
    </div>
  )
}
