import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus } from '#web/api/refusal.ts'
import { onChanges } from '#web/staff/live/changes.ts'
import { useSession } from '#web/staff/session.ts'

import { isOwnChange } from './is-own-change.ts'

/** Events that happen often and are not announced. */
const quiet = new Set(['saved', 'queued'])
/** A page that was loaded less than this many milliseconds ago is not loaded again only because an update may have been missed. */
const fresh = 5_000

type TimelineEvent = RequestDetails['timeline'][number]
type Seen = { id: string; latest: number | undefined; news: readonly number[] }

/** The event that was stored last. The timeline is in the order of time, and what began earlier may be stored later. */
const latestOf = ({ timeline }: RequestDetails) => (timeline.length > 0 ? Math.max(...timeline.map(({ id }) => id)) : undefined)

/**
 * Reloads an open form request whenever it changes. `news`: the changes by others since it was opened (REQ-6), by their position in the timeline. Answers
 * that arrive are loaded only when the user asks for them (`isAnswered`, `show`), because what is loaded is recorded as read: the user may be reading a
 * list beside it, or be at work in another window.
 */
export function useLiveRequest(
  id: string,
  request: RequestDetails | undefined,
): { news: readonly number[]; isAnswered: boolean; show: () => void } {
  const queryClient = useQueryClient()
  const { member } = useSession()
  const latest = request && latestOf(request)
  const isUnanswered = request?.submittedAt === null
  const [hasAnswers, setHasAnswers] = useState(false)
  const [seen, setSeen] = useState<Seen>({ id, latest, news: [] })

  useEffect(() => {
    const { queryKey } = q(api.requests.get, { params: { id } })
    let isMissed = false
    const reload = async () => {
      isMissed = document.hidden
      if (!isUnanswered) return queryClient.invalidateQueries({ queryKey, refetchType: document.hidden ? 'none' : 'active' })
      if (document.hidden) return
      try {
        const reloaded = await api.requests.getUnanswered({ params: { id } })
        queryClient.setQueryData(queryKey, reloaded)
      } catch (error) {
        // Whatever else went wrong is tried again with the next change.
        if (isStatus(error, 409)) setHasAnswers(true)
      }
    }
    const end = onChanges((ids) => {
      const isRecent = Date.now() - (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < fresh
      if (ids === null ? !isRecent : ids.includes(id)) void reload()
    })
    const onReturn = () => {
      if (isMissed && isUnanswered) void reload()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      end()
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [id, queryClient, isUnanswered])
  if (seen.id !== id) setSeen({ id, latest, news: [] })
  else if (request && latest !== undefined && seen.latest !== latest) {
    // The user's own change may be read long after it: from a form request that was opened before, when the user comes back to it.
    const isNews = ({ id: at, kind, memberId }: TimelineEvent) =>
      seen.latest !== undefined && at > seen.latest && !quiet.has(kind) && memberId !== member.id
    const news = isOwnChange(queryClient) ? [] : request.timeline.filter(isNews).map((event) => event.id)
    setSeen({ id, latest, news: [...seen.news, ...news] })
  }
  const show = () => queryClient.invalidateQueries({ queryKey: q(api.requests.get, { params: { id } }).queryKey })
  return { news: seen.news, isAnswered: hasAnswers && isUnanswered, show: () => void show() }
}
