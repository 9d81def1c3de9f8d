import type { ReactNode } from 'react'

export const badgeKinds = ['info', 'danger', 'success', 'warning', 'notice', 'dark'] as const
export const badgeSizes = ['2xs', 'xs', 'sm', 'md', 'lg'] as const
export type BadgeKind = (typeof badgeKinds)[number]
export type BadgeSize = (typeof badgeSizes)[number]

export function Badge({ kind = 'info', size = 'sm', children }: { kind?: BadgeKind; size?: BadgeSize; children: ReactNode }) {
  return <span className={`badge badge--${kind} badge--${size}`}>{children}</span>
}
