import { describe, expect, test } from 'vitest'

import { minutesToAnswer } from './answering-time.ts'
import type { Question } from './definition.ts'
import { gad7 } from './library/gad-7.ts'
import { phq9 } from './library/phq-9.ts'

const question = (more: Partial<Question> = {}): Question => ({ id: 'q', type: 'free_text', title: 'Why?', required: false, ...more })

describe('minutesToAnswer', () => {
  test('short questions take less time than long texts, and a page to read takes the time of its words (FORM-10)', () => {
    const twelve = Array.from({ length: 12 }, () => question())
    expect(minutesToAnswer(twelve)).toBe(3)
    expect(minutesToAnswer(twelve.map((one) => ({ ...one, long: true })))).toBe(9)
    expect(minutesToAnswer([question({ type: 'information', body: 'word '.repeat(480) })])).toBe(2)
    expect(minutesToAnswer([question({ type: 'section' })]), 'a heading takes no time').toBe(1)
  })

  test('a form without questions takes at least a minute, and PHQ-9 takes three (FORM-10)', () => {
    expect(minutesToAnswer([])).toBe(1)
    expect(minutesToAnswer(phq9.definition.questions)).toBe(3)
    expect(minutesToAnswer(gad7.definition.questions)).toBe(2)
  })
})
