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
import { screenErrorWords } from './words.ts'

/** An error inside the main layout: the navigation and the heading stay. */
export function ScreenError(props: ErrorComponentProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  if (isSuperseded(props.error)) return null
  return (
    <>
      {title && <PageHeader title={title} />}
      <ErrorMessage {...props} />
    </>
  )
}

function ErrorMessage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const isOnline = useOnline()
  useEffect(reset, [reset, error])
  const tryAgain = () => void router.invalidate()
  if (failureOf(error) !== 'outdated') return <ErrorState onRetry={tryAgain}>{wordsOf(error)}</ErrorState>
  // Reloading while offline would lose the page that is still there.
  if (!isOnline) return <ErrorState onRetry={tryAgain}>{screenErrorWords.offline}</ErrorState>
  const reload = () => location.reload()
  if (error instanceof ScreenTooSlow)
    return (
      // A second request would make the browser wait for the same answer.
      <ErrorState onRetry={reload} retryLabel={screenErrorWords.reload}>
        {screenErrorWords.tooSlow}
      </ErrorState>
    )
  return (
    <ErrorState onRetry={reload} retryLabel={screenErrorWords.reload}>
      {screenErrorWords.outdated}
    </ErrorState>
  )
}

/** The user has opened another screen in the meantime. */
const isSuperseded = (error: unknown) => ['cancelled', 'aborted', 'duplicated'].includes(failureOf(error))

/** An error outside the main layout: without a session there is no navigation to show. */
export function FrameError(props: ErrorComponentProps) {
  const { error } = props
  if (error instanceof SignInFailed) return <SignInFailedPage code={error.message} onRetry={() => location.assign(error.target)} />
  if (error instanceof ApiProblem && error.body?.code === 'no_member') return <NoMemberPage />
  if (error instanceof ApiProblem && error.body?.code === 'wrong_clock') return <WrongClockPage problem={error.body} />
  if (error instanceof ApiProblem && error.body?.code === 'not_signed_in') return <SignInNotAcceptedPage />
  // The browser is already leaving for the sign-in page or another screen.
  if (error instanceof SignedOut || isSuperseded(error)) return null
  return (
    <PlainFrame title={screenErrorWords.notOpened}>
      <ErrorMessage {...props} />
    </PlainFrame>
  )
}
