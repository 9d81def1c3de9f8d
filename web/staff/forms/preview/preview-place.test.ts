import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { blankQuestion } from '#domain/form/editing/edit-definition.ts'

import { previewPlace } from './preview-place.ts'

const ask = (id: string, more: Partial<Question> = {}): Question => ({ ...blankQuestion(id, 'yes_no'), title: id, ...more })
const form: FormDefinition = {
  questions: [
    ask('smoke'),
    ask('more', { showIf: { match: 'all', rules: [{ question: 'smoke', operator: 'equals', value: 'yes' }] } }),
    ask('part', { type: 'section' }),
    ask('last'),
  ],
}

describe('The place in a preview', () => {
  test('the preview follows the path that its answers open (FORM-3)', () => {
    expect(previewPlace(form, {}, undefined)).toMatchObject({
      question: { id: 'smoke' },
      words: '1 of 2',
      previous: undefined,
      next: 'last',
    })
    expect(previewPlace(form, { smoke: 'yes' }, 'smoke')).toMatchObject({ words: '1 of 3', next: 'more' })
    expect(previewPlace(form, { smoke: 'no' }, 'last')).toMatchObject({ caption: 'part', previous: 'smoke', next: undefined })
  })

  test('an unreachable question is shown while it is edited, and a heading shows the question after it (FORM-3)', () => {
    expect(previewPlace(form, {}, 'more')).toMatchObject({ question: { id: 'more' }, isAsked: false, words: 'Not shown', next: 'last' })
    expect(previewPlace(form, {}, 'part').question?.id).toBe('last')
    expect(previewPlace(form, {}, 'gone').question?.id).toBe('smoke')
    expect(previewPlace(form, {}, 'end')).toMatchObject({ question: undefined, words: 'Answers', previous: 'last' })
  })
})
