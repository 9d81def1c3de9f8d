import { useQuery } from '@tanstack/react-query'

import type { FormDetails } from '#contract/forms.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** The type of each question in the live version. */
export function usePublishedTypes({ id, version }: FormDetails) {
  const live = useQuery({
    ...q(api.forms.getVersion, { params: { id, version: version ?? 0 } }),
    enabled: version !== null,
    staleTime: Infinity,
  })
  return new Map(live.data?.definition.questions.map((question) => [question.id, question.type]))
}
