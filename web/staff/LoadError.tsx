import type { UseQueryResult } from '@tanstack/react-query'

import type { ApiError } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type LoadErrorProps = { of: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'> }

/** Why something could not be loaded, with a button to try again. */
export const LoadError = ({ of: { error, refetch } }: LoadErrorProps) => (
  <ErrorState onRetry={() => void refetch()}>{wordsOf(error)}</ErrorState>
)
