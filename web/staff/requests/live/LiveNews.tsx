import type { RequestDetails } from '#contract/request-records.ts'
import { timelineOf } from '#web/staff/requests/details/timeline-words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { liveWords as words } from './words.ts'

/** Changes by colleagues while the form request is open. */
export function LiveNews({ request, news }: { request: RequestDetails; news: readonly number[] }) {
  const told = timelineOf(request).filter(({ id }) => news.includes(Number(id)))
  if (told.length === 0) return null
  return (
    <Alert kind="warning" title={words.changed}>
      {told.map(({ id, title, who, when, detail }) => (
        <p key={id} className="live-news">
          {title}
          {detail && <> ({detail})</>} · {who}, {when}
        </p>
      ))}
    </Alert>
  )
}
