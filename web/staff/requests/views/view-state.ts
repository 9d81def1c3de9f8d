import type { SavedView } from '#contract/worklist.ts'
import type { Filters } from '#web/staff/lists/list-search.ts'
import type { Worklist } from '#web/staff/requests/worklist/worklist-search.ts'
import type { SearchOf } from '#web/staff/searches.ts'
import type { PageSize } from '#web/ui/page-sizes.ts'

type Shown = { filters: Filters; sort?: string | undefined; limit: number }

/** What the list shows, as a view keeps it. */
export const shownBy = ({ query, limit }: Worklist) => ({ filters: query.filters ?? {}, sort: query.sort, limit })

// The contract reads flags as true and false, the address holds words.
export const inOrder = (filters: Filters) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(String).toSorted() : String(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Whether the list still shows what the view has, in any order. */
export const isShown = (view: Shown, shown: Shown) =>
  JSON.stringify([inOrder(view.filters), view.sort ?? '-createdAt', view.limit]) ===
  JSON.stringify([inOrder(shown.filters), shown.sort ?? '-createdAt', shown.limit])

/** The query of the address that opens a view. */
export const searchOf = ({ id, filters, sort, limit }: SavedView): Partial<SearchOf<'requestsList'>> => ({
  view: id,
  limit: limit as PageSize, // a view keeps a size the worklist offered
  ...(sort && { sort }),
  ...(Object.keys(filters).length > 0 && {
    filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value])),
  }),
})
