import type { ReactNode } from 'react'

type PageHeaderProps = { title: ReactNode; breadcrumbs?: ReactNode; badges?: ReactNode; description?: ReactNode; actions?: ReactNode }

export function PageHeader({ title, breadcrumbs, badges, description, actions }: PageHeaderProps) {
  return (
    <div className="page-header">
      {breadcrumbs}
      <div className="page-header__row">
        <div className="page-header__title">
          {/* The router moves the focus here after a navigation. */}
          <h1 tabIndex={-1}>{title}</h1>
          {badges}
        </div>
        {actions && <div className="page-header__actions">{actions}</div>}
      </div>
      {description && <p className="page-header__description">{description}</p>}
    </div>
  )
}
