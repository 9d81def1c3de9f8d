import { useEffect, useRef } from 'react'

import type { Deps } from '#web/staff/auth/arrival.ts'
import { closeSession, signOut } from '#web/staff/auth/sign-out.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { applicationWords } from '#web/staff/words.ts'
import { Button } from '#web/ui/Button.tsx'

export type TimeoutPanelProps = { deps: Pick<Deps, 'identity' | 'queryClient'> }

/** Instead of everything, after inactivity (IDLE-2). What was known here is forgotten while it stands. */
export function TimeoutPanel({ deps }: TimeoutPanelProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = 'Signed out – Formward'
    sheet.current?.querySelector('h1')?.focus()
    void closeSession(deps)
  }, [deps])
  return (
    <div ref={sheet}>
      <PlainFrame title={applicationWords['application.timeout']}>
        <Button onClick={() => void signOut(deps).catch(() => location.replace('/'))}>Log in</Button>
      </PlainFrame>
    </div>
  )
}
