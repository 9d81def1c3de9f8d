import { requestStatusLooks, type RequestStatus } from '#domain/request-status.ts'
import { Badge, type BadgeSize } from '#web/ui/Badge.tsx'

import { urgent } from './words.ts'

export function StatusBadge({ status, size = 'sm' }: { status: RequestStatus; size?: BadgeSize }) {
  const { label, badge } = requestStatusLooks[status]
  return (
    <Badge kind={badge} size={size}>
      {label}
    </Badge>
  )
}

export const UrgentBadge = ({ size = 'sm' }: { size?: BadgeSize }) => (
  <Badge kind="danger" size={size}>
    {urgent}
  </Badge>
)
