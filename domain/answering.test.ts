import { describe, expect, test } from 'vitest'

import { answeringWords } from './answering.ts'

describe('answeringWords', () => {
  test.each([
    ['web', 'patient', 'Online, by the patient'],
    ['phone', 'patient', 'By phone, typed by Ada Byron'],
    ['interpreter', 'carer', 'With an interpreter, by a carer (Tom Okafor, son), typed by Ada Byron'],
  ] as const)('%s, %s: %s (PTN-6)', (channel, answeredBy, words) => {
    const carer = answeredBy === 'carer' ? { carerName: 'Tom Okafor', carerRelationship: 'son' } : { carerName: '', carerRelationship: '' }
    expect(answeringWords({ channel, answeredBy, ...carer, typedBy: 'Ada Byron' })).toBe(words)
  })
})
