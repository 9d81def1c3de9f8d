import type { QueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { memberQuery } from '#web/staff/session.ts'

/** Reloads everything that shows or counts users, the signed-in user included. */
export const refreshMembers = (queryClient: QueryClient) =>
  Promise.all(
    [api.members.list.key, api.members.find.key, api.organisations.list.key, api.organisations.get.key, memberQuery.queryKey[0]].map(
      (key) => queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
