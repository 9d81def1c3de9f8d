import type { QueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { organisationQuery } from '#web/staff/session.ts'

/** Reloads the providers, and the methods that screens offer. */
export const refreshProviders = (queryClient: QueryClient) =>
  Promise.all(
    [api.messageProviderAccounts.list.key, organisationQuery.queryKey[0]].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
