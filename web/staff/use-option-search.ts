import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'

import type { ApiError } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import type { SearchAnswer } from '#web/ui/SearchCombo.tsx'
import type { Option } from '#web/ui/Select.tsx'

/**
 * The search behind a `SearchCombo`. An answer always names the text that it answers: the answers of an earlier text are never kept, as a
 * user who types on and presses Enter would choose somebody else.
 */
export function useOptionSearch<T, K extends QueryKey>(
  ask: (text: string) => UseQueryOptions<T, ApiError, T, K>,
  toOptions: (found: T) => readonly Option[],
) {
  // Undefined until the field is used: opening a screen reads no list of patients that nobody asked for.
  const [searched, setText] = useState<string>()
  const text = searched ?? ''
  const found = useQuery({ ...ask(text), enabled: searched !== undefined })
  const answer: SearchAnswer | undefined = found.data
    ? { text, options: toOptions(found.data) }
    : found.isError
      ? { text, options: [], failure: wordsOf(found.error) }
      : undefined
  return { found: found.data, combo: { answer, onSearch: setText } }
}
