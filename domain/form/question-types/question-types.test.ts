import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { answerColumn, answerSections, answerText, checkAnswer } from '#domain/form/answers.ts'
import { checkDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { blankQuestion } from '#domain/form/editing/edit-definition.ts'
import { isAsked, progressAt, visiblePages } from '#domain/form/path.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { isUnanswered } from '#domain/form/question.ts'
import { questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { runs } from '#test/strength.ts'

const options = [
  { value: 'a', label: 'Asthma' },
  { value: 'b', label: 'Bronchitis' },
  { value: 'none', label: 'None of these', isNone: true },
]
/** A complete question of a type. */
const ask = (type: Question['type'], more: Partial<Question> = {}): Question => ({
  ...blankQuestion('q', type),
  title: 'Asked',
  ...(questionTypes[type].settings.includes('options') && { options }),
  ...(questionTypes[type].settings.includes('body') && { body: 'Read this.' }),
  ...more,
})
const askedTypes = questionTypeNames.filter((type) => isAsked(ask(type)))

/** Texts typed into a box. Every type must accept one of them. */
const typed = ['7', '14:30', '07700 900123', 'ada@example.com', 'SW1A 1AA']

/** The fields that a browser posts for a control: the first choices, or numbers in boxes. */
function filledIn(question: Question): PostedFields {
  const control = questionTypes[question.type].control(question)
  if (control.kind === 'choices' || control.kind === 'list') return { [question.id]: control.choices[0]?.value }
  if (control.kind === 'parts')
    return Object.fromEntries(control.parts.map(({ name, width }) => [name, '1'.padEnd(width, '9').slice(0, width)]))
  return { [question.id]: typed.find((text) => checkAnswer(question, text) === undefined) }
}

describe('each question type', () => {
  test.each(questionTypeNames)('the type %s has everything that a page, a spreadsheet and a score need (FORM-6)', (name) => {
    const [question, type] = [ask(name), questionTypes[name]]

    expect(checkDefinition({ questions: [question, { ...ask('yes_no'), id: 'other' }] })).toEqual([])
    expect(type.icon).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
    expect([type.label, type.example].every((words) => words.trim() !== '')).toBe(true)
    expect(Object.keys(type.blank ?? {}).every((setting) => type.settings.some((one) => one === setting))).toBe(true)
    expect(isUnanswered(type.readPosted(question, {}))).toBe(true)
    expect(type.control(question).kind === 'none').toBe(type.comparison === 'nothing')
  })

  test.each(askedTypes)(
    'an answer to %s is read from a posted page, passes its check, and has a text and a cell value (FORM-6)',
    (name) => {
      const [question, type] = [ask(name), questionTypes[name]]
      const posted = name === 'date' ? { 'q-day': '1', 'q-month': '2', 'q-year': '2020' } : filledIn(question)

      const answer = type.readPosted(question, posted)

      expect(checkAnswer(question, answer)).toBeUndefined()
      expect(answerText(question, answer)).not.toBe('')
      const cell = answerColumn(question, answer)
      expect(typeof cell).toBe(type.column.kind === 'number' ? 'number' : 'string')
      if (type.column.kind === 'date') expect(cell).toMatch(/^\d{4}-\d\d-\d\d$/)
      if (type.points)
        expect(typeof type.points(ask(name, { options: options.map((one) => ({ ...one, points: 1 })) }), answer)).toBe('number')
    },
  )
})

const settings = fc.record(
  {
    min: fc.integer({ min: -5, max: 5 }),
    max: fc.integer({ min: 6, max: 20 }),
    decimals: fc.constantFrom(0, 1, 2),
    unit: fc.constantFrom('kg', ''),
    options: fc.subarray(options, { minLength: 2 }),
  },
  { requiredKeys: [] },
)
const digits = fc.double({ min: -30, max: 30, noNaN: true }).map((number) => number.toFixed(3).replace(/0+$/, ''))
const answers = fc.oneof(
  fc.anything(),
  fc.string(),
  digits,
  fc.constantFrom('a', 'b', 'none', 'yes', '5', '-5', '1.5', '2020-02-30', 'x'.repeat(4_001)),
  fc.array(fc.constantFrom('a', 'b', 'none', 'gone')),
)

describe('the type number', () => {
  test('an answer with a decimal comma gets a message with the same number and a decimal point (FORM-6)', () => {
    expect(questionTypes.number.checkAnswer(ask('number', { decimals: 1 }), '70,5')).toBe('Enter a number, like 72.5')
    expect(questionTypes.number.checkAnswer(ask('number'), 'seventy')).toBe('Enter a number, like 72')
  })
})

describe('messages', () => {
  test('the list of messages of each type holds every message of its check (FORM-6)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...questionTypeNames), settings, answers, (name, more, answer) => {
        const question = ask(name, more)
        if (isUnanswered(answer)) return
        const said = questionTypes[name].checkAnswer(question, answer)
        if (said !== undefined) expect(questionTypes[name].messages(question)).toContain(said)
      }),
      { numRuns: runs(2_000) },
    )
  })

  const provoking = [
    7,
    'x',
    '',
    'a\nb',
    'a\u0007b',
    '-99',
    '99',
    '7.5',
    'x'.repeat(4_001),
    'gone',
    ['gone'],
    ['a', 'a'],
    ['a', 'none'],
    '2020-02-30',
  ]
  test.each(questionTypeNames)('every message that %s lists can occur (FORM-6)', (name) => {
    for (const more of [{}, { long: true }, { min: 0, max: 10 }, { min: 0 }, { max: 10 }]) {
      const question = ask(name, more)
      const said = new Set(provoking.map((answer) => questionTypes[name].checkAnswer(question, answer)).filter((one) => one !== undefined))
      expect([...said].sort()).toEqual(questionTypes[name].messages(question).sort())
    }
  })
})

const when = (question: string, value: string) => ({ match: 'all' as const, rules: [{ question, operator: 'equals' as const, value }] })
const branching: FormDefinition = {
  questions: [
    { ...ask('yes_no'), id: 'first' },
    { ...ask('section'), id: 'part', body: '', title: 'The part', showIf: when('first', 'yes') },
    { ...ask('free_text'), id: 'inside', required: false },
    { ...ask('section'), id: 'other', title: 'The other', body: '' },
    { ...ask('information'), id: 'read' },
    { ...ask('number'), id: 'last' },
  ],
}

describe('progressAt', () => {
  test('the total appears as soon as no later answer can change it, and is then correct (PTN-3)', () => {
    const progress = (answers: Record<string, string>) =>
      visiblePages(branching, answers).map((page) => progressAt(branching, answers, page))
    expect(progress({})).toEqual([{ number: 1, total: undefined }, undefined, { number: 2, total: 2 }])
    expect(progress({ first: 'yes' })).toEqual([
      { number: 1, total: undefined },
      { number: 2, total: 3 },
      undefined,
      { number: 3, total: 3 },
    ])
  })
})

describe('answerSections', () => {
  test('questions that were not asked and questions that were left empty are distinguished, each under its section (FORM-5, FORM-6)', () => {
    const shown = (answers: Record<string, string>) =>
      answerSections(branching, answers).map(({ section, rows }) => [section?.title, rows.map(({ state, words }) => words || state)])
    expect(shown({ first: 'no', last: '7' })).toEqual([
      [undefined, ['No']],
      ['The part', ['not asked']],
      ['The other', ['7']],
    ])
    expect(shown({ first: 'yes' })).toEqual([
      [undefined, ['Yes']],
      ['The part', ['not answered']],
      ['The other', ['not answered']],
    ])
  })
})
