import type { ReactNode } from 'react'

import { Link } from '#web/ui/Link.tsx'

import { Navigation } from './Navigation.tsx'
import type { NavigationItem } from './Navigation.tsx'
import { layoutWords } from './words.ts'

type AppFrameProps = {
  navigation: readonly NavigationItem[]
  /** the logo of the organisation, shown before its name */
  logo?: ReactNode
  organisation?: string | undefined
  homeHref?: string
  account?: ReactNode
  /** a message for all screens, such as that the browser is offline */
  banner?: ReactNode
  version: string
  children: ReactNode
}

export function AppFrame({ navigation, logo, organisation, homeHref = '/', account, banner, version, children }: AppFrameProps) {
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
          {account && <div className="app-header__account">{account}</div>}
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
