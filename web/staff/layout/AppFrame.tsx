import type { ReactNode } from 'react'

import { Link } from '#web/ui/Link.tsx'

import { Navigation } from './Navigation.tsx'
import type { NavigationItem } from './Navigation.tsx'

type AppFrameProps = {
  navigation: readonly NavigationItem[]
  /** the organisation's logo, which stands before its name */
  logo?: ReactNode
  organisation?: string | undefined
  homeHref?: string
  account?: ReactNode
  /** what concerns the whole product right now: offline, a demo, a warning */
  banner?: ReactNode
  version: string
  children: ReactNode
}

export function AppFrame({ navigation, logo, organisation, homeHref = '/', account, banner, version, children }: AppFrameProps) {
  return (
    <div className="app-frame">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className="app-header">
        <div className="app-header__inner">
          <Link className="app-header__brand" href={homeHref}>
            {logo}
            <span className="app-header__product">Formward</span>
            {organisation && <span className="app-header__organisation">{organisation}</span>}
          </Link>
          <Navigation items={navigation} />
          {account && <div className="app-header__account">{account}</div>}
        </div>
      </header>
      {banner}
      <main id="main" className="app-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="app-footer">
        <span>Formward</span>
        <span>Version {version}</span>
      </footer>
    </div>
  )
}
