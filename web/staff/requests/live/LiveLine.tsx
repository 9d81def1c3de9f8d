import { useSyncExternalStore } from 'react'

import { isLive, onLiveness } from '#web/staff/live/changes.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { countedRequests } from '#web/staff/requests/words.ts'

import type { LiveList } from './use-live-list.ts'
import { liveWords as words } from './words.ts'

type LiveLineProps = { live: LiveList; isLoading: boolean; onShow: () => void }

/** Stands beside the heading and keeps its height, so that an update does not move the rows below. */
export function LiveLine({ live: { fresh, marks, said }, isLoading, onShow }: LiveLineProps) {
  const isHeard = useSyncExternalStore(onLiveness, isLive)
  const gone = [...marks.values()].filter((mark) => mark === 'gone').length
  const news = [fresh > 0 && words.fresh(countedRequests(fresh)), gone > 0 && words.gone(countedRequests(gone))]
  const text = news.filter(Boolean).join(', ')
  return (
    <div className="live-line">
      <span className="live-line__state" data-live={isHeard || undefined}>
        {isHeard ? words.live : words.paused}
      </span>
      {text && (
        <>
          <span className="live-line__news">{text}</span>
          <Button kind="link" size="sm" isPending={isLoading} onClick={onShow}>
            {words.show}
          </Button>
        </>
      )}
      <span role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </span>
    </div>
  )
}
