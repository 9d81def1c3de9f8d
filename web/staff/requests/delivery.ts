import { type MessageMethod, type NotificationStatus, notificationStatusLabel } from '#domain/notification.ts'
import type { RequestSummary } from '#contract/request-records.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

const kinds: Record<NotificationStatus, BadgeKind> = {
  queued: 'notice',
  kept: 'warning',
  accepted: 'info',
  sent: 'info',
  delivered: 'success',
  read: 'success',
  failed: 'danger',
  cancelled: 'dark',
}

/** A letter waits for the printer, and is sent when it was printed. */
const lettersDelivered: Partial<Record<NotificationStatus, { label: string; kind: BadgeKind }>> = {
  queued: { label: 'Letter waiting', kind: 'notice' },
  sent: { label: 'Letter printed', kind: 'info' },
}

/** How a message fared, in words. */
export const deliveryOf = (status: NotificationStatus, method?: MessageMethod) =>
  (method === 'letter' && lettersDelivered[status]) || { label: notificationStatusLabel(status), kind: kinds[status] }

export const isOpen = ({ status }: RequestSummary) => status === 'unopened' || status === 'opened'

/** How the latest message of a request fared; of a request that was reopened without one: that it has not been sent. */
export function deliveryOfRequest(request: RequestSummary) {
  const { notification, isUnreached, unreached } = request
  if (unreached?.reason === 'not_read' && isOpen(request) && notification?.status !== 'queued')
    return { label: 'Not read', kind: 'danger' as const }
  if (unreached?.reason === 'not_confirmed' && isOpen(request) && notification?.status !== 'queued')
    return { label: 'Not confirmed', kind: 'danger' as const }
  if (isUnreached && isOpen(request) && notification?.status !== 'queued' && notification?.status !== 'failed')
    return { label: 'Not sent', kind: 'danger' as const }
  return notification ? deliveryOf(notification.status, notification.method) : undefined
}

/** The patient can still answer, and has no message that leads to the form. */
export const canBeSentAgain = (request: RequestSummary) =>
  request.isUnreached && isOpen(request) && request.notification?.status !== 'queued'
