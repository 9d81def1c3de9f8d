import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  actionTowards,
  can,
  requestActions,
  requestStatuses,
  requestStatusLabel,
  transition,
  type RequestAction,
  type RequestState,
  type RequestStatus,
} from './request-status.ts'

const allowed: [RequestAction, RequestStatus, RequestStatus][] = [
  ['open', 'unopened', 'opened'],
  ['submit', 'opened', 'completed'],
  ['close', 'unopened', 'closed'],
  ['close', 'opened', 'closed'],
  ['close', 'completed', 'closed'],
  ['mark_sent_in_error', 'unopened', 'sent_in_error'],
  ['mark_sent_in_error', 'opened', 'sent_in_error'],
  ['expire', 'unopened', 'expired'],
  ['expire', 'opened', 'expired'],
  ['auto_close', 'unopened', 'auto_closed'],
  ['auto_close', 'opened', 'auto_closed'],
  ['auto_close', 'completed', 'auto_closed'],
  ['reopen', 'closed', 'unopened'],
  ['reopen', 'auto_closed', 'unopened'],
  ['reopen', 'expired', 'unopened'],
  ['reopen', 'sent_in_error', 'unopened'],
]

describe('transition', () => {
  test('allows these actions from each status, and no others (REQ-2)', () => {
    const found = requestActions.flatMap((action) =>
      requestStatuses.flatMap((status) => {
        const next = transition(action, { status })
        expect(can(action, { status })).toBe(next !== undefined)
        return next ? [[action, status, next]] : []
      }),
    )
    expect(found).toEqual(expect.arrayContaining(allowed))
    expect(found).toHaveLength(allowed.length)
  })
})

describe('requestStatuses', () => {
  test('there are seven statuses with the labels of the specification (REQ-2)', () => {
    expect(requestStatuses.map(requestStatusLabel)).toEqual([
      'Unopened',
      'Opened',
      'Completed',
      'Sent in error',
      'Auto closed',
      'Closed',
      'Expired',
    ])
  })
})

describe('transition', () => {
  test.each([
    [{ openedAt: null, completedAt: null }, 'unopened'],
    [{ openedAt: '2026-11-01T09:00:00Z', completedAt: null }, 'opened'],
    [{ openedAt: '2026-11-01T09:00:00Z', completedAt: '2026-11-01T09:10:00Z' }, 'completed'],
  ])('a closed request with history %o is reopened as %s (REQ-2)', (history, status) => {
    expect(transition('reopen', { status: 'closed', ...history })).toBe(status)
  })

  const act = (request: RequestState, action: RequestAction): RequestState => {
    const status = transition(action, request)
    if (!status) return request
    const moment = '2026-11-01T09:00:00Z'
    return { ...request, status, ...(action === 'open' && { openedAt: moment }), ...(action === 'submit' && { completedAt: moment }) }
  }

  test('no series of actions leaves the seven statuses, and reopening restores the status before (REQ-2)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...requestActions), { maxLength: 30 }), (actions) => {
        let request: RequestState = { status: 'unopened' }
        for (const action of actions) {
          const before = request
          request = act(request, action)
          expect(requestStatuses).toContain(request.status)
          if (can('reopen', request) && !can('reopen', before)) expect(transition('reopen', request)).toBe(before.status)
        }
      }),
    )
  })
})

describe('actionTowards', () => {
  test('a bulk patch takes the one action that leads to the status, and never opens or submits for the patient (REQ-3)', () => {
    expect(actionTowards('closed', { status: 'completed' })).toBe('close')
    expect(actionTowards('sent_in_error', { status: 'opened' })).toBe('mark_sent_in_error')
    expect(actionTowards('opened', { status: 'expired', openedAt: '2026-11-01T09:00:00Z' })).toBe('reopen')
    expect(actionTowards('completed', { status: 'opened' })).toBeUndefined()
    expect(actionTowards('opened', { status: 'unopened' })).toBeUndefined()
    expect(actionTowards('expired', { status: 'opened' })).toBeUndefined()
  })
})
