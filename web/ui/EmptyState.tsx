import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode; icon?: IconName }

export function EmptyState({ title, children, action, icon = 'file' }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <p className="empty-state__title">{title}</p>
      {children && <div className="empty-state__text">{children}</div>}
      {action && <div className="empty-state__action">{action}</div>}
    </div>
  )
}
