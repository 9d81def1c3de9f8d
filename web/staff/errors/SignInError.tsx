import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import type { ProblemBody } from '#contract/problems.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { wrongClockWords } from '#web/api/refusal.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { noMemberWords, signInFailedWords, signInNotAcceptedWords, wrongClockPageWords } from './sign-in-words.ts'

/** Why the user has no session, and what to do. `notOpened`: for an error that is about something else. */
export function SignInError({ error, notOpened }: ErrorComponentProps & { notOpened: ReactNode }) {
  if (error instanceof SignInFailed) return <SignInFailedPage code={error.message} onRetry={() => location.assign(error.target)} />
  if (!(error instanceof ApiProblem)) return notOpened
  if (error.body?.code === 'no_member') return <NoMemberPage />
  if (error.body?.code === 'wrong_clock') return <WrongClockPage problem={error.body} />
  return error.body?.code === 'not_signed_in' ? <SignInNotAcceptedPage /> : notOpened
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
