import type { RaisedFlag } from '#contract/scores.ts'
import { formatDateTime } from '#domain/moments.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { namedRedFlag } from './red-flag-words.ts'
import { redFlagWords } from './words.ts'

type RedFlagsProps<Flag extends RaisedFlag> = {
  redFlags: readonly Flag[]
  /** the id of the element of the answer or score that raised a red flag, if the screen shows it */
  placeOf?: (flag: Flag) => string | undefined
  /** the user who read the answers first, if known */
  firstRead?: { by: string; at: string } | null
}

/** The red flags that the answers raised. */
export function RedFlags<Flag extends RaisedFlag>({ redFlags, placeOf, firstRead }: RedFlagsProps<Flag>) {
  const [first] = redFlags
  if (!first) return null
  const linked = (flag: Flag, words: string) => <PlaceLink to={placeOf?.(flag)}>{words}</PlaceLink>
  const alertedAt = redFlags.find((flag) => flag.alertedAt)?.alertedAt
  return (
    <Alert kind="danger" title={redFlags.length === 1 ? linked(first, namedRedFlag(first.name)) : redFlagWords.several(redFlags.length)}>
      {redFlags.length > 1 && (
        <ul className="red-flags">
          {redFlags.map((flag) => (
            <li key={flag.id}>{linked(flag, flag.name)}</li>
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

/** Moves the focus on the same screen, without a step in the history: "Back" leads to the list. */
function PlaceLink({ to, children }: { to: string | undefined; children: string }) {
  if (to === undefined) return children
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        const place = document.getElementById(to)
        place?.focus({ preventScroll: true })
        place?.scrollIntoView({ block: 'center' })
      }}
    >
      {children}
    </a>
  )
}
