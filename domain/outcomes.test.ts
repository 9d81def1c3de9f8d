import { describe, expect, test } from 'vitest'

import { canHaveOutcome, chooseOutcome, outcomesFor } from './outcomes.ts'
import { requestStatuses } from './request-status.ts'

const everywhere = { id: 'a', name: 'Advice given', isInUse: true, formIds: [] }
const oneForm = { id: 'b', name: 'Surgery booked', isInUse: true, formIds: ['knee'] }
const old = { id: 'c', name: 'Letter sent', isInUse: false, formIds: [] }
const all = [everywhere, oneForm, old]

describe('outcomesFor', () => {
  test.each([
    ['knee', ['a', 'b']],
    ['mood', ['a']],
  ])('a request of the form %s is offered %j (REQ-7)', (formId, expected) => {
    expect(outcomesFor(all, formId).map(({ id }) => id)).toEqual(expected)
  })
})

describe('chooseOutcome', () => {
  test.each([
    ['an outcome for all forms', all, 'mood', false, 'a', { outcome: everywhere }],
    ['an outcome for this form', all, 'knee', true, 'b', { outcome: oneForm }],
    ['an outcome for another form', all, 'mood', false, 'b', { refusal: 'otherForm' }],
    ['an outcome that is no longer in use', all, 'knee', false, 'c', { refusal: 'notInUse' }],
    ['an unknown outcome', all, 'knee', false, 'x', { refusal: 'notInUse' }],
    ['none for a request that is not urgent', all, 'knee', false, undefined, { outcome: undefined }],
    ['none for an urgent request', all, 'mood', true, undefined, { refusal: 'needed' }],
    ['none for an urgent request of a form without outcomes in use', [oneForm, old], 'mood', true, undefined, { outcome: undefined }],
    ['none for an urgent request of an organisation without outcomes', [], 'mood', true, undefined, { outcome: undefined }],
  ] as const)('%s (REQ-7)', (_, outcomes, formId, isUrgent, id, expected) => {
    expect(chooseOutcome(outcomes, { formId, isUrgent }, id)).toEqual(expected)
  })
})

describe('canHaveOutcome', () => {
  test('an outcome is recorded for closed and expired requests only (REQ-7)', () => {
    expect(requestStatuses.filter(canHaveOutcome)).toEqual(['auto_closed', 'closed', 'expired'])
  })
})
