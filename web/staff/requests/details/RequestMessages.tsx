import type { RequestDetails } from '#contract/request-records.ts'
import { formatDateTime } from '#domain/dates.ts'
import { categoryLabel, methodLabel } from '#domain/notification.ts'
import { deliveryOf } from '#web/staff/requests/delivery.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { messageWords as words } from './words.ts'

/** Every message about the form request with its delivery status, and the reason when it was not delivered. */
export function RequestMessages({ messages }: { messages: RequestDetails['notifications'] }) {
  return (
    <LabelledSection label={words.title}>
      <Panel>
        {messages.length === 0 ? (
          <EmptyState title={words.none} icon="send" />
        ) : (
          <ul className="messages">
            {messages.map(({ id, category, method, status, reason, attempts, createdAt, sentAt }) => {
              const { label, kind } = deliveryOf(status)
              return (
                <li key={id}>
                  <p>
                    <b>{methodLabel(method)}</b> <Badge kind={kind}>{label}</Badge>
                  </p>
                  <p className="muted">
                    {categoryLabel(category)} · {formatDateTime(sentAt ?? createdAt)}
                    {attempts > 1 && words.attempts(attempts)}
                  </p>
                  {reason && <p>{reason}</p>}
                </li>
              )
            })}
          </ul>
        )}
      </Panel>
    </LabelledSection>
  )
}
