import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import type { BulkChange } from '#contract/bulk-changes.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { bulkWords } from '#web/staff/requests/bulk/bar-words.ts'
import { bulkChangePageWords, endingOf, isUnderway, watchedChangesWords as words } from '#web/staff/requests/bulk/words.ts'
import { hasBegunHere, unwatchChange } from './watched-changes.ts'

import './watched-changes.scss'

type WatchedChangesProps = {
  ids: readonly string[]
  /** Stays in sight at the bottom of the window while the page scrolls, and so lies over a part of the page. */
  isFloating: boolean
}

/** The progress of the user’s bulk changes, on every screen until the user has seen the result. */
export const WatchedChanges = ({ ids, isFloating }: WatchedChangesProps) => (
  <aside className="watched-changes" data-floating={isFloating || undefined} aria-label={words.label}>
    {ids.map((id) => (
      <WatchedChange key={id} id={id} />
    ))}
  </aside>
)

function WatchedChange({ id }: { id: string }) {
  const refresh = useRefreshRequests()
  const found = useQuery({
    ...q(api.bulkChanges.get, { params: { id } }),
    refetchInterval: ({ state }) => (!state.data || isUnderway(state.data) ? 1_000 : false),
  })
  const change = found.data
  const done = change && change.doneRequests + change.refusedRequests
  const isOver = change !== undefined && !isUnderway(change)
  const isUnderwayHere = change ? !isOver : hasBegunHere(id)
  const wasUnderway = useRef(isUnderwayHere)
  useEffect(() => {
    // The lists are refreshed once, when the change ends, and not every second. A short change has ended before it is first seen.
    if (isOver && wasUnderway.current) void refresh()
    wasUnderway.current = isUnderwayHere
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it ends
  }, [isOver, isUnderwayHere])
  // The change was removed, or another user signed in at this browser.
  const isGone = found.error instanceof ApiProblem && found.error.status === 404
  useEffect(() => {
    if (isGone) unwatchChange(id)
  }, [isGone, id])
  if (!change) return null
  return (
    <div className="watched-changes__one">
      {isOver ? (
        <Ending change={change} />
      ) : (
        <Progress label={bulkWords[change.act].doing} value={done} max={change.totalRequests} note={noteOf(change)} />
      )}
      <Link href={pathTo('requestBulkDetails', { id })}>{isOver ? words.results : words.details}</Link>
      {isOver && (
        <Button kind="link" size="sm" onClick={() => unwatchChange(id)}>
          {words.dismiss}
        </Button>
      )}
    </div>
  )
}

const Ending = ({ change }: { change: BulkChange }) => <p role="status">{endingOf(change)}</p>

const noteOf = ({ doneRequests, refusedRequests, totalRequests }: BulkChange) =>
  bulkChangePageWords.progress(doneRequests + refusedRequests, totalRequests)
