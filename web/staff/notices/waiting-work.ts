import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'

/** In milliseconds: the first question waits until the screen has loaded what it needs itself, and the next ones come while the window is seen. */
const waits = { first: 3_000, next: 60_000 }

/** What waits for the member; undefined before the first answer and for members without form requests. */
export function useWaitingWork() {
  const { can } = useSession()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void setTimeout(setLoaded, waits.first, true), [])
  return useQuery({ ...q(api.notices.counts), refetchInterval: waits.next, enabled: isLoaded && can('formRequest:read') }).data
}
