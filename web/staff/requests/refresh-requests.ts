import { useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'

/** After requests have changed, everything that shows them asks again. */
export function useRefreshRequests() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [
        api.requests.list.key,
        api.requests.groupings.key,
        api.requests.get.key,
        api.waitingList.list.key,
        api.dashboard.read.key,
        api.dashboard.responses.key,
      ].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}
