import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { answerText, checkAnswer, checkAnswers } from './answers.ts'
import { checkDefinition } from './check-definition.ts'
import type { Question } from './definition.ts'
import { nextPage, resumePage } from './path.ts'
import { questionTypeLabel, questionTypeNames } from './question-types.ts'

const options = [
  { value: '0', label: 'Not on a waiting list' },
  { value: '1', label: 'Not sure' },
]
const question = (overrides: Partial<Question> = {}): Question => ({
  id: 'q1',
  type: 'free_text',
  title: 'How are you?',
  required: true,
  ...overrides,
})
const messages = (...questions: Question[]) => checkDefinition({ questions }).map(({ message }) => message)

describe('questionTypes', () => {
  test('there are eight types of question, and two types of page without an answer (FORM-1, FORM-6)', () => {
    const asked = ['Free text', 'Single select', 'Dropdown', 'Multi-select', 'Yes or no', 'Number', 'Scale from 0 to 10', 'Date']
    expect(questionTypeNames.map(questionTypeLabel)).toEqual(expect.arrayContaining([...asked, 'Information', 'Section']))
  })
})

describe('checkDefinition without questions', () => {
  test('a form without a question cannot be saved (FORM-1)', () => {
    expect(messages()).toEqual(['Please add at least one question to save the form.'])
  })
})

describe('checkDefinition', () => {
  test.each([
    ['a section', question({ type: 'section' })],
    ['an information page', question({ type: 'information', body: 'Read this.' })],
  ])('a form that has only %s has no question to answer and cannot be published (FORM-1)', (_what, only) => {
    expect(messages(only)).toEqual(['Please add at least one question to save the form.'])
    expect(messages(only, question({ id: 'q2' }))).toEqual([])
  })
})

describe('checkDefinition and the parts of a question', () => {
  test('a form with one question of each type, and a feelings question, can be saved (FORM-1)', () => {
    const questions = questionTypeNames.map((type) =>
      question({ id: type, type, body: 'Read this.', ...(/select|dropdown/.test(type) && { options }) }),
    )
    expect(messages(...questions, question({ id: 'mood', type: 'single_select', category: 'feelings', options }))).toEqual([])
  })

  test.each([
    [question({ title: ' ' }), ['Question is required.']],
    [question({ title: 'x'.repeat(501) }), ['Question must be 500 characters or fewer.']],
    [question({ hint: 'x'.repeat(1_001) }), ['Hint must be 1,000 characters or fewer.']],
    [question({ id: '' }), ['Question ID is not valid.']],
    [question({ id: 'constructor' }), ['Question ID is not valid.']],
    [question({ type: 'dropdown' }), ['Add at least one option.']],
    [question({ type: 'dropdown', options: [{ value: '', label: ' ' }] }), ['Option text is required.', 'Option value is required.']],
    [question({ type: 'dropdown', options: [...options, { value: '0', label: 'Other' }] }), ["The option value '0' is used twice."]],
    [question({ type: 'dropdown', options: [...options, { value: '2', label: 'not sure ' }] }), ["There is already an option 'not sure'."]],
    [
      question({ type: 'multi_select', options: Array.from({ length: 1_001 }, (_, n) => ({ value: `${n}`, label: `${n}` })) }),
      ['A question can have 1000 options at most.'],
    ],
    // Casts: an imported form can name an unknown type or category.
    [question({ type: 'slider' as 'date' }), ['Question type is not valid.']],
    [question({ category: 'weather' as 'feelings' }), ['Question category is not valid.']],
  ])('an invalid question is refused with a message (%#) (FORM-1)', (bad, expected) => {
    expect(messages(bad)).toEqual(expected)
  })

  test('a problem names the question and the option (FORM-1)', () => {
    const bad = question({ id: 'q2', type: 'dropdown', options: [...options, { value: '2', label: '' }] })
    expect(checkDefinition({ questions: [question(), bad] })).toEqual([
      { question: 'q2', field: 'options', option: 2, message: 'Option text is required.' },
    ])
    expect(messages(question(), question())).toEqual(['Two questions have the same ID.'])
    expect(messages(...Array.from({ length: 301 }, (_, n) => question({ id: `q${n}` })))).toEqual([
      'A form can have 300 questions at most.',
    ])
  })
})

