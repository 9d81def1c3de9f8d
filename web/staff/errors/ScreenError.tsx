import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { ApiProblem } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { SignedOut } from '#web/staff/auth/open-identity.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

import { failureOf } from './failure.ts'
import { NoMemberPage } from './NoMemberPage.tsx'
import { SignInFailedPage } from './SignInFailedPage.tsx'

/** Inside the main layout: the navigation stays, the screen says what happened. */
export function ScreenError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const failure = failureOf(error)
  // A newer version has replaced the code of this screen: the page as a whole must come anew.
  const retry = failure === 'outdated' ? () => location.reload() : () => void router.invalidate()
  useEffect(reset, [reset, error])
  if (failure === 'cancelled' || failure === 'aborted' || failure === 'duplicated') return null
  return (
    <ErrorState onRetry={retry}>
      {failure === 'outdated' ? 'There is a newer version of Formward. Try again to load it.' : wordsOf(error)}
    </ErrorState>
  )
}

/** Around the main layout: there is no session to draw the navigation with. */
export function FrameError(props: ErrorComponentProps) {
  const { error } = props
  if (error instanceof SignInFailed) return <SignInFailedPage code={error.message} onRetry={() => location.assign('/')} />
  if (error instanceof ApiProblem && error.body?.code === 'no_member') return <NoMemberPage />
  // On the way to the sign-in page.
  if (error instanceof SignedOut) return null
  return (
    <PlainFrame title="Formward could not be opened">
      <ScreenError {...props} />
    </PlainFrame>
  )
}
