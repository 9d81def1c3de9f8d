import { describe, expect, test } from 'vitest'

import { readableTimelineKinds, timelineKinds } from './patient-timeline.ts'
import { permissionsOf } from './roles.ts'

describe('The kinds of entries in the timeline of a patient', () => {
  test('somebody who may not read form requests reads changes of the record only (PAT-2, ROLE-2)', () => {
    expect(readableTimelineKinds(['patient:read'])).toEqual(['record'])
    expect(readableTimelineKinds(permissionsOf('User'))).toEqual(timelineKinds)
    expect(readableTimelineKinds(permissionsOf('Forms SysAdmin'))).toEqual([])
  })
})
