import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import type { ProblemBody } from '#contract/problems.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { wordsOf, wrongClockWords } from '#web/api/refusal.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { SignedOut } from '#web/staff/auth/open-identity.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { useOnline } from '#web/staff/shell/use-online.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { failureOf, ScreenTooSlow } from './failure.ts'
import { noMemberWords, screenErrorWords, signInFailedWords, signInNotAcceptedWords, wrongClockPageWords } from './words.ts'

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

/** The identity provider knows the user, but the user belongs to no organisation (SIGN-7). */
function NoMemberPage() {
  return (
    <PlainFrame title={noMemberWords.title}>
      <p>{noMemberWords.text}</p>
      <p>
        <ButtonLink kind="primary" href="/logout">
          {noMemberWords.signOut}
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}

/** The provider returned an error, or an answer that is too old to use (SIGN-2). */
function SignInFailedPage({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <PlainFrame title={signInFailedWords.title}>
      <p>{signInFailedWords.reasons[code] ?? signInFailedWords.otherReason}</p>
      <p>
        <Button kind="primary" onClick={onRetry}>
          {signInFailedWords.tryAgain}
        </Button>
      </p>
    </PlainFrame>
  )
}

/** The provider signed the user in, but the server refuses the token. An automatic sign-in here would repeat for ever. */
function SignInNotAcceptedPage() {
  const { identity } = useRouter().options.context
  const [isLeaving, setLeaving] = useState(false)
  const signInAgain = () => {
    setLeaving(true)
    void identity.beginSignIn(location.pathname + location.search).catch(() => setLeaving(false))
  }
  return (
    <PlainFrame title={signInNotAcceptedWords.title}>
      <p>{signInNotAcceptedWords.text}</p>
      <p>{signInNotAcceptedWords.support}</p>
      <Row>
        <Button kind="primary" isPending={isLeaving} onClick={signInAgain}>
          {signInNotAcceptedWords.signInAgain}
        </Button>
        <ButtonLink href="/logout">{signInNotAcceptedWords.signOut}</ButtonLink>
      </Row>
    </PlainFrame>
  )
}

/** The server refuses token proofs with a wrong time (RFC 9449 section 11.1). */
function WrongClockPage({ problem }: { problem: ProblemBody }) {
  return (
    <PlainFrame title={wrongClockPageWords.title}>
      <p>{wrongClockWords(problem)}</p>
      <p>{wrongClockPageWords.text}</p>
      <p>
        <Button kind="primary" onClick={() => location.reload()}>
          {wrongClockPageWords.tryAgain}
        </Button>
      </p>
    </PlainFrame>
  )
}
