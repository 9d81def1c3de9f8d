import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { pathTo } from '#web/staff/paths.ts'
import { memberQuery, organisationQuery } from '#web/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { resumeBackground } from './background.ts'
import { announcedSeconds } from './idle-clock.ts'
import { timeOut } from './timed-out.ts'
import { type Warning, watchIdleness } from './watch-idleness.ts'
import { idleWarningWords } from './words.ts'

/** Signs the user out after this many minutes of inactivity, with a warning first (IDLE-1, IDLE-4). */
export function IdleWatch({ minutes }: { minutes: number }) {
  const { identity } = useRouteContext({ from: '/inside' })
  const queryClient = useQueryClient()
  const router = useRouter()
  const [warning, setWarning] = useState<Warning>()
  const watch = useRef<ReturnType<typeof watchIdleness>>(undefined)

  const onActive = useEffectEvent(() => {
    resumeBackground()
    // Reading and typing send no requests, so the token is renewed here to keep the session of the server alive.
    void identity.freshUser().catch(() => undefined)
  })
  const onArmed = useEffectEvent(() => {
    for (const { queryKey } of [memberQuery, organisationQuery]) void queryClient.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    const watching = watchIdleness({
      minutes,
      onWarning: setWarning,
      onTimeOut: timeOut,
      onActive: () => onActive(),
      onArmed: () => onArmed(),
    })
    watch.current = watching
    return () => watching.stop()
  }, [minutes])

  return (
    warning && (
      <IdleWarning
        warning={warning}
        onStay={() => watch.current?.stay()}
        onSignOut={() => void router.navigate({ to: pathTo('logout'), ignoreBlocker: true })}
      />
    )
  )
}

type IdleWarningProps = { warning: Warning; onStay: () => void; onSignOut: () => void }

/** The warning a minute before the timeout. The remaining time is shown every second and announced a few times (IDLE-4). */
function IdleWarning({ warning: { left, isAnswered }, onStay, onSignOut }: IdleWarningProps) {
  const seconds = Math.ceil(left / 1_000)
  return (
    <Dialog role="alertdialog" size="sm" title={idleWarningWords.title} isOpen onClose={onStay}>
      {isAnswered ? (
        <p>{idleWarningWords.active}</p>
      ) : (
        <p aria-hidden="true">
          {idleWarningWords.inactive} <b>{idleWarningWords.seconds(seconds)}</b> {idleWarningWords.kept}
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{isAnswered ? '' : idleWarningWords.announcement(announcedSeconds(left))}</span>
      </VisuallyHidden>
      <DialogActions>
        <Button kind="primary" onClick={onStay}>
          {idleWarningWords.stay}
        </Button>
        <Button onClick={onSignOut}>{idleWarningWords.signOut}</Button>
      </DialogActions>
    </Dialog>
  )
}
