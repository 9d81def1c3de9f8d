import type { ReactNode } from 'react'

import type { PageOwner, PatientPage } from '#contract/pages.ts'

import icon from './icon.svg?url'
import styles from './patient.scss?url'
import { frameWords as words } from './words.ts'

/** What a page of that kind is given. */
export type PageProps<Kind extends PatientPage['kind']> = Extract<PatientPage, { kind: Kind }>

type FrameProps = { title: string; owner: PageOwner; isRefused?: boolean | undefined; back?: string | undefined; children: ReactNode }

/** The layout of every page for patients. It has the logo of the organisation, never that of the NHS, which only the NHS may use. */
export function Frame({ title, owner, isRefused = false, back, children }: FrameProps) {
  return (
    <html lang="en-GB" className="nhsuk-template">
      <head>
        <meta charSet="utf-8" />
        <title>{[`${isRefused ? words.error : ''}${title}`, owner?.name].filter(Boolean).join(' – ')}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#005eb8" />
        <meta name="robots" content="noindex" />
        {/* A phone must not make telephone numbers out of what patients and authors write. */}
        <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="stylesheet" href={styles} />
      </head>
      <body className="nhsuk-template__body">
        <a className="nhsuk-skip-link" href="#main">
          {words.skip}
        </a>
        <header className="patient-header">
          <div className="patient-header__inside">
            {owner?.logo && <img className="patient-header__logo" src={owner.logo} alt="" />}
            <span className="patient-header__name">{owner?.name ?? words.header}</span>
          </div>
        </header>
        <div className="patient-sheet">
          {back && (
            <nav aria-label={words.back}>
              <a className="nhsuk-back-link" href={back}>
                {words.back}
              </a>
            </nav>
          )}
          <main id="main" className="patient-main" tabIndex={-1}>
            {children}
          </main>
        </div>
        <footer className="patient-footer">
          <div className="patient-footer__inside">
            <p>
              {words.from(owner?.name)} {words.doNotShare}
            </p>
          </div>
        </footer>
      </body>
    </html>
  )
}
