import { skipToken } from '@tanstack/react-query'

/** The lists from which form requests are opened one after another. */
export type ListName = 'worklist' | 'waitingList'
/** The query of one of these lists. */
export type ListQuery = { page?: unknown; limit?: unknown; cursor?: string | undefined; filters?: object | undefined }
export type ListAnswer = { docs: readonly { id: string }[]; totalDocs: number; isCountCapped?: boolean; cursor?: string | undefined }
type Page = { page: number; cursor?: string | undefined }

/** The form requests of the list that the user came from, as far as they have been loaded, in the order of the list. */
export type ListPosition = {
  list: ListName
  /** The filters and order of the list, without its page. */
  query: ListQuery
  ids: readonly string[]
  /** The place of the first id in the whole list, from 1. */
  firstPlace: number
  total: number
  /** Not all were counted. */
  isAtLeast: boolean
  first: Page
  last: Page
  hasStart: boolean
  hasEnd: boolean
}

/** Kept until the tab is closed or reloaded, however long the user reads one form request. */
export const positionQuery = { queryKey: ['request-list-position'], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity } as const

export function positionIn(list: ListName, { page = 1, cursor: _, ...query }: ListQuery, answer: ListAnswer): ListPosition {
  const { docs, totalDocs, isCountCapped = false, cursor } = answer
  const firstPlace = (Number(page) - 1) * Number(query.limit ?? docs.length) + 1
  const shown = { page: Number(page), cursor }
  return {
    list,
    query,
    ids: docs.map(({ id }) => id),
    firstPlace,
    total: totalDocs,
    isAtLeast: isCountCapped,
    first: shown,
    last: shown,
    hasStart: firstPlace === 1,
    hasEnd: !isCountCapped && firstPlace + docs.length > totalDocs,
  }
}

type Ask = (query: ListQuery) => Promise<ListAnswer>

/**
 * Loads the page after the last one, or before the first. Form requests that were closed meanwhile may have left the list: from a cursor the
 * next page begins after the last row that was seen. Without one, rows may have moved up to the page that was seen, so it is read again.
 */
export async function extend(ask: Ask, position: ListPosition, direction: 'next' | 'previous'): Promise<ListPosition> {
  const { query, ids, firstPlace, first, last, total } = position
  const isNext = direction === 'next'
  const from = isNext ? last : first
  const pages = isNext ? (from.cursor ? [from.page + 1] : [from.page, from.page + 1]) : [from.page - 1]
  for (const page of pages.filter((one) => one >= 1)) {
    const { docs, cursor } = await ask({ ...query, page, ...(from.cursor && { cursor: from.cursor }) })
    const fresh = docs.map(({ id }) => id).filter((id) => !ids.includes(id))
    if (fresh.length === 0) continue
    if (isNext)
      return {
        ...position,
        ids: [...ids, ...fresh],
        last: { page, cursor },
        total: Math.max(total, firstPlace + ids.length + fresh.length - 1),
      }
    const place = Math.max(1, firstPlace - fresh.length)
    return { ...position, ids: [...fresh, ...ids], first: { page, cursor }, firstPlace: place, hasStart: page === 1 }
  }
  return isNext ? { ...position, hasEnd: true, total: firstPlace + ids.length - 1, isAtLeast: false } : { ...position, hasStart: true }
}
