import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { selectionWords } from './list-words.ts'

type BulkBarProps = { count: number; idle?: ReactNode; note?: ReactNode; onClear: () => void; children: ReactNode }

/**
 * The actions on selected rows. Where the bar stays while nothing is selected, the page answers a press with a message. `note` stands between the
 * number and the actions.
 */
export function BulkBar({ count, idle, note, onClear, children }: BulkBarProps) {
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
      {note}
      <span className="bulk-bar__actions">{children}</span>
    </div>
  )
}
