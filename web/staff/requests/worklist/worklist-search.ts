import { useSearch } from '@tanstack/react-router'

import { writeListState, type AnyDefaults, type FilterValue } from '#web/staff/lists/list-search.ts'
import { fromSort, useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { worklist, type SearchOf } from '#web/staff/searches.ts'

type Changes = { [K in keyof typeof worklist.filters]?: FilterValue }

/** The state of the worklist in the URL. */
export function useWorklist() {
  const list = useListSearch(worklist)
  const search = useSearch({ from: '/inside/requests' })
  const { limit, sort, filters } = list
  const { view } = search
  return {
    ...list,
    /** The saved view that is shown, or was before something was changed. */
    view,
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
