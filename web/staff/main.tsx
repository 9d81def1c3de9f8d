import './styles/staff.scss'

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import { transport } from '#web/api/send.ts'

import { createAuthFetch } from './auth/auth-fetch.ts'
import { hasSameClaims } from './auth/claims.ts'
import { openIdentity } from './auth/open-identity.ts'
import { watchOtherTabs } from './auth/other-tabs.ts'
import { isExpected } from './errors/failure.ts'
import { NotReached } from './errors/NotReached.tsx'
import { pauseBackground } from './idle/background.ts'
import { UnlessTimedOut } from './idle/UnlessTimedOut.tsx'
import { askForProof } from './proof/waiting-proof.ts'
import { createQueryClient } from './query-client.ts'
import { openRouter } from './routes.tsx'
import { memberQuery } from './session.ts'
import { restoreFocus } from './shell/restore-focus.ts'

const app = createRoot(document.getElementById('app')!, {
  // What a screen says in words is no news for the console.
  // oxlint-disable-next-line no-console -- what has no words is a bug, and the browser tests fail on it
  onCaughtError: (error) => isExpected(error) || console.error(error),
})

async function open() {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const config = (await response.json()) as AppConfiguration // our own server's answer, of the same version
  const identity = openIdentity(config)
  const queryClient = createQueryClient()
  const deps = { identity, config, queryClient }
  const router = openRouter(deps)

  transport.send = createAuthFetch({
    isExternal: config.isExternal,
    identity,
    onChanged: (before, after) => {
      if (hasSameClaims(before.profile, after.profile, config.claims)) return
      void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey })
      void router.invalidate()
    },
    onInactive: () => pauseBackground(queryClient),
  })
  transport.prove = askForProof
  watchOtherTabs()
  restoreFocus()
  app.render(
    <StrictMode>
      <UnlessTimedOut deps={deps}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </UnlessTimedOut>
    </StrictMode>,
  )
}

void open().catch(() => app.render(<NotReached />))
