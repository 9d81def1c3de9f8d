import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'

import type { RequestSummary } from '#contract/request-records.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'

type Assigned = Pick<RequestSummary, 'id' | 'assignee'>
type Assignee = RequestSummary['assignee']

/**
 * Shows unassigned form requests as assigned to the user before the server has answered. Somebody else's stay as they are: they would be refused.
 * Returns what shows some of them, or all, as unassigned again. No message says so until the server has.
 */
export function useShowAssigned() {
  const queryClient = useQueryClient()
  const { member } = useSession()
  return (requests: readonly Assigned[]) => {
    const ids = new Set(requests.filter(({ assignee }) => assignee === null).map(({ id }) => id))
    const user = { id: member.id, name: `${member.firstName} ${member.lastName}` }
    replaceAssignee(queryClient, ids, null, user)
    return (refused: readonly string[] = [...ids]) => replaceAssignee(queryClient, new Set(refused.filter((id) => ids.has(id))), user, null)
  }
}

/** In the lists and details that are loaded, where they have this assignee. */
function replaceAssignee(queryClient: QueryClient, ids: ReadonlySet<string>, from: Assignee, to: Assignee) {
  const replaced = <One extends Assigned>(one: One) => (ids.has(one.id) && one.assignee?.id === from?.id ? { ...one, assignee: to } : one)
  // They keep their age, because they were not loaded again: the live worklist counts from it.
  const ageOf = (queryKey: QueryKey) => ({ updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0 })
  for (const [queryKey, page] of queryClient.getQueriesData<{ docs: Assigned[] }>({ queryKey: [api.requests.list.key] }))
    if (page) queryClient.setQueryData(queryKey, { ...page, docs: page.docs.map(replaced) }, ageOf(queryKey))
  for (const id of ids) {
    const { queryKey } = q(api.requests.get, { params: { id } })
    queryClient.setQueryData(queryKey, (details) => details && replaced(details), ageOf(queryKey))
  }
}