const choice = question({ type: 'single_select', options })
const several = question({ type: 'multi_select', options })
describe('checkAnswer', () => {
  test.each([
    [question(), '  ', 'Enter an answer'],
    [question(), 'Fine', undefined],
    [question(), 'x'.repeat(4_001), 'Your answer must be 4,000 characters or fewer'],
    [question(), '\r\n'.repeat(2_000) + 'x'.repeat(2_000), undefined],
    [question(), ['Fine'], 'Enter your answer as text'],
    [choice, undefined, 'Select an option'],
    [choice, '1', undefined],
    [choice, '7', 'Select one of the options'],
    [question({ type: 'dropdown', options }), '7', 'Select an option from the list'],
    [several, [], 'Select at least one option'],
    [several, ['1', '0'], undefined],
    [several, ['1', '1'], 'Select each option once only'],
    [several, ['1', '7'], 'Select from the options'],
    [several, '1', 'Select from the options'],
    [question({ type: 'date' }), null, 'Enter a date'],
    [question({ type: 'date' }), '2024-02-29', undefined],
    [question({ type: 'date' }), '2023-02-29', 'Date must be a real date, like 27 3 2024'],
    [question({ required: false }), undefined, undefined],
    [question({ required: false, type: 'date' }), '', undefined],
  ] as const)('an answer is checked by the type of its question (%#) (PTN-3)', (asked, answer, expected) => {
    expect(checkAnswer(asked, answer)).toBe(expected)
  })
})

describe('checkAnswers', () => {
  test('every invalid answer is listed in the order of the form, and an answer to an unknown question is refused (PTN-3)', () => {
    const definition = { questions: [question({ id: 'a' }), question({ id: 'b', type: 'date' }), question({ id: 'c', required: false })] }
    expect(checkAnswers(definition, { b: 'soon', zz: 'x' })).toEqual([
      { question: 'a', message: 'Enter an answer' },
      { question: 'b', message: 'Date must be a real date, like 27 3 2024' },
      { question: 'zz', message: 'This question is not part of the form' },
    ])
    expect(checkAnswers(definition, { a: 'Fine', b: '2024-03-27' })).toEqual([])
  })
})

describe('answerText', () => {
  test('an answer is shown as text, and an unanswered question is blank, never No (FORM-5)', () => {
    expect(answerText(choice, '0')).toBe('Not on a waiting list')
    expect(answerText(several, ['1', '0'])).toBe('Not on a waiting list; Not sure')
    expect(answerText(several, ['gone', '1'])).toBe('Not sure; gone')
    expect(answerText(question({ type: 'date' }), '1961-03-09')).toBe('09-Mar-1961')
    expect(answerText(question(), ' Fine ')).toBe('Fine')
    for (const type of questionTypeNames)
      for (const answer of [undefined, '', []]) expect(answerText(question({ type, options }), answer)).toBe('')
  })
})

describe('nextPage and resumePage', () => {
  test('pages follow the order of the form, and a returning patient resumes at the first unanswered page (PTN-3)', () => {
    const definition = { questions: ['a', 'b', 'c'].map((id) => question({ id, required: id !== 'b' })) }
    expect(nextPage(definition, {})?.id).toBe('a')
    expect(nextPage(definition, {}, 'a')?.id).toBe('b')
    expect(nextPage(definition, {}, 'c')).toBeUndefined()
    expect(resumePage(definition, { a: 'Fine' })?.id).toBe('b')
    expect(resumePage(definition, { a: 'Fine', b: '' })?.id).toBe('c')
    expect(resumePage(definition, { a: 'Fine', b: '', c: 'Yes' })).toBeUndefined()
  })
})

describe('checkAnswer for any value', () => {
  test('no value makes the check throw, and a valid answer has a text (SAFE-3)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...questionTypeNames), fc.anything(), (type, answer) => {
        const asked = question({ type, options })
        // A cast: checkAnswer has accepted the value.
        if (checkAnswer(asked, answer) === undefined) expect(answerText(asked, answer as string)).not.toBe('')
      }),
    )
  })
})
