import type { ReactNode } from 'react'

import { Button } from './Button.tsx'

type BulkBarProps = { count: number; idle?: ReactNode; onClear: () => void; children: ReactNode }

/**
 * The actions stay in place when nothing is selected: an action that removed its own button would drop the focus to the body.
 * With nothing selected the page answers a press with words.
 */
export function BulkBar({ count, idle, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk-bar" data-active={count > 0 || undefined} role="group" aria-label="With selected">
      <span className="bulk-bar__count" aria-live="polite">
        {count > 0 ? `${count.toLocaleString('en-GB')} selected` : (idle ?? 'None selected')}
      </span>
      {count > 0 && (
        <Button kind="link" size="sm" onClick={onClear}>
          Clear selection
        </Button>
      )}
      <span className="bulk-bar__actions">{children}</span>
    </div>
  )
}
