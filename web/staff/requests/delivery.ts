import type { NotificationStatus } from '#domain/notification.ts'
import type { RequestSummary } from '#contract/request-records.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

const deliveries: Record<NotificationStatus, { label: string; kind: BadgeKind }> = {
  queued: { label: 'Queued', kind: 'notice' },
  kept: { label: 'Kept, not sent', kind: 'warning' },
  accepted: { label: 'Accepted for sending', kind: 'info' },
  sent: { label: 'Sent', kind: 'info' },
  delivered: { label: 'Delivered', kind: 'success' },
  read: { label: 'Read', kind: 'success' },
  failed: { label: 'Not delivered', kind: 'danger' },
  cancelled: { label: 'Cancelled', kind: 'dark' },
}

/** How a message fared, in words. */
export const deliveryOf = (status: NotificationStatus) => deliveries[status]

const isOpen = ({ status }: RequestSummary) => status === 'unopened' || status === 'opened'

/** How the latest message of a request fared; of a request that was reopened without one: that it has not been sent. */
export function deliveryOfRequest(request: RequestSummary) {
  const { notification, isUnreached } = request
  if (isUnreached && isOpen(request) && notification?.status !== 'queued' && notification?.status !== 'failed')
    return { label: 'Not sent', kind: 'danger' as const }
  return notification ? deliveryOf(notification.status) : undefined
}

/** The patient can still answer, and has no message that leads to the form. */
export const canBeSentAgain = (request: RequestSummary) =>
  request.isUnreached && isOpen(request) && request.notification?.status !== 'queued'
