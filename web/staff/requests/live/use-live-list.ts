import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { requestStatusLabel } from '#domain/request-status.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import type { WorklistQuery } from '#web/staff/requests/worklist-queries.ts'
import { useSession } from '#web/staff/session.ts'
import { notify } from '#web/ui/notify.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { countedRequests } from '#web/staff/requests/words.ts'

import { isOwnChange } from './is-own-change.ts'
import { takenBy, type Change, type Marks } from './merge-rows.ts'
import { watchList } from './watch-list.ts'

export type LiveList = {
  loadedAt: number
  marks: Marks
  /** How many form requests would be new on the page. */ fresh: number
  said: string
}

const nothing = (loadedAt: number): LiveList => ({ loadedAt, marks: new Map(), fresh: 0, said: '' })

/** Shows changes by others in an open list, which keeps its order (REQ-6). `loadedAt`: when the list was last loaded. */
export function useLiveList(query: WorklistQuery, loadedAt: number): LiveList {
  const queryClient = useQueryClient()
  const { member } = useSession()
  const [live, setLive] = useState(() => nothing(loadedAt))
  if (live.loadedAt !== loadedAt) setLive(nothing(loadedAt))
  const watch = useRef<ReturnType<typeof watchList>>(undefined)

  const onSeen = useStable(({ marks, fresh, changes }: Parameters<Parameters<typeof watchList>[0]['onSeen']>[0]) => {
    const isOwn = isOwnChange(queryClient)
    setLive((last) => ({ ...last, marks, fresh: fresh.size, said: isOwn ? '' : wordsOn(changes, fresh.size, last) }))
    for (const change of changes) {
      const name = takenBy(member.id, change)
      // A change by another user is announced even right after an own one.
      if (name === undefined || isOwnChange(queryClient, change.after.assignee?.id)) continue
      notify({ label: `${name} has taken over the form request of ${fullName(change.after.patient)}.`, kind: 'warning', timeout: 0 })
    }
  })

  const asked = JSON.stringify(query)
  useEffect(() => {
    const watching = watchList({ queryClient, query: JSON.parse(asked) as WorklistQuery, onSeen }) // it was one a line above
    watch.current = watching
    return () => watching.stop()
  }, [queryClient, asked, onSeen])
  useEffect(() => watch.current?.reloaded(), [loadedAt])
  return live
}

/** For screen readers: one announcement for all simultaneous changes, and no repetition. */
function wordsOn(changes: readonly Change[], fresh: number, last: LiveList) {
  const [first, ...others] = changes.map(({ after }) => after)
  const changed =
    first &&
    (others.length > 0
      ? `${countedRequests(changes.length)} changed.`
      : `${fullName(first.patient)}: ${requestStatusLabel(first.status)}, ${first.assignee ? `assigned to ${first.assignee.name}` : 'unassigned'}.`)
  const arrived = fresh > last.fresh ? `${countedRequests(fresh)} new.` : undefined
  return [changed, arrived].filter(Boolean).join(' ') || last.said
}
