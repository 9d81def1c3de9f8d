import type { QueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { organisationQuery } from '#web/staff/session.ts'

/** Reloads everything that shows an organisation, the header with the name and the logo included. */
export const refreshOrganisation = (queryClient: QueryClient) =>
  Promise.all(
    [api.organisations.list.key, api.organisations.get.key, organisationQuery.queryKey[0]].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
