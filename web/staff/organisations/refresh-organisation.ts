import type { QueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { organisationQuery } from '#web/staff/session.ts'

/** Whoever shows an organisation looks again: it may be one's own, whose name and logo stand in the header. */
export const refreshOrganisation = (queryClient: QueryClient) =>
  Promise.all(
    [api.organisations.list.key, api.organisations.get.key, organisationQuery.queryKey[0]].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
