import { MutationCache, type Query, QueryClient } from '@tanstack/react-query'

import { retryWhenAvailable } from './polling.ts'
import { memberQuery, organisationQuery } from './session.ts'
import { writeEnded } from './unsaved/unsaved-forms.ts'

export function createQueryClient() {
  /** Queries whose last answer somebody has seen. */
  const shown = new WeakSet<Query>()
  const client = new QueryClient({
    // Before the screen's own handler, which may navigate: saved changes need no confirmation.
    mutationCache: new MutationCache({
      onSuccess: (_answer, variables) => writeEnded(variables, true),
      onError: (_error, variables) => writeEnded(variables, false),
    }),
    defaultOptions: {
      queries: {
        // A call retries by itself, within its time limit (send.ts).
        retry: false,
        staleTime: 10_000,
        // The data is requested while the code of its screen is on the way (prefetch.ts): the screen shows a refusal that came first.
        retryOnMount: (query) => shown.has(query),
        networkMode: 'always',
        refetchInterval: retryWhenAvailable,
      },
      mutations: { networkMode: 'always' },
    },
  })
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') shown.delete(event.query)
    const isSeenElsewhere = event.type === 'observerAdded' && event.query.getObserversCount() > 1
    if (event.type === 'observerRemoved' || isSeenElsewhere) shown.add(event.query)
  })
  // Requested once per page: a refusal, a renewed token or the user's own change reports every change.
  for (const { queryKey } of [memberQuery, organisationQuery]) client.setQueryDefaults(queryKey, { staleTime: Infinity, gcTime: Infinity })
  return client
}
