import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { filterWords } from './list-words.ts'

export type FilterChip = { id: string; label: string; onRemove: () => void }

type FilterBarProps = { children: ReactNode; chips?: readonly FilterChip[]; onClear?: () => void; label?: string }

export function FilterBar({ children, chips = [], onClear, label = filterWords.label }: FilterBarProps) {
  return (
    <div className="filter-bar" role="search" aria-label={label}>
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
    </div>
  )
}
