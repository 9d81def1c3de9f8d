import { MutationCache, QueryClient } from '@tanstack/react-query'

import { retryWhenAvailable } from './polling.ts'
import { memberQuery, organisationQuery } from './session.ts'
import { writeEnded } from './unsaved/unsaved-forms.ts'

/** How long an answer is shown without asking for it again, in milliseconds. */
const staleTime = 10_000

export function createQueryClient() {
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
        staleTime,
        // The data is requested while the code of its screen is on the way (prefetch.ts): the screen shows a refusal that came first.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > staleTime,
        networkMode: 'always',
        refetchInterval: retryWhenAvailable,
      },
      mutations: { networkMode: 'always' },
    },
  })
  // Requested once per page: a refusal, a renewed token or the user's own change reports every change.
  for (const { queryKey } of [memberQuery, organisationQuery]) client.setQueryDefaults(queryKey, { staleTime: Infinity, gcTime: Infinity })
  return client
}
