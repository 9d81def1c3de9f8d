import type { RequestDetails } from '#contract/request-records.ts'
import { formatDateTime } from '#domain/dates.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'
import type { TimelineEvent } from '#web/ui/Timeline.tsx'

type Event = RequestDetails['timeline'][number]

const textOf = ({ detail }: Event, key: string) => (typeof detail[key] === 'string' ? detail[key] : '')
const byMethod = (event: Event) => {
  const method = notificationMethods.find((one) => one === event.detail['method'])
  return method ? ` by ${methodLabel(method)}` : ''
}
const to = (event: Event) => (textOf(event, 'to') ? ` to ${textOf(event, 'to')}` : '')

const messageOf = (event: Event) => (event.detail['category'] === 'request_reminder' ? 'Reminder' : 'Message')
const keptTitle = (event: Event) => `${messageOf(event)}${byMethod(event)} kept in the outbox, not sent`

const reopened: Record<string, string> = {
  queued: 'Reopened, and the message is sent again',
  not_sent: 'Reopened, and no message was sent',
}

const words: Record<string, { title: (event: Event) => string; kind: BadgeKind }> = {
  created: { title: () => 'Created', kind: 'dark' },
  queued: { title: (event) => `Message queued${byMethod(event)}`, kind: 'info' },
  message_cancelled: { title: () => 'Waiting message cancelled', kind: 'dark' },
  kept: { title: keptTitle, kind: 'warning' },
  accepted: { title: (event) => `${messageOf(event)}${byMethod(event)} accepted by ${textOf(event, 'provider')}`, kind: 'info' },
  sent: { title: (event) => `Sent${byMethod(event)}`, kind: 'info' },
  delivered: { title: (event) => `Delivered${byMethod(event)}`, kind: 'info' },
  read: { title: (event) => `Read${byMethod(event)}`, kind: 'success' },
  not_delivered: { title: (event) => `Not delivered${byMethod(event)}`, kind: 'danger' },
  reminded: { title: (event) => `Reminder sent${byMethod(event)}`, kind: 'info' },
  opened: { title: () => 'Opened', kind: 'notice' },
  saved: { title: () => 'Answers saved', kind: 'notice' },
  completed: { title: () => 'Completed', kind: 'success' },
  flagged: { title: () => 'Red flag raised', kind: 'danger' },
  alerted: { title: (event) => `Alert sent${to(event)}`, kind: 'warning' },
  alert_kept: { title: (event) => `Alert${to(event)} kept in the outbox, not sent`, kind: 'warning' },
  not_alerted: { title: (event) => `Alert not delivered${to(event)}`, kind: 'danger' },
  assigned: { title: (event) => `Assigned${to(event)}`, kind: 'info' },
  unassigned: { title: () => 'Unassigned', kind: 'info' },
  closed: { title: () => 'Closed', kind: 'dark' },
  reopened: { title: (event) => reopened[textOf(event, 'message')] ?? 'Reopened', kind: 'info' },
  sent_in_error: { title: () => 'Marked as sent in error', kind: 'danger' },
  expired: { title: () => 'Expired', kind: 'warning' },
  auto_closed: { title: () => 'Auto closed', kind: 'dark' },
  locked: { title: () => 'Link locked after too many wrong dates of birth', kind: 'danger' },
  unlocked: { title: () => 'Link unlocked, count of wrong dates of birth reset to 0', kind: 'info' },
}

/** What happened to a request, the latest first. */
export const timelineOf = ({ timeline }: RequestDetails): TimelineEvent[] =>
  timeline
    .map((event) => {
      const { title, kind } = words[event.kind] ?? { title: () => event.kind.replaceAll('_', ' '), kind: 'dark' as const }
      const from = textOf(event, 'from')
      return {
        id: String(event.id),
        title: title(event),
        kind,
        when: formatDateTime(event.at),
        dateTime: event.at,
        who: event.by,
        detail: textOf(event, 'reason') || (from && `Taken over from ${from}`),
      }
    })
    .toReversed()
