import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { selectionWords } from './list-words.ts'

type BulkBarProps = { count: number; idle?: ReactNode; onClear: () => void; children: ReactNode }

/**
 * The actions stay in place when nothing is selected, because removing a pressed button would lose the focus. With nothing selected, the page
 * answers a press with a message.
 */
export function BulkBar({ count, idle, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk-bar" data-active={count > 0 || undefined} role="group" aria-label={selectionWords.label}>
      <span className="bulk-bar__count" aria-live="polite">
        {count > 0 ? selectionWords.selected(count) : (idle ?? selectionWords.none)}
      </span>
      {count > 0 && (
        <Button kind="link" size="sm" onClick={onClear}>
          {selectionWords.clear}
        </Button>
      )}
      <span className="bulk-bar__actions">{children}</span>
    </div>
  )
}
