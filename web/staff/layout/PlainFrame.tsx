import type { ReactNode } from 'react'

import { layoutWords } from './words.ts'

type PlainFrameProps = { title: string; logo?: { src: string; alt: string } | undefined; children: ReactNode }

/** The frame of the pages outside the main layout: not allowed, signed out, timed out, not found. */
export function PlainFrame({ title, logo, children }: PlainFrameProps) {
  return (
    <div className="plain-frame">
      <main id="main" className="plain-frame__sheet">
        {logo ? (
          <img className="plain-frame__logo" src={logo.src} alt={logo.alt} />
        ) : (
          <p className="plain-frame__product">{layoutWords.product}</p>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </main>
    </div>
  )
}
