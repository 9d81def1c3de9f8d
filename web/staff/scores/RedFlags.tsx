import type { RaisedFlag } from '#contract/scores.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Alert } from '#web/ui/Alert.tsx'

type RedFlagsProps = {
  redFlags: readonly RaisedFlag[]
  /** Who read the answers first, where it is known. */
  firstRead?: { by: string; at: string } | null
}

/** The red flags that answers raised, in the author's words, above everything else. */
export function RedFlags({ redFlags, firstRead }: RedFlagsProps) {
  const [first] = redFlags
  if (!first) return null
  const alertedAt = redFlags.find((flag) => flag.alertedAt)?.alertedAt
  return (
    <Alert kind="danger" title={redFlags.length === 1 ? `Red flag: ${first.name}` : `${redFlags.length} red flags`}>
      {redFlags.length > 1 && (
        <ul className="red-flags">
          {redFlags.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        The answers made this form request urgent.
        {alertedAt && ` Nobody had read them in time, so an alert was raised on ${formatDateTime(alertedAt)}.`}
        {firstRead && ` First read by ${firstRead.by} on ${formatDateTime(firstRead.at)}.`}
      </p>
    </Alert>
  )
}
