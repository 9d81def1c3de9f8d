import type { MessageRecord } from '#contract/messages.ts'
import type { RequestDetails } from '#contract/request-records.ts'
import { formatCount } from '#domain/amounts.ts'
import { formatDateTime } from '#domain/moments.ts'
import { formatPrice, providerLabel } from '#domain/message-records.ts'
import { messageReasonLabel } from '#domain/message-reasons.ts'
import { categoryLabel, methodLabel } from '#domain/notification.ts'
import { doubtWords, timesWords } from '#web/staff/messages/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { deliveryOf } from '#web/staff/requests/delivery.ts'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { messageWords as words } from './words.ts'

/** Every message about the form request, the newest first, with its delivery status, and the reason when it was not delivered. */
export function RequestMessages({ messages }: { messages: RequestDetails['notifications'] }) {
  return (
    <LabelledSection label={words.title}>
      <Panel>
        {messages.length === 0 ? (
          <EmptyState title={words.none} icon="send" />
        ) : (
          <ul className="messages">
            {messages.toReversed().map((message) => (
              <li key={message.id}>
                <OneMessage message={message} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </LabelledSection>
  )
}

function OneMessage({ message }: { message: RequestDetails['notifications'][number] }) {
  const { can } = useSession()
  const { category, method, status, reason, reasonCode, doubt, template } = message
  const { label, kind } = deliveryOf(status, method)
  return (
    <>
      <p>
        <b>{methodLabel(method)}</b> <Badge kind={kind}>{label}</Badge> {doubt && <Badge kind="warning">{doubtWords[doubt]}</Badge>}
      </p>
      <p className="muted">{[categoryLabel(category), ...factsOf(message)].join(' · ')}</p>
      {reason && <p>{reasonCode && status !== 'cancelled' ? words.reason(messageReasonLabel(reasonCode), reason) : reason}</p>}
      {doubt && <p>{words.doubts[doubt]}</p>}
      {template && (
        <p className="muted">
          {words.template}{' '}
          {can('template:read') ? (
            <Link href={pathTo('notificationTemplateDetails', { id: template.id }, { tab: 'history', version: template.version })}>
              {words.version(template.description, template.version)}
            </Link>
          ) : (
            words.version(template.description, template.version)
          )}
        </p>
      )}
      <ul className="messages__times">
        {timesOf(message).map(([what, at]) => (
          <li key={what}>
            {what} <time dateTime={at}>{formatDateTime(at)}</time>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Where it went, provider, attempts, fragments and price, as far as they are known. */
const factsOf = ({ sentTo, provider, providerReference, attempts, fragments, price }: MessageRecord) => [
  ...(sentTo ? [words.sentTo(sentTo)] : []),
  ...(provider ? [providerLabel(provider)] : []),
  ...(providerReference ? [words.reference(providerReference)] : []),
  ...(attempts > 1 ? [words.attempts(attempts)] : []),
  ...(fragments === null ? [] : [formatCount(fragments, 'SMS fragment')]),
  ...(price === null ? [] : [formatPrice(price)]),
]

/** What happened to a message, in order. */
function timesOf(message: MessageRecord): [string, string][] {
  const { createdAt, heldUntil, acceptedAt, sentAt, providerSentAt, deliveredAt, readAt, failedAt, cancelledAt } = message
  const times: [string, string | null][] = [
    [timesWords.queued, createdAt],
    // A message that was cancelled waits for nothing.
    [timesWords.heldUntil, cancelledAt === null ? heldUntil : null],
    [timesWords.accepted, acceptedAt],
    // Without a provider that tells its acceptance, the message is sent when it leaves.
    [timesWords.sent, acceptedAt === null ? sentAt : providerSentAt],
    [timesWords.delivered, deliveredAt],
    [timesWords.read, readAt],
    [timesWords.failed, failedAt],
    [timesWords.cancelled, cancelledAt],
  ]
  return times.filter((one): one is [string, string] => one[1] !== null).toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
}
