import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

import type { Deps } from '#web/staff/auth/arrival.ts'
import { closeSession, signOut } from '#web/staff/auth/sign-out.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { applicationWords, timeoutWords } from '#web/staff/words.ts'
import { Button } from '#web/ui/Button.tsx'

import { isTimedOut, onTimeOut } from './timed-out.ts'

/** Shows the app, or the timeout panel instead. */
export function UnlessTimedOut({ deps, children }: TimeoutPanelProps & { children: ReactNode }) {
  return useSyncExternalStore(onTimeOut, isTimedOut) ? <TimeoutPanel deps={deps} /> : children
}

type TimeoutPanelProps = { deps: Pick<Deps, 'identity' | 'queryClient'> }

/** Replaces the whole app after inactivity (IDLE-2). All data of the user is deleted while the panel is shown. */
function TimeoutPanel({ deps }: TimeoutPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = timeoutWords.documentTitle
    panel.current?.querySelector('h1')?.focus()
    void closeSession(deps)
  }, [deps])
  return (
    <div ref={panel}>
      <PlainFrame title={applicationWords['application.timeout']}>
        <Button onClick={() => void signOut(deps).catch(() => location.replace('/'))}>{timeoutWords.signIn}</Button>
      </PlainFrame>
    </div>
  )
}
