import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { blankQuestion } from '#domain/form/editing/edit-definition.ts'

import { pagesAround, previewPlace } from './preview-place.ts'

const ask = (id: string, more: Partial<Question> = {}): Question => ({ ...blankQuestion(id, 'yes_no'), title: id, ...more })
const definition: FormDefinition = {
  questions: [
    ask('smoke'),
    ask('more', { showIf: { match: 'all', rules: [{ question: 'smoke', operator: 'equals', value: 'yes' }] } }),
    ask('part', { type: 'section' }),
    ask('last'),
  ],
}

const form = { description: 'A nurse reads it', definition }

describe('The place in a preview', () => {
  test('the preview follows the path that its answers open (FORM-3)', () => {
    expect(previewPlace(form, {}, undefined)).toMatchObject({
      question: { id: 'smoke' },
      words: '1 of 2',
      previous: pagesAround.start,
      next: 'last',
    })
    expect(previewPlace(form, { smoke: 'yes' }, 'smoke')).toMatchObject({ words: '1 of 3', next: 'more' })
    expect(previewPlace(form, { smoke: 'no' }, 'last')).toMatchObject({ caption: 'part', previous: 'smoke', next: pagesAround.check })
  })

  test('an unreachable question is shown while it is edited, and a heading shows the question after it (FORM-3)', () => {
    expect(previewPlace(form, {}, 'more')).toMatchObject({ question: { id: 'more' }, isAsked: false, words: 'Not shown', next: 'last' })
    expect(previewPlace(form, {}, 'part').question?.id).toBe('last')
    expect(previewPlace(form, {}, 'gone').question?.id).toBe('smoke')
    expect(
      previewPlace({ ...form, definition: { questions: [...definition.questions, ask('tail', { type: 'section' })] } }, {}, 'tail').page,
    ).toBe('check')
  })

  test('the start page comes before the first question, and the pages for checking and after sending come last (FORM-3)', () => {
    expect(previewPlace(form, {}, pagesAround.start)).toMatchObject({ page: 'start', previous: undefined, next: 'smoke' })
    expect(previewPlace(form, {}, pagesAround.check)).toMatchObject({ page: 'check', previous: 'last', next: pagesAround.sent })
    expect(previewPlace(form, {}, pagesAround.sent)).toMatchObject({ page: 'sent', previous: pagesAround.check, next: undefined })
    expect(previewPlace({ ...form, definition: { questions: [] } }, {}, pagesAround.start).next).toBe(pagesAround.check)
  })

  test('a form without a description has no start page, as for patients (FORM-3, PTN-3)', () => {
    const bare = { ...form, description: ' ' }
    expect(previewPlace(bare, {}, undefined)).toMatchObject({ start: undefined, question: { id: 'smoke' }, previous: undefined })
    expect(previewPlace(bare, {}, pagesAround.start).question?.id).toBe('smoke')
    expect(previewPlace({ ...bare, definition: { questions: [] } }, {}, pagesAround.check).previous).toBeUndefined()
  })
})
