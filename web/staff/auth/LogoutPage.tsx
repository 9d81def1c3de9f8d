import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import { signOut } from './sign-out.ts'
import { logoutWords } from './words.ts'

/** /logout: clears the data in this browser, then signs out of the provider (SIGN-6). */
export function LogoutPage() {
  const { identity, queryClient } = useRouter().options.context
  const [isLocalOnly, setLocalOnly] = useState(false)
  useEffect(() => {
    void signOut({ identity, queryClient }).catch(() => setLocalOnly(true))
  }, [identity, queryClient])

  if (!isLocalOnly) return <PlainFrame title={logoutWords.title}>{<Spinner label={logoutWords.progress} />}</PlainFrame>
  return (
    <PlainFrame title={logoutWords.localTitle}>
      <p>{logoutWords.localText}</p>
      <p>
        <ButtonLink kind="primary" href="/">
          {logoutWords.signInAgain}
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}
