import { useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'

/** After requests have changed, everything that shows them asks again. */
export function useRefreshRequests() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [api.requests.list.key, api.requests.get.key, api.dashboard.read.key].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
}
