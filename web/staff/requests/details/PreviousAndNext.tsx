import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { useListPosition } from './use-list-position.ts'
import { neighbourWords as words } from './neighbour-words.ts'

/** Links to the previous and next form request of the list that the user came from, over all of its pages. */
export function PreviousAndNext({ id }: { id: string }) {
  const position = useListPosition(id)
  if (!position) return null
  const { list, place, total, isAtLeast, previous, next, isLast } = position
  return (
    <nav className="neighbours" aria-label={words.lists[list]}>
      {previous && (
        <ButtonLink size="sm" kind="link" href={pathTo('requestDetails', { id: previous })}>
          <Icon name="arrowLeft" /> {words.previous}
        </ButtonLink>
      )}
      <span className="muted">
        {words.position(place, total, isAtLeast)}
        {isLast && total > 1 && <> · {words.end}</>}
      </span>
      {next && (
        <ButtonLink size="sm" kind="link" href={pathTo('requestDetails', { id: next })}>
          {words.next} <Icon name="arrowRight" />
        </ButtonLink>
      )}
    </nav>
  )
}
