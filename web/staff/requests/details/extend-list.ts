import type { ListAnswer, ListPosition, ListQuery } from './list-position.ts'

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
