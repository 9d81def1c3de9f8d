import { useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'

/** After letters have changed, everything that shows them or their form requests asks again. */
export function useRefreshLetters() {
  const queryClient = useQueryClient()
  const refreshRequests = useRefreshRequests()
  return () =>
    Promise.all([
      refreshRequests(),
      ...[api.letters.list.key, api.letters.batches.key, api.letters.batch.key].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    ])
}
