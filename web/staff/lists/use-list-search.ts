import { useMatch, useRouter, useSearch } from '@tanstack/react-router'

import type { Sort } from '#web/ui/data-table.ts'
import type { PageSize } from '#web/ui/page-sizes.ts'

import { storePageSize, storedPageSize } from './stored-page-size.ts'
import {
  listStateOf,
  writeListState,
  type AnyDefaults,
  type Choices,
  type Filters,
  type FilterValue,
  type FiltersOf,
  type ListDefinition,
  type ListState,
} from './list-search.ts'

const toSort = (text: string | undefined): Sort | undefined =>
  text === undefined ? undefined : { by: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' }
export const fromSort = ({ by, direction }: Sort) => (direction === 'desc' ? `-${by}` : by)

/** The state of a list in the URL, for reload, sharing and Back (NAV-7). Only the page size is stored elsewhere. */
export function useListSearch<F extends Filters, S extends string, C extends Choices<F>>(definition: ListDefinition<F, S, C>) {
  const router = useRouter()
  const screen: string = useMatch({ strict: false }).fullPath
  // A screen with tabs has several lists: these are the parameters of this one.
  const search = definition.read(useSearch({ strict: false }))
  const defaults = definition as unknown as AnyDefaults // the same without the names of its filters
  const kept = storedPageSize(screen, defaults.sizes)
  const state = listStateOf(search, defaults, kept)
  const filters = state.filters as FiltersOf<F, C> // the router read each by its default's type and its choices

  const go = (change: (before: ListState<Filters>) => Partial<ListState<Filters>>, replace = false) =>
    void router.navigate({
      to: '.',
      // What is not the list's stays. A change made before this one is drawn is not lost.
      search: (before: Record<string, unknown>) => {
        const { page: _page, cursor: _cursor, limit: _limit, sort: _sort, filters: _filters, ...others } = before
        const size = storedPageSize(screen, defaults.sizes)
        const last = listStateOf(definition.read(before), defaults, size)
        return { ...others, ...writeListState({ ...last, ...change(last) }, defaults, size) } as Record<string, never> // checked by the router as it is read back
      },
      replace,
      resetScroll: false,
    })
  return {
    page: state.page,
    limit: state.limit,
    sort: toSort(state.sort),
    filters,
    query: definition.queryOf(search, kept),
    /** Whether any filter differs from its default. */
    isFiltered: 'filters' in writeListState(state, defaults, kept),
    /** With the cursor of the page that is shown, where it has one. */
    setPage: (page: number, cursor?: string) => go(() => ({ page, cursor })),
    setLimit: (limit: number) => {
      storePageSize(screen, limit)
      go(() => ({ limit: limit as PageSize, page: 1 })) // the sizes on offer are page sizes
    },
    setSort: (sort: Sort) => go(() => ({ sort: fromSort(sort), page: 1 })),
    /** Any value may be set: it is checked when it is read back. `replace` for what changes with every key, so that Back does not go through every letter. */
    setFilters: (changed: { [K in keyof F]?: FilterValue }, { replace = false } = {}) =>
      go((before) => ({ filters: { ...before.filters, ...changed }, page: 1 }), replace),
    clearFilters: () => go(() => ({ filters: defaults.filters, page: 1 })),
  }
}

/** What the list component needs of it. */
export type List = Pick<
  ReturnType<typeof useListSearch>,
  'page' | 'limit' | 'sort' | 'isFiltered' | 'setPage' | 'setLimit' | 'setSort' | 'clearFilters'
>
