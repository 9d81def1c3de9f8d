import type { ReactNode } from 'react'

import type { BadgeKind } from './Badge.tsx'

export type TimelineEvent = {
  id: string
  title: ReactNode
  when: string
  dateTime: string
  who?: ReactNode
  detail?: ReactNode
  kind?: BadgeKind
}

export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="timeline">
      {events.map(({ id, title, when, dateTime, who, detail, kind = 'info' }) => (
        <li key={id} className={`timeline__event timeline__event--${kind}`}>
          <p className="timeline__title">{title}</p>
          <p className="timeline__when">
            <time dateTime={dateTime}>{when}</time>
            {who && <> · {who}</>}
          </p>
          {detail && <div className="timeline__detail">{detail}</div>}
        </li>
      ))}
    </ol>
  )
}
