import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'

export const alertKinds = ['info', 'danger', 'success', 'warning', 'dark'] as const
export type AlertKind = (typeof alertKinds)[number]

const icons: Record<AlertKind, IconName> = { info: 'info', danger: 'error', success: 'tick', warning: 'warning', dark: 'info' }

type AlertProps = { kind?: AlertKind; title?: ReactNode; children?: ReactNode; actions?: ReactNode }

export function Alert({ kind = 'info', title, children, actions }: AlertProps) {
  return (
    <div className={`alert alert--${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div className="alert__body">
        {title && <p className="alert__title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className="alert__actions">{actions}</div>}
    </div>
  )
}
