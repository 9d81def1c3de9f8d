import type { BadgeKind } from '#web/ui/Badge.tsx'

const deliveries: Record<string, { label: string; kind: BadgeKind }> = {
  queued: { label: 'Queued', kind: 'notice' },
  sent: { label: 'Sent', kind: 'info' },
  delivered: { label: 'Delivered', kind: 'success' },
  failed: { label: 'Not delivered', kind: 'danger' },
  cancelled: { label: 'Cancelled', kind: 'dark' },
}

/** How a message fared, in words. */
export const deliveryOf = (status: string) => deliveries[status] ?? { label: status, kind: 'dark' as const }
