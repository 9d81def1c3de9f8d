import { describe, expect, test } from 'vitest'

import { idleMinutes } from './sign-in-rules.ts'

describe('idleMinutes', () => {
  test.each([
    ['a clinician where the organisation sets a limit', true, null, 15, 15],
    ['a clinician whose own limit is shorter', true, 5, 15, 5],
    ['a clinician whose own limit is longer', true, 60, 15, 15],
    ['a clinician where the organisation sets none, whatever their own', true, 5, null, undefined],
    ['somebody who is no clinician', false, 5, 15, undefined],
  ])('%s (IDLE-3)', (_who, isClinician, own, organisation, minutes) => {
    expect(idleMinutes({ isClinician, clinicianTimeout: own }, { clinicianTimeout: organisation })).toBe(minutes)
  })
})
