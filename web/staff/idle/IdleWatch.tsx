import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { pathTo } from '#web/staff/paths.ts'
import { memberQuery, organisationQuery } from '#web/staff/session.ts'

import { resumeBackground } from './background.ts'
import { IdleWarning } from './IdleWarning.tsx'
import { timeOut } from './timed-out.ts'
import { watchIdleness, type Warning } from './watch-idleness.ts'

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
