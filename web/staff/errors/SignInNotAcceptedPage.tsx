import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { signInNotAcceptedWords } from './words.ts'

/** The provider signed the user in, but the server refuses the token. An automatic sign-in here would repeat for ever. */
export function SignInNotAcceptedPage() {
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
