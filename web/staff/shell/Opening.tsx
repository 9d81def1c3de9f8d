import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Spinner } from '#web/ui/Spinner.tsx'

/** Shows that the app is loading until the router shows a screen. */
export function Opening({ children }: { children: ReactNode }) {
  const isOpening = useRouterState({ select: ({ matches }) => matches.length === 0 })
  return (
    <>
      {children}
      {isOpening && (
        <div className="opening">
          <Spinner />
        </div>
      )}
    </>
  )
}
