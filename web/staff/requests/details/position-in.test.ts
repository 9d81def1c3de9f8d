import { describe, expect, test } from 'vitest'

import { extend } from './extend-list.ts'
import type { ListAnswer, ListQuery } from './list-position.ts'
import { keepsPlace, positionIn as positionAt } from './position-in.ts'

const address = '/requests?page=2'
const positionIn = (list: 'worklist', query: ListQuery, answer: ListAnswer) => positionAt(list, { query, address }, answer)
const idsOf = (...ids: string[]) => ids.map((id) => ({ id }))
const answer = (ids: string[], totalDocs: number, cursor?: string) => ({
  docs: idsOf(...ids),
  totalDocs,
  isCountCapped: false,
  ...(cursor && { cursor }),
})

/** Answers these pages, and notes what was asked. */
function pages(found: Record<number, { ids: string[]; cursor?: string }>) {
  const asked: ListQuery[] = []
  return {
    asked,
    ask: async (query: ListQuery) => {
      asked.push(query)
      const { ids, cursor } = found[Number(query.page)] ?? { ids: [] }
      return answer(ids, 9, cursor)
    },
  }
}

const filters = { status: ['completed' as const] }

describe('positionIn', () => {
  test('the page of a list knows its place in the whole list (REQ-7)', () => {
    const position = positionIn('worklist', { page: 2, limit: 3, sort: 'lastName', filters }, answer(['d', 'e', 'f'], 7, 'two'))
    expect(position).toMatchObject({ ids: ['d', 'e', 'f'], firstPlace: 4, total: 7, hasStart: false, hasEnd: false, address })
    expect(positionIn('worklist', { page: 3, limit: 3 }, answer(['g'], 7))).toMatchObject({ firstPlace: 7, hasEnd: true })
  })
})

describe('keepsPlace', () => {
  const list = (ids: string[], page = 1) => positionIn('worklist', { page, limit: 3, filters }, answer(ids, 9))

  test('a form request that is read beside the list keeps its neighbours when it leaves the list, and only then (REQ-8, REQ-7)', () => {
    expect(keepsPlace(list(['a', 'b', 'c']), list(['a', 'c', 'd']), 'b'), 'it was closed').toBe(true)
    expect(keepsPlace(list(['a', 'b', 'c']), list(['d', 'e', 'f'], 2), 'b'), 'the list was turned over').toBe(true)
    expect(keepsPlace(list(['a', 'b', 'c']), list(['b', 'a', 'c']), 'b'), 'it is still there').toBe(false)
    expect(keepsPlace(list(['a', 'b', 'c']), list(['d', 'e', 'f']), undefined), 'nothing is open').toBe(false)
    const another = positionIn('worklist', { page: 1, limit: 3, filters: {} }, answer(['a'], 1))
    expect(keepsPlace(list(['a', 'b', 'c']), another, 'b'), 'other filters').toBe(false)
  })
})

describe('extend', () => {
  test('the next page is read from the end of the page that was seen, with filters and order (REQ-7)', async () => {
    const start = positionIn('worklist', { page: 1, limit: 3, sort: 'lastName', filters }, answer(['a', 'b', 'c'], 5, 'one'))
    const list = pages({ 2: { ids: ['d', 'e'], cursor: 'two' } })

    const further = await extend(list.ask, start, 'next')

    expect(list.asked).toEqual([{ page: 2, cursor: 'one', limit: 3, sort: 'lastName', filters }])
    expect(further).toMatchObject({ ids: ['a', 'b', 'c', 'd', 'e'], firstPlace: 1, last: { page: 2, cursor: 'two' } })
    expect(await extend(pages({}).ask, further, 'next')).toMatchObject({ hasEnd: true, total: 5 })
  })

  test('without a cursor, rows that moved up to the page that was seen are found before those of the next page (REQ-7)', async () => {
    const start = positionIn('worklist', { page: 1, limit: 3, filters }, answer(['a', 'b', 'c'], 6))
    // a and b were closed and left the list: d and e moved up.
    const list = pages({ 1: { ids: ['c', 'd', 'e'] }, 2: { ids: ['f'] } })

    const further = await extend(list.ask, start, 'next')

    expect(further.ids).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect((await extend(list.ask, further, 'next')).ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('a form request that was seen is not offered again, wherever the order moves it (REQ-7)', async () => {
    const start = positionIn('worklist', { page: 1, limit: 2, sort: 'updatedAt' }, answer(['a', 'b'], 4, 'one'))
    expect((await extend(pages({ 2: { ids: ['c', 'a'] } }).ask, start, 'next')).ids).toEqual(['a', 'b', 'c'])
    expect(await extend(pages({ 2: { ids: ['a', 'b'] } }).ask, start, 'next')).toMatchObject({ ids: ['a', 'b'], hasEnd: true, total: 2 })
  })

  test('the page before is read from the start of the first page, until the start of the list (REQ-7)', async () => {
    const middle = positionIn('worklist', { page: 2, limit: 2 }, answer(['c', 'd'], 4, 'two'))
    const list = pages({ 1: { ids: ['a', 'b'], cursor: 'one' } })

    expect(await extend(list.ask, middle, 'previous')).toMatchObject({ ids: ['a', 'b', 'c', 'd'], firstPlace: 1, hasStart: true })
    expect(list.asked).toEqual([{ page: 1, cursor: 'two', limit: 2 }])
  })
})
