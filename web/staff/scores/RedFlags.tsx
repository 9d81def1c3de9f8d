import type { RaisedFlag } from '#contract/scores.ts'
import { formatDateTime } from '#domain/moments.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { redFlagWords } from './words.ts'

type RedFlagsProps = {
  redFlags: readonly RaisedFlag[]
  /** the user who read the answers first, if known */
  firstRead?: { by: string; at: string } | null
}

/** The red flags that the answers raised. */
export function RedFlags({ redFlags, firstRead }: RedFlagsProps) {
  const [first] = redFlags
  if (!first) return null
  const alertedAt = redFlags.find((flag) => flag.alertedAt)?.alertedAt
  return (
    <Alert kind="danger" title={redFlags.length === 1 ? redFlagWords.one(first.name) : redFlagWords.several(redFlags.length)}>
      {redFlags.length > 1 && (
        <ul className="red-flags">
          {redFlags.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        {redFlagWords.madeUrgent}
        {alertedAt && ` ${redFlagWords.alerted(formatDateTime(alertedAt))}`}
        {firstRead && ` ${redFlagWords.firstRead(firstRead.by, formatDateTime(firstRead.at))}`}
      </p>
    </Alert>
  )
}
