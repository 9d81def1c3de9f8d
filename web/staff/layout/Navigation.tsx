import { useState } from 'react'

import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'

import { layoutWords } from './words.ts'

export type NavigationItem = { label: string; href: string; isCurrent?: boolean; count?: number | undefined }

/** One row of links. On a narrow screen a button opens the links. */
export function Navigation({ items }: { items: readonly NavigationItem[] }) {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <nav className="app-nav" aria-label={layoutWords.navigation} data-open={isOpen || undefined}>
      <button type="button" className="app-nav__toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'close' : 'menu'} />
        {layoutWords.menu}
      </button>
      <ul className="app-nav__list">
        {items.map(({ label, href, isCurrent = false, count }) => (
          <li key={href}>
            <Link className="app-nav__link" href={href} aria-current={isCurrent ? 'page' : undefined} onClick={() => setOpen(false)}>
              {label}
              {count !== undefined && count > 0 && <span className="app-nav__count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
