import { MutationCache, QueryClient } from '@tanstack/react-query'

import { askAgainWhenBack } from './ask-again.ts'
import { memberQuery, organisationQuery } from './session.ts'
import { writeEnded } from './unsaved/unsaved-forms.ts'

export function createQueryClient() {
  const client = new QueryClient({
    // Before the screen's own success, which may lead elsewhere: what is saved is nothing to be asked about.
    mutationCache: new MutationCache({
      onSuccess: (_answer, variables) => writeEnded(variables, true),
      onError: (_error, variables) => writeEnded(variables, false),
    }),
    defaultOptions: {
      queries: {
        // A call retries by itself, within its time limit (send.ts).
        retry: false,
        staleTime: 10_000,
        networkMode: 'always',
        refetchInterval: askAgainWhenBack,
      },
      mutations: { networkMode: 'always' },
    },
  })
  // Asked once per page: whatever changes in them is told by a refusal, by the renewed token, or by who changed it.
  for (const { queryKey } of [memberQuery, organisationQuery]) client.setQueryDefaults(queryKey, { staleTime: Infinity, gcTime: Infinity })
  return client
}
