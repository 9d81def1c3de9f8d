import type { RequestDetails } from '#contract/request-records.ts'
import { timelineOf } from '#web/staff/requests/details/timeline-words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { liveWords as words } from './words.ts'

type LiveNewsProps = { request: RequestDetails; news: readonly number[]; isAnswered: boolean; show: () => void }

/** Changes by the patient and by colleagues while the form request is open. */
export function LiveNews({ request, news, isAnswered, show }: LiveNewsProps) {
  if (isAnswered)
    return (
      <Alert
        kind="warning"
        title={words.answered}
        actions={
          <Button size="sm" onClick={show}>
            {words.showAnswers}
          </Button>
        }
      >
        {words.notShown}
      </Alert>
    )
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
