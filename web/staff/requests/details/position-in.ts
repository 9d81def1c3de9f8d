import type { ListAnswer, ListName, ListPosition, ListQuery } from './list-position.ts'

type Shown = { query: ListQuery; address: string }

export function positionIn(list: ListName, shown: Shown, answer: ListAnswer): ListPosition {
  const { page = 1, cursor: _, ...query } = shown.query
  const { docs, totalDocs, isCountCapped = false, cursor } = answer
  const firstPlace = (Number(page) - 1) * Number(query.limit ?? docs.length) + 1
  const first = { page: Number(page), cursor }
  return {
    list,
    query,
    address: shown.address,
    ids: docs.map(({ id }) => id),
    firstPlace,
    total: totalDocs,
    isAtLeast: isCountCapped,
    first,
    last: first,
    hasStart: firstPlace === 1,
    hasEnd: !isCountCapped && firstPlace + docs.length > totalDocs,
  }
}

/** Whether the form request that is read beside a list has its neighbours only in what was remembered of the same list before. */
export function keepsPlace(before: ListPosition, now: ListPosition, open: string | undefined) {
  const isSameList = before.list === now.list && JSON.stringify(before.query) === JSON.stringify(now.query)
  return open !== undefined && isSameList && before.ids.includes(open) && !now.ids.includes(open)
}
