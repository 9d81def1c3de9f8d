import { describe, expect, test } from 'vitest'

import type { RequestSummary } from '#contract/request-records.ts'

import { consequencesOf, doneInWords, groupsOf, needsConfirmation, questionOf, shownConsequencesOf } from './bulk-acts.ts'
import { isOutcomeRequired } from './BulkDecisions.tsx'
import { patchesFor } from './patches.ts'
import { consequenceWords } from './words.ts'

type Seed = Pick<RequestSummary, 'id' | 'status' | 'openedAt' | 'submittedAt' | 'assignee' | 'isUrgent'>
const request = (seed: Partial<Seed> & { id: string }) =>
  ({ status: 'unopened', openedAt: null, submittedAt: null, assignee: null, isUrgent: false, ...seed }) as RequestSummary // only these fields decide

const moment = '2026-11-01T10:00:00Z'

describe('The actions of a bulk change', () => {
  test('reopening many lists the status that each returns to, and leaves out open ones (REQ-3)', () => {
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
    expect(refused).toEqual([{ id: 'e', done: false, reason: 'This form request is already open.' }])
  })

  test('the results are counted before the change (REQ-3)', () => {
    const groups = groupsOf(
      [
        request({ id: 'a' }),
        request({ id: 'b', status: 'completed', assignee: { id: 'me', name: 'Me' } }),
        request({ id: 'c', status: 'expired', assignee: { id: 'other', name: 'Other' } }),
        request({ id: 'd', status: 'closed' }),
      ],
      'me',
    )

    expect(consequencesOf('close', groups, { takeOver: false, confirmUrgent: false })).toEqual({
      total: 4,
      able: 2,
      already: 1,
      unable: 1,
      waiting: 1,
      takenByOthers: 0,
      urgent: 0,
    })
    expect(consequencesOf('mark_sent_in_error', groups, { takeOver: false, confirmUrgent: false })).toMatchObject({ able: 1, unable: 3 })
    expect(consequencesOf('assign', groups, { takeOver: true, confirmUrgent: false })).toMatchObject({ able: 4, unable: 0 })
    expect(consequencesOf('unassign', groups, { takeOver: true, confirmUrgent: false })).toMatchObject({ able: 2, already: 2, unable: 0 })
    expect(questionOf('reopen', consequencesOf('reopen', groups, { takeOver: true, confirmUrgent: false }))).toBe(
      'Reopen 2 of 4 form requests?',
    )
    expect(questionOf('assign', consequencesOf('assign', groups, { takeOver: true, confirmUrgent: false }))).toBe('Assign 4 form requests')
  })

  test('requests that are assigned to others count only after they are taken over (REQ-3)', () => {
    const other = { id: 'other', name: 'Other' }
    const groups = groupsOf(
      [request({ id: 'a' }), request({ id: 'b', assignee: other }), request({ id: 'c', status: 'closed', assignee: other })],
      'me',
    )

    const [left, taken] = [false, true].map((takeOver) => consequencesOf('close', groups, { takeOver, confirmUrgent: false }))
    expect(left).toMatchObject({ able: 1, waiting: 1, already: 1, unable: 0, takenByOthers: 1 })
    expect(taken).toMatchObject({ able: 2, waiting: 2, already: 1, unable: 0, takenByOthers: 1 })
    expect(questionOf('close', left)).toBe('Close 1 of 3 form requests?')
    expect(questionOf('close', taken)).toBe('Close 2 of 3 form requests?')
    expect(questionOf('close', { total: 25, able: 0 })).toBe('Close 0 of 25 form requests?')
    expect(questionOf('close', { total: 1, able: 0 })).toBe('Close 1 form request?')
    expect([1, 2].map((count) => consequenceWords.takeOverHint(false, count))).toEqual([
      'It is assigned to you, and taking over is recorded. Otherwise it does not change.',
      'They are assigned to you, and taking over is recorded. Otherwise they do not change.',
    ])
  })

  test('an outcome is required once the closing of urgent ones is confirmed, if there is one for every form (REQ-7)', () => {
    const forAll = { id: 'a', name: 'Advice given', isInUse: true, forms: [] }
    const forOne = { ...forAll, forms: [{ id: 'f', title: 'PHQ-9' }] }
    expect([false, true].map((isConfirmed) => isOutcomeRequired([forAll], isConfirmed))).toEqual([false, true])
    expect(isOutcomeRequired([forOne], true)).toBe(false)
    expect(isOutcomeRequired([{ ...forAll, isInUse: false }], true)).toBe(false)
  })

  test('urgent form requests count with those that are closed once that is confirmed (SAFE-1, REQ-3)', () => {
    const other = { id: 'other', name: 'Other' }
    const urgent = { status: 'completed', isUrgent: true } as const
    const groups = groupsOf([request({ id: 'a' }), request({ id: 'b', ...urgent }), request({ id: 'c', ...urgent, assignee: other })], 'me')
    const shown = (takeOver: boolean, confirmUrgent: boolean) => shownConsequencesOf('close', groups, { takeOver, confirmUrgent })

    expect(shown(false, false)).toMatchObject({ total: 3, able: 1, urgent: 1, takenByOthers: 0 })
    expect(shown(false, true)).toMatchObject({ able: 2, urgent: 1, takenByOthers: 1 })
    expect(shown(true, true)).toMatchObject({ able: 3, urgent: 2, takenByOthers: 1 })
    expect(shownConsequencesOf('mark_sent_in_error', groups, { takeOver: true, confirmUrgent: false }).urgent).toBe(0)

    const alone = groupsOf([request({ id: 'b', ...urgent })], 'me')
    const nothing = { takeOver: false, confirmUrgent: false }
    expect(shownConsequencesOf('close', alone, nothing).able).toBe(1)
    expect(needsConfirmation('close', alone, nothing)).toBe(true)
    expect(needsConfirmation('close', groups, nothing)).toBe(false)
  })

  test('the message of a finished bulk change counts changed requests and those that were already in that state (REQ-3)', () => {
    const done = ['a', 'b'].map((id) => ({ id, done: true }))

    expect(doneInWords('close', done)).toBe('2 form requests closed.')
    expect(doneInWords('close', [...done, { id: 'c', done: true, already: true }])).toBe('2 form requests closed. 1 was already closed.')
    expect(doneInWords('unassign', [{ id: 'c', done: true, already: true }])).toBe('No form requests unassigned. 1 was already unassigned.')
  })
})
