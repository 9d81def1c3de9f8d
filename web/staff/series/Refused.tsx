import type { SeriesResults } from '#contract/series.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { refusedWords as words } from './words.ts'

/** Why some of a selection could not be changed, by reason. */
export function Refused({ refused, onDismiss }: { refused: SeriesResults['results']; onDismiss: () => void }) {
  if (refused.length === 0) return null
  const reasons = Map.groupBy(refused, ({ reason }) => reason ?? '')
  return (
    <Alert
      kind="warning"
      title={words.title(refused.length)}
      actions={
        <Button size="sm" onClick={onDismiss}>
          {words.dismiss}
        </Button>
      }
    >
      <ul className="series-reasons">
        {[...reasons].map(([reason, alike]) => (
          <li key={reason}>{words.reason(reason, alike.length)}</li>
        ))}
      </ul>
    </Alert>
  )
}
