import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { ApiProblem } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { SignedOut } from '#web/staff/auth/open-identity.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { useOnline } from '#web/staff/shell/use-online.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { failureOf, ScreenTooSlow } from './failure.ts'
import { NoMemberPage } from './NoMemberPage.tsx'
import { SignInFailedPage } from './SignInFailedPage.tsx'
import { SignInNotAcceptedPage } from './SignInNotAcceptedPage.tsx'
import { WrongClockPage } from './WrongClockPage.tsx'

/** Inside the main layout: the navigation and the heading stay, the screen says what happened. */
export function ScreenError(props: ErrorComponentProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  if (isOvertaken(props.error)) return null
  return (
    <>
      {title && <PageHeader title={title} />}
      <WhatHappened {...props} />
    </>
  )
}

function WhatHappened({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const isOnline = useOnline()
  useEffect(reset, [reset, error])
  const tryAgain = () => void router.invalidate()
  if (failureOf(error) !== 'outdated') return <ErrorState onRetry={tryAgain}>{wordsOf(error)}</ErrorState>
  // Reloading while offline would lose the page that is still there.
  if (!isOnline) return <ErrorState onRetry={tryAgain}>You are offline, so this screen could not be loaded.</ErrorState>
  const reload = () => location.reload()
  if (error instanceof ScreenTooSlow)
    return (
      // Asked for once more, the browser would go on waiting for the same answer.
      <ErrorState onRetry={reload} retryLabel="Reload the page">
        The screen took too long to load. Check your connection, then reload the page.
      </ErrorState>
    )
  return (
    <ErrorState onRetry={reload} retryLabel="Reload the page">
      This screen could not be loaded. There may be a newer version of Formward: reload the page to get it.
    </ErrorState>
  )
}

/** The person has gone somewhere else meanwhile. */
const isOvertaken = (error: unknown) => ['cancelled', 'aborted', 'duplicated'].includes(failureOf(error))

/** Around the main layout: there is no session to draw the navigation with. */
export function FrameError(props: ErrorComponentProps) {
  const { error } = props
  if (error instanceof SignInFailed) return <SignInFailedPage code={error.message} onRetry={() => location.assign(error.target)} />
  if (error instanceof ApiProblem && error.body?.code === 'no_member') return <NoMemberPage />
  if (error instanceof ApiProblem && error.body?.code === 'wrong_clock') return <WrongClockPage problem={error.body} />
  if (error instanceof ApiProblem && error.body?.code === 'not_signed_in') return <SignInNotAcceptedPage />
  // On the way to the sign-in page, or to another.
  if (error instanceof SignedOut || isOvertaken(error)) return null
  return (
    <PlainFrame title="Formward could not be opened">
      <WhatHappened {...props} />
    </PlainFrame>
  )
}
