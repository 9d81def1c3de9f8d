import type { QueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { memberQuery } from '#web/staff/session.ts'

/** Whoever shows members, or counts them, looks again. One of them may be oneself. */
export const refreshMembers = (queryClient: QueryClient) =>
  Promise.all(
    [api.members.list.key, api.members.find.key, api.organisations.list.key, api.organisations.get.key, memberQuery.queryKey[0]].map(
      (key) => queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
