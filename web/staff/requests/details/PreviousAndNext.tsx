import { useQueryClient } from '@tanstack/react-query'

import type { requests } from '#contract/requests.ts'
import type { RouteResponse } from '#contract/route.ts'
import { api } from '#web/api/client.ts'
import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { neighbourWords as words } from './words.ts'

/** Links to the previous and next form request on the page of the worklist that was opened last. */
export function PreviousAndNext({ id }: { id: string }) {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [api.requests.list.key] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ state }) => (state.data as RouteResponse<typeof requests.list> | undefined)?.docs ?? []) // the key is that of the list
  const ids = lists.find((docs) => docs.some((doc) => doc.id === id))?.map((doc) => doc.id) ?? []
  const place = ids.indexOf(id)
  const [before, after] = [ids[place - 1], ids[place + 1]]
  if (place < 0 || (!before && !after)) return null
  return (
    <nav className="neighbours" aria-label={words.label}>
      {before && (
        <ButtonLink size="sm" kind="link" href={pathTo('requestDetails', { id: before })}>
          <Icon name="arrowLeft" /> {words.previous}
        </ButtonLink>
      )}
      <span className="muted">{words.position(place + 1, ids.length)}</span>
      {after && (
        <ButtonLink size="sm" kind="link" href={pathTo('requestDetails', { id: after })}>
          {words.next} <Icon name="arrowRight" />
        </ButtonLink>
      )}
    </nav>
  )
}
