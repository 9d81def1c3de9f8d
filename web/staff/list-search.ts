import { useRouter, useRouterState } from '@tanstack/react-router'

import type { Sort } from '#web/ui/data-table.ts'

import {
  askedFor,
  fromSort,
  readListState,
  toSort,
  writeListState,
  type Filters,
  type ListDefaults,
  type ListState,
  type Wider,
} from './list-state.ts'

/** The state of a list, kept in the address: reload, share and back keep it (NAV-7). */
export function useListSearch<const F extends Filters>(defaults: ListDefaults<F>) {
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const state = readListState(search, defaults)

  const go = (change: Partial<ListState<F>>, replace = false) => {
    const { page: _, limit: __, sort: ___, filters: ____, ...others } = search // what belongs to someone else on the screen stays
    const next = { ...others, ...writeListState({ ...state, ...change }, defaults) }
    void router.navigate({ to: '.', search: next as never, replace, resetScroll: false }) // screens come from a table: the router knows no search types
  }
  return {
    ...state,
    sort: toSort(state.sort),
    /** What the list call takes as its query. */
    query: {
      page: state.page,
      limit: state.limit,
      ...(state.sort !== undefined && { sort: state.sort }),
      filters: askedFor(state.filters as Wider<F> & Filters) as Partial<Wider<F>>,
    },
    /** Whether any filter differs from its default. */
    isFiltered: 'filters' in writeListState(state, defaults),
    setPage: (page: number) => go({ page }),
    setLimit: (limit: number) => go({ limit, page: 1 }),
    setSort: (sort: Sort) => go({ sort: fromSort(sort), page: 1 }),
    /** `replace` for what changes with every key, so that Back does not go through every letter. */
    setFilters: (filters: Partial<Wider<F>>, { replace = false } = {}) =>
      go({ filters: { ...state.filters, ...filters }, page: 1 }, replace),
    clearFilters: () => go({ filters: (defaults.filters ?? {}) as Wider<F>, page: 1 }), // the defaults are filters
  }
}
