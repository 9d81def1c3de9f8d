import { type ReactNode, useState } from 'react'

import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'

import { layoutWords } from './words.ts'

type AppFrameProps = {
  navigation: readonly NavigationItem[]
  /** the logo of the organisation, shown before its name */
  logo?: ReactNode
  organisation?: string | undefined
  homeHref?: string
  /** buttons before the account */
  tools?: ReactNode
  account?: ReactNode
  /** a message for all screens, such as that the browser is offline */
  banner?: ReactNode
  version: string
  children: ReactNode
}

export function AppFrame({ navigation, logo, organisation, homeHref = '/', tools, account, banner, version, children }: AppFrameProps) {
  return (
    <div className="app-frame">
      <a className="skip-link" href="#main">
        {layoutWords.skip}
      </a>
      <header className="app-header">
        <div className="app-header__inner">
          <Link className="app-header__brand" href={homeHref}>
            {logo}
            <span className="app-header__product">{layoutWords.product}</span>
            {organisation && <span className="app-header__organisation">{organisation}</span>}
          </Link>
          <Navigation items={navigation} />
          {(tools || account) && (
            <div className="app-header__account">
              {tools}
              {account}
            </div>
          )}
        </div>
      </header>
      {banner}
      <main id="main" className="app-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="app-footer">
        <span>{layoutWords.product}</span>
        <span>{layoutWords.version(version)}</span>
      </footer>
    </div>
  )
}

type NavigationItem = { label: string; href: string; isCurrent?: boolean; counts?: NavigationCounts | undefined }
/** Numbers beside a link. Zero is not shown. `words` says of what they are. */
type NavigationCounts = { mine: number; urgent: number; words: string }

/** One row of links. On a narrow screen a button opens the links. */
function Navigation({ items }: { items: readonly NavigationItem[] }) {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <nav className="app-nav" aria-label={layoutWords.navigation} data-open={isOpen || undefined}>
      <button type="button" className="app-nav__toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'close' : 'menu'} />
        {layoutWords.menu}
      </button>
      <ul className="app-nav__list">
        {items.map(({ label, href, isCurrent = false, counts }) => (
          <li key={href}>
            <Link
              className="app-nav__link"
              href={href}
              title={counts?.words}
              aria-current={isCurrent ? 'page' : undefined}
              onClick={() => setOpen(false)}
            >
              {label}
              {/* The link keeps its name: the style sheet draws the numbers, and the title describes the link. */}
              {counts && <span aria-hidden="true" className="app-nav__counts" data-mine={counts.mine} data-urgent={counts.urgent} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
