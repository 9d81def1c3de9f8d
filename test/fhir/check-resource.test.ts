import { describe, expect, test } from 'vitest'

import { problemsOf } from './check-resource.ts'

const questionnaire = (...item: object[]) => ({ resourceType: 'Questionnaire', url: 'https://example.com/q', status: 'active', item })
const item = (linkId: string, type: string, more: object = {}) => ({ linkId, type, text: 'Text', ...more })

describe('the validators', () => {
  test.each<[string, object, RegExp]>([
    ['an unknown element', questionnaire(item('a', 'string', { colour: 'red' })), /colour/],
    ['a code that is not in the required value set', questionnaire(item('a', 'colour')), /colour/],
    ['a text for a boolean', questionnaire(item('a', 'string', { required: 'true' })), /boolean/],
    ['a missing element', { ...questionnaire(item('a', 'string')), status: undefined }, /status/],
    ['que-1', questionnaire(item('a', 'group')), /que-1/],
    ['que-2', questionnaire(item('a', 'string'), item('a', 'string')), /que-2/],
    ['que-3', questionnaire(item('a', 'display', { code: [{ code: 'x' }] })), /que-3/],
    ['que-6', questionnaire(item('a', 'display', { required: true })), /que-6/],
    [
      'que-12',
      questionnaire(
        item('a', 'boolean'),
        item('b', 'string', {
          enableWhen: ['=', '!=', '='].map((operator) => ({ question: 'a', operator, answerBoolean: true })),
        }),
      ),
      /que-12/,
    ],
    [
      'a condition about no item',
      questionnaire(item('b', 'string', { enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }] })),
      /no item a/,
    ],
    [
      'qrs-1',
      {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        item: [{ linkId: 'a', answer: [{ valueBoolean: true }], item: [{ linkId: 'b' }] }],
      },
      /qrs-1/,
    ],
  ])('find %s (INT-5)', (_, resource, words) => {
    expect(problemsOf(JSON.parse(JSON.stringify(resource)) as { resourceType: string }).join('\n')).toMatch(words)
  })

  test('find nothing wrong with a valid questionnaire (INT-5)', () => {
    expect(problemsOf(questionnaire(item('a', 'boolean'), item('g', 'group', { item: [item('b', 'date')] })))).toEqual([])
  })
})
