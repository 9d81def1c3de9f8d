import { expect, test } from 'vitest'

import type { RequestSummary } from '#contract/request.ts'

import { consequencesOf, groupsOf, patchesFor, questionOf } from './bulk-acts.ts'

type Seed = Pick<RequestSummary, 'id' | 'status' | 'openedAt' | 'submittedAt' | 'assignee'>
const request = (seed: Partial<Seed> & { id: string }) =>
  ({ status: 'unopened', openedAt: null, submittedAt: null, assignee: null, ...seed }) as RequestSummary // only these fields decide

const moment = '2026-11-01T10:00:00Z'

test('REQ-3 reopening many names to each the status it goes back to, and leaves out what is open', () => {
  const { patches, refused } = patchesFor('reopen', [
    request({ id: 'a', status: 'closed', openedAt: moment, submittedAt: moment }),
    request({ id: 'b', status: 'expired' }),
    request({ id: 'c', status: 'closed', openedAt: moment }),
    request({ id: 'd', status: 'auto_closed', openedAt: moment, submittedAt: moment }),
    request({ id: 'e', status: 'opened' }),
  ])

  expect(patches).toEqual([
    { status: 'completed', requests: ['a', 'd'] },
    { status: 'unopened', requests: ['b'] },
    { status: 'opened', requests: ['c'] },
  ])
  expect(refused).toEqual([{ id: 'e', done: false, reason: 'This form request is open already.' }])
})

test('REQ-3 what will come of it is counted before it is done', () => {
  const groups = groupsOf(
    [
      request({ id: 'a' }),
      request({ id: 'b', status: 'completed', assignee: { id: 'me', name: 'Me' } }),
      request({ id: 'c', status: 'expired', assignee: { id: 'other', name: 'Other' } }),
      request({ id: 'd', status: 'closed' }),
    ],
    'me',
  )

  expect(consequencesOf('close', groups, false)).toEqual({ total: 4, able: 2, already: 1, unable: 1, waiting: 1, takenByOthers: 0 })
  expect(consequencesOf('mark_sent_in_error', groups, false)).toMatchObject({ able: 1, unable: 3 })
  expect(consequencesOf('assign', groups, true)).toMatchObject({ able: 4, unable: 0 })
  expect(consequencesOf('unassign', groups, true)).toMatchObject({ able: 2, already: 2, unable: 0 })
  expect(questionOf('reopen', consequencesOf('reopen', groups, true))).toBe('Reopen 2 of 4 form requests?')
  expect(questionOf('assign', consequencesOf('assign', groups, true))).toBe('Assign 4 form requests')
})

test('REQ-3 what is assigned to others counts only with those that are done once they are taken over', () => {
  const other = { id: 'other', name: 'Other' }
  const groups = groupsOf(
    [request({ id: 'a' }), request({ id: 'b', assignee: other }), request({ id: 'c', status: 'closed', assignee: other })],
    'me',
  )

  const [left, taken] = [false, true].map((takeOver) => consequencesOf('close', groups, takeOver))
  expect(left).toMatchObject({ able: 1, waiting: 1, already: 1, unable: 0, takenByOthers: 1 })
  expect(taken).toMatchObject({ able: 2, waiting: 2, already: 1, unable: 0, takenByOthers: 1 })
  expect(questionOf('close', left)).toBe('Close 1 of 3 form requests?')
  expect(questionOf('close', taken)).toBe('Close 2 of 3 form requests?')
})
