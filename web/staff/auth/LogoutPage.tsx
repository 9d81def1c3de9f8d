import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import { signOut } from './sign-out.ts'

/** /logout: forgets everything here, then goes on to the provider (SIGN-6). */
export function LogoutPage() {
  const { identity, queryClient } = useRouter().options.context
  const [isAlone, setAlone] = useState(false)
  useEffect(() => {
    void signOut({ identity, queryClient }).catch(() => setAlone(true))
  }, [identity, queryClient])

  if (!isAlone) return <PlainFrame title="Signing out">{<Spinner label="Signing out…" />}</PlainFrame>
  return (
    <PlainFrame title="You are signed out here">
      <p>The sign-in service could not be reached, so it may still know you. Close the browser if others use this computer.</p>
      <p>
        <ButtonLink kind="primary" href="/">
          Sign in again
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}
