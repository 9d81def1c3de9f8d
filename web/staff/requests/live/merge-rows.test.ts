import { describe, expect, test } from 'vitest'

import type { RequestSummary } from '#contract/request-records.ts'

import { mergeRows, takenBy } from './merge-rows.ts'

const row = (id: string, status: RequestSummary['status'] = 'unopened', assignee: RequestSummary['assignee'] = null) =>
  ({ id, status, assignee }) as RequestSummary // all that is looked at here
const shown = [row('a'), row('b'), row('c')]

describe('mergeRows', () => {
  test('rows change in place; one that no longer matches stays and is marked; unchanged ones are the same object (REQ-6)', () => {
    const { rows, marks, changes } = mergeRows(shown, new Map(), { matching: [row('a'), row('b', 'opened')], others: [row('c', 'closed')] })

    expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual(['a unopened', 'b opened', 'c closed'])
    expect(rows[0]).toBe(shown[0])
    expect([...marks]).toEqual([
      ['b', 'changed'],
      ['c', 'gone'],
    ])
    expect(changes.map(({ after }) => after.id)).toEqual(['b', 'c'])
  })

  test('a second change is marked again, and a row that matches again belongs to the list again (REQ-6)', () => {
    const first = mergeRows(shown, new Map(), { matching: [row('b', 'opened')], others: [row('c', 'closed')] })
    const second = mergeRows(first.rows, first.marks, { matching: [row('b', 'completed'), row('c')], others: [] })

    expect(Object.fromEntries(second.marks)).toEqual({ b: 'changedAgain', c: 'changed' })
  })

  test('a member whose request is taken over sees by whom, and one who gives it back or keeps it sees no message (REQ-3)', () => {
    const [mine, hers] = [row('a', 'opened', { id: 'me', name: 'Ade Bello' }), row('a', 'opened', { id: 'her', name: 'Helen Marsh' })]

    expect(takenBy('me', { before: mine, after: hers })).toBe('Helen Marsh')
    expect(takenBy('me', { before: mine, after: row('a') })).toBeUndefined()
    expect(takenBy('me', { before: hers, after: mine })).toBeUndefined()
  })
})
