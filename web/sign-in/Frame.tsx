import type { ReactNode } from 'react'

import icon from './icon.svg?url'
import styles from './sign-in.scss?url'
import { frameWords } from './words.ts'

type FrameProps = { title: string; isRefused?: boolean; script?: string | undefined; children: ReactNode }

/** The frame of every sign-in page. */
export function Frame({ title, isRefused = false, script, children }: FrameProps) {
  return (
    <html lang="en-GB" className="nhsuk-template">
      <head>
        <meta charSet="utf-8" />
        <title>{frameWords.documentTitle(title, isRefused)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#005eb8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#003a70" />
        <link rel="icon" type="image/svg+xml" href={icon} />
        <link rel="stylesheet" href={styles} />
        {script && <script type="module" src={script} />}
      </head>
      <body className="nhsuk-template__body">
        <a className="nhsuk-skip-link" href="#main">
          {frameWords.skip}
        </a>
        <header className="sign-in-header">
          <div className="sign-in-header__inside">
            <span className="sign-in-header__name">{frameWords.product}</span>
            <span className="sign-in-header__purpose">{frameWords.purpose}</span>
          </div>
        </header>
        <main id="main" className="sign-in-sheet" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  )
}
