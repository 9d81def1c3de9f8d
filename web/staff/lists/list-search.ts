import { useMatch, useRouter, useRouterState } from '@tanstack/react-router'

import type { Sort } from '#web/ui/data-table.ts'

import { keepPageSize, keptPageSize } from './kept-page-size.ts'
import {
  askedFor,
  fromSort,
  readListState,
  toSort,
  writeListState,
  type Asked,
  type Choices,
  type Filters,
  type FilterValue,
  type FiltersOf,
  type ListDefaults,
  type ListState,
  type Sorting,
} from './list-state.ts'

/** The state of a list, kept in the address: reload, share and back keep it (NAV-7). Only its page size is remembered beyond it. */
export function useListSearch<const F extends Filters, S extends string, const C extends Choices<F> = {}>(defaults: ListDefaults<F, S, C>) {
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const screen: string = useMatch({ strict: false }).fullPath
  const kept = keptPageSize(screen, defaults.sizes)
  const state = readListState(search, defaults, kept)
  const filters = state.filters as FiltersOf<F, C> // each was read by its default's type and its choices

  const go = (change: Partial<ListState<Filters>>, replace = false) => {
    const { page: _page, cursor: _cursor, limit: _limit, sort: _sort, filters: _filters, ...others } = search // what is not the list's stays
    const next = { ...others, ...writeListState({ ...state, ...change }, defaults, keptPageSize(screen, defaults.sizes)) }
    void router.navigate({ to: '.', search: next, replace, resetScroll: false })
  }
  const setPage = (page: number, cursor?: string) => go({ page, cursor })
  const setLimit = (limit: number) => {
    keepPageSize(screen, limit)
    go({ limit, page: 1 })
  }
  return {
    page: state.page,
    limit: state.limit,
    sort: toSort(state.sort),
    filters,
    /** What the list call takes as its query. */
    query: {
      page: state.page,
      ...(state.cursor && { cursor: state.cursor }),
      limit: state.limit,
      ...(state.sort !== undefined && { sort: state.sort as Sorting<S> }), // readSort answers a name of `sorts`
      filters: askedFor(state.filters) as Asked<FiltersOf<F, C>>, // a part of what they were
    },
    /** Whether any filter differs from its default. */
    isFiltered: 'filters' in writeListState(state, defaults, kept),
    /** With the cursor of the page that is shown, where it has one. */
    setPage,
    setLimit,
    setSort: (sort: Sort) => go({ sort: fromSort(sort), page: 1 }),
    /** Any value may be set: it is checked when it is read back. `replace` for what changes with every key, so that Back does not go through every letter. */
    setFilters: (changed: { [K in keyof F]?: FilterValue }, { replace = false } = {}) =>
      go({ filters: { ...state.filters, ...changed }, page: 1 }, replace),
    clearFilters: () => go({ filters: defaults.filters, page: 1 }),
  }
}

/** What the list component needs of it. */
export type List = Pick<
  ReturnType<typeof useListSearch>,
  'page' | 'limit' | 'sort' | 'isFiltered' | 'setPage' | 'setLimit' | 'setSort' | 'clearFilters'
>
