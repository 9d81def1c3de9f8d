import { type QueryKey, useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** The keys of everything that shows form requests but is not a form request itself. */
const aboutRequests = [
  api.requests.list.key,
  api.requests.groupings.key,
  api.waitingList.list.key,
  api.notices.counts.key,
  api.dashboard.read.key,
  api.dashboard.responses.key,
  api.patientTimeline.read.key,
  api.scores.ofPatient.key,
].map((key) => [key])

function useRefresh() {
  const queryClient = useQueryClient()
  return (keys: readonly QueryKey[]) =>
    Promise.all([...aboutRequests, ...keys].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** After requests have changed, everything that shows them asks again. */
export function useRefreshRequests() {
  const refresh = useRefresh()
  return () => refresh([[api.requests.get.key]])
}

/**
 * The same where the changed form requests are known. Another one that is open beside the list is not asked for, because asking is recorded as
 * reading it.
 */
export function useRefreshChanged() {
  const refresh = useRefresh()
  return (ids: readonly string[]) => refresh(ids.map((id) => q(api.requests.get, { params: { id } }).queryKey))
}
