import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

/** The provider signed somebody in, and the server refuses their token: signing in again by itself would go round for ever. */
export function SignInNotAcceptedPage() {
  const { identity } = useRouter().options.context
  const [isLeaving, setLeaving] = useState(false)
  const signInAgain = () => {
    setLeaving(true)
    void identity.beginSignIn(location.pathname + location.search).catch(() => setLeaving(false))
  }
  return (
    <PlainFrame title="Formward did not accept your sign-in">
      <p>The sign-in service knows you, but Formward could not use its answer. Sign in again.</p>
      <p>If this page comes back, tell your IT support that Formward refuses the sign-in service’s access tokens.</p>
      <Row>
        <Button kind="primary" isPending={isLeaving} onClick={signInAgain}>
          Sign in again
        </Button>
        <ButtonLink href="/logout">Sign out</ButtonLink>
      </Row>
    </PlainFrame>
  )
}
