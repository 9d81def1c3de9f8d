import { useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'

/** After a series has changed, everything that shows series or their form requests asks again. */
export function useRefreshSeries() {
  const queryClient = useQueryClient()
  const refreshRequests = useRefreshRequests()
  const { list, get, enrolments, occasions, ofPatient } = api.series
  return () =>
    Promise.all([
      refreshRequests(),
      ...[list, get, enrolments, occasions, ofPatient].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })),
    ])
}
