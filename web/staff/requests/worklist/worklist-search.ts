import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import type { RequestGroupings } from '#contract/request-filters.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { writeListState, type AnyDefaults, type FilterValue } from '#web/staff/lists/list-search.ts'
import { fromSort, useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { worklist, type SearchOf } from '#web/staff/searches.ts'

type Changes = { [K in keyof typeof worklist.filters]?: FilterValue }

/** Answers belong to the questions of one form. */
const withoutOtherAnswers = (changed: Changes): Changes => ('formId' in changed ? { ...changed, answer: [] } : changed)

/** The questions with one choice of the form, while the list has one form. */
export function useAnswerChoices({ filters: { formId } }: Worklist) {
  const [id, another] = formId
  const { data } = useQuery({
    ...q(api.formAnalytics.choices, { params: { id: id ?? '' } }),
    enabled: id !== undefined && another === undefined,
    staleTime: 60_000,
  })
  return id !== undefined && another === undefined ? data?.questions : undefined
}

/** The state of the worklist in the URL. */
export function useWorklist() {
  const list = useListSearch(worklist)
  const search = useSearch({ from: '/inside/requests' })
  const { limit, sort, filters } = list
  const { view, open, ...asked } = search
  const withoutOpen = pathTo('requestsList', {}, { ...asked, view })
  return {
    ...list,
    setFilters: (changed: Changes, options?: { replace: boolean }) => list.setFilters(withoutOtherAnswers(changed), options),
    /** The saved view that is shown, or was before something was changed. */
    view,
    /** The form request that is read beside the list. */
    open,
    /** The address of the same list without a form request beside it. */
    withoutOpen,
    /** The address of the same list with this form request beside it. */
    hrefBeside: (id: string) => `${withoutOpen}${withoutOpen.includes('?') ? '&' : '?'}open=${id}`,
    /** Whether the address asks for anything. */
    isAsked: Object.values(search).some((value) => value !== undefined),
    /** The address of the same list with some filters changed. */
    hrefWith: (changes: Changes) =>
      pathTo(
        'requestsList',
        {},
        {
          ...(writeListState(
            { page: 1, limit, sort: sort && fromSort(sort), filters: { ...filters, ...changes } },
            worklist as unknown as AnyDefaults, // the same without the names of its filters
          ) as Partial<SearchOf<'requestsList'>>), // the filters of this list, changed
          view,
        },
      ),
  }
}
export type Worklist = ReturnType<typeof useWorklist>

export type WorklistFiltersProps = {
  list: Worklist
  numbers: Pick<UseQueryResult<RequestGroupings, ApiError>, 'data' | 'error' | 'refetch'>
  /** Not all were counted. */
  isAtLeast: boolean
}
