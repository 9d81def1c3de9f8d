import { MutationCache, QueryClient } from '@tanstack/react-query'

import { ApiProblem } from '#web/api/api-problem.ts'

import { askAgainWhenBack } from './ask-again.ts'
import { memberQuery, organisationQuery } from './session.ts'
import { writeEnded } from './unsaved/unsaved-forms.ts'

/** A refusal stays a refusal however often it is asked; silence and breakdowns are worth another try. */
const isWorthAnotherTry = (tries: number, error: unknown) => tries < 2 && !(error instanceof ApiProblem && error.status < 500)

export function createQueryClient() {
  const client = new QueryClient({
    // Before the screen's own success, which may lead elsewhere: what is saved is nothing to be asked about.
    mutationCache: new MutationCache({
      onSuccess: (_answer, variables) => writeEnded(variables, true),
      onError: (_error, variables) => writeEnded(variables, false),
    }),
    defaultOptions: {
      queries: {
        retry: isWorthAnotherTry,
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
