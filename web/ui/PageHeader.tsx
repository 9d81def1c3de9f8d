import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  /** 2 for what stands beside a list, whose page has a heading already. */
  level?: 1 | 2
  breadcrumbs?: ReactNode
  badges?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, level = 1, breadcrumbs, badges, description, actions }: PageHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <div className="page-header">
      {breadcrumbs}
      <div className="page-header__row">
        <div className="page-header__title">
          {/* The router moves the focus here after a navigation, where this is the heading of the page. */}
          <Heading tabIndex={-1}>{title}</Heading>
          {badges}
        </div>
        {actions && <div className="page-header__actions">{actions}</div>}
      </div>
      {description && <p className="page-header__description">{description}</p>}
    </div>
  )
}
