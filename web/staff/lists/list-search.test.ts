import { describe, expect, test } from 'vitest'

import { readQueryString, toQueryString } from '#web/api/query-string.ts'

import { askedFor, listStateOf, readListSearch, writeListState } from './list-search.ts'

const defaults = {
  limit: 10,
  sort: '-createdAt',
  sorts: ['createdAt', 'lastName'],
  filters: { search: '', archived: false, status: [] as string[], open: ['yes'], age: 0 },
  choices: { status: ['unopened', 'opened'] },
} as const

const read = (address: string) => listStateOf(readListSearch(readQueryString(address), defaults), defaults)
const untouched = { page: 1, limit: 10, sort: '-createdAt', filters: { search: '', archived: false, status: [], open: ['yes'], age: 0 } }

describe('The search parameters of a list', () => {
  test('a URL without parameters means the defaults, and the defaults add no parameters (NAV-7)', () => {
    expect(read('')).toEqual(untouched)
    expect(writeListState(read(''), defaults)).toEqual({})
  })

  test.each([
    'page=abc&limit=7&sort=password&filters[status]=nonsense&filters[archived]=maybe&filters[age]=-1',
    'page=0&limit=101&sort=--createdAt&filters=everything',
    'page[]=2&page=-3&filters[status][0]=<script>&filters[nobody]=1',
  ])('an invalid URL (%s) means the defaults (NAV-7)', (address) => {
    expect(read(address)).toEqual(untouched)
  })

  test('the stored page size applies when the URL has none, and a URL with another one takes precedence (UI-4)', () => {
    const readKept = (address: string) => listStateOf(readListSearch(readQueryString(address), defaults), defaults, 50)
    expect(readKept('').limit).toBe(50)
    expect(readKept('limit=10').limit).toBe(10)
    expect(readKept('limit=7').limit).toBe(50)
    for (const limit of [10, 20, 50]) {
      const written = toQueryString(writeListState({ ...untouched, limit, page: 2 }, defaults, 50))
      expect(readKept(written)).toMatchObject({ page: 2, limit })
    }
    expect(writeListState({ ...untouched, limit: 50 }, defaults, 50), 'to whoever is sent the address it is no default').toEqual({
      limit: 50,
    })
  })

  test('page, limit, sort and filters survive a reload (NAV-7)', () => {
    const state = {
      page: 3,
      limit: 50,
      sort: 'lastName',
      filters: { search: 'o’brien & sons', archived: true, status: ['opened', 'unopened'], open: [], age: 16 },
    }
    expect(read(toQueryString(writeListState(state, defaults)))).toEqual(state)
  })

  test('the cursor of a page stays in the URL of that list and is removed for another list (NAV-7)', () => {
    const third = read('page=3&cursor=aB_-9')
    expect(third).toMatchObject({ page: 3, cursor: 'aB_-9' })
    expect(writeListState(third, defaults)).toEqual({ page: 3, cursor: 'aB_-9' })
    expect(writeListState({ ...third, page: 1 }, defaults)).toEqual({})
    expect(read('page=3&cursor=<script>')).not.toHaveProperty('cursor')
    expect(read('cursor=aB_-9')).toEqual(untouched)
  })

  test('one chosen status reads as a list of one (NAV-7)', () => {
    expect(read('filters[status]=opened').filters['status']).toEqual(['opened'])
  })

  test('filters that are empty are not sent to the server (NAV-7)', () => {
    expect(askedFor({ search: '', archived: false, status: [], ward: undefined })).toEqual({ archived: false })
  })
})
