import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

import { ApiProblem } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { SignedOut } from '#web/staff/auth/open-identity.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { useOnline } from '#web/staff/shell/use-online.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { failureOf, ScreenTooSlow } from './failure.ts'
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

/** The code of the pages about a refused sign-in. Without it, the words of the error itself. */
const SignInError = lazy(async () => {
  const { SignInError: Page } = await import('./SignInError.tsx').catch(() => ({ SignInError: NotLoaded }))
  return { default: Page }
})

/** An error outside the main layout: without a session there is no navigation to show. */
export function FrameError(props: ErrorComponentProps) {
  const { error } = props
  // The browser is already leaving for the sign-in page or another screen.
  if (error instanceof SignedOut || isSuperseded(error)) return null
  if (!(error instanceof SignInFailed || error instanceof ApiProblem)) return <NotOpened {...props} />
  return (
    <Suspense>
      <SignInError {...props} notOpened={<NotOpened {...props} />} />
    </Suspense>
  )
}

/** The page about the refused sign-in did not load. Trying the same call again would not load it. */
const NotLoaded = ({ error }: ErrorComponentProps) => (
  <PlainFrame title={screenErrorWords.notOpened}>
    <ErrorState onRetry={() => location.reload()} retryLabel={screenErrorWords.reload}>
      {wordsOf(error)}
    </ErrorState>
    <p>
      <a href="/logout">{screenErrorWords.signOut}</a>
    </p>
  </PlainFrame>
)

const NotOpened = (props: ErrorComponentProps) => (
  <PlainFrame title={screenErrorWords.notOpened}>
    <ErrorMessage {...props} />
  </PlainFrame>
)
