import { describe, expect, test } from 'vitest'

import { reminderAt } from './reminders.ts'

const request = {
  status: 'unopened',
  notifiedAt: '2026-11-20T10:00:00Z',
  isUnreached: false,
  expiresAt: '2026-12-18T10:00:00Z',
  isReminded: false,
}
const now = new Date('2026-11-21T10:00:00Z')

describe('reminderAt', () => {
  test('is the set number of days after the message left, also for a form that was opened (NOT-5)', () => {
    expect(reminderAt(request, 3, now)).toEqual(new Date('2026-11-23T10:00:00Z'))
    expect(reminderAt({ ...request, status: 'opened' }, 3, now)).toEqual(new Date('2026-11-23T10:00:00Z'))
  })

  test.each([
    ['no message has left', { notifiedAt: null }, 3],
    ['the message did not arrive', { isUnreached: true }, 3],
    ['it is answered', { status: 'completed' }, 3],
    ['it is closed', { status: 'closed' }, 3],
    ['it was reminded', { isReminded: true }, 3],
    ['it expires first', { expiresAt: '2026-11-23T09:00:00Z' }, 3],
    ['the organisation sends no reminders', {}, 0],
    ['the day passed more than three days ago', { notifiedAt: '2026-11-14T10:00:00Z' }, 3],
  ])('is null if %s (NOT-5)', (_name, changed, days) => {
    expect(reminderAt({ ...request, ...changed }, days, now)).toBeNull()
  })
})
