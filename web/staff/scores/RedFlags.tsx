import type { RaisedFlag } from '#contract/scores.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Alert } from '#web/ui/Alert.tsx'

type RedFlagsProps = { redFlags: readonly RaisedFlag[] }

/** The red flags that answers raised, in the author's words, above everything else. */
export function RedFlags({ redFlags }: RedFlagsProps) {
  const [first] = redFlags
  if (!first) return null
  const alertedAt = redFlags.find((flag) => flag.alertedAt)?.alertedAt
  const waits = redFlags.flatMap(({ alertMinutes }) => alertMinutes ?? [])
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
        {alertedAt
          ? ` Nobody had read them in time, so an alert was made on ${formatDateTime(alertedAt)}.`
          : waits.length > 0 && ` Left unread for ${minutesWords(Math.min(...waits))}, they alert the assignee or the admins.`}
      </p>
    </Alert>
  )
}

function minutesWords(minutes: number) {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
