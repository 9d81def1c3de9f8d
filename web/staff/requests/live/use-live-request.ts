import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { onChanges } from '#web/staff/live/changes.ts'

import { isOwnChange } from './is-own-change.ts'

/** Events that happen often and are not announced. */
const quiet = new Set(['saved', 'queued'])
/** A page that was loaded less than this many milliseconds ago is not loaded again only because an update may have been missed. */
const fresh = 5_000

/**
 * Reloads an open form request whenever it changes. Returns the changes by others since it was opened (REQ-6), by their position in the
 * timeline.
 */
export function useLiveRequest(id: string, request: RequestDetails | undefined): readonly number[] {
  const queryClient = useQueryClient()
  const latest = request?.timeline.at(-1)?.id
  const [seen, setSeen] = useState<{ latest: number | undefined; news: readonly number[] }>({ latest, news: [] })

  useEffect(
    () =>
      onChanges((ids) => {
        const { queryKey } = q(api.requests.get, { params: { id } })
        const isRecent = Date.now() - (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < fresh
        if (ids === null ? isRecent : !ids.includes(id)) return
        void queryClient.invalidateQueries({ queryKey, refetchType: document.hidden ? 'none' : 'active' })
      }),
    [id, queryClient],
  )
  if (request && latest !== undefined && seen.latest !== latest) {
    const events = request.timeline.filter((event) => seen.latest !== undefined && event.id > seen.latest && !quiet.has(event.kind))
    const news = isOwnChange(queryClient) ? [] : events.map((event) => event.id)
    setSeen({ latest, news: [...seen.news, ...news] })
  }
  return seen.news
}
