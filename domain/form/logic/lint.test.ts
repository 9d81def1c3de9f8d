import { describe, expect, test } from 'vitest'

import { checkDefinition, reviewDefinition } from '#domain/form/check-definition.ts'
import { placeOfProblem, type Question } from '#domain/form/definition.ts'
import { questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { type Answer, type Condition, type Operator, operators, type Rule } from '#domain/form/question.ts'

import { conditionSentence, conditionWords, holds, operatorsFor } from './condition.ts'
import { fixesFor } from './fixes.ts'

const question = (id: string, overrides: Partial<Question> = {}): Question => ({
  id,
  type: 'yes_no',
  title: id,
  required: true,
  ...overrides,
})
const rule = (id: string, operator: Operator, value?: string): Rule => ({ question: id, operator, ...(value !== undefined && { value }) })
const all = (...rules: Rule[]): Condition => ({ match: 'all', rules })
const any = (...rules: Rule[]): Condition => ({ match: 'any', rules })

const options = ['tea', 'milk', 'none'].map((value) => ({ value, label: value, ...(value === 'none' && { isNone: true }) }))
const many = question('drinks', { type: 'multi_select', options })
const one = question('drink', { type: 'dropdown', options })
const weight = question('weight', { type: 'number', unit: 'kg', min: 1, max: 300, decimals: 1 })
const day = question('day', { type: 'date' })
const smokes = question('smokes')

/** Answer, operator, value and result, as in R4 enableWhen; a missing answer matches `not_answered` only. */
const table: [Question, Answer | undefined, Operator, string, boolean][] = [
  [smokes, 'yes', 'equals', 'yes', true],
  [smokes, 'no', 'equals', 'yes', false],
  [smokes, 'no', 'not_equals', 'yes', true],
  [smokes, undefined, 'not_equals', 'yes', false],
  [smokes, undefined, 'equals', 'yes', false],
  [smokes, 'no', 'answered', '', true],
  [smokes, undefined, 'answered', '', false],
  [smokes, undefined, 'not_answered', '', true],
  [smokes, '', 'not_answered', '', true],
  [smokes, 'no', 'not_answered', '', false],
  [one, 'tea', 'equals', 'tea', true],
  [one, 'tea', 'equals', 'milk', false],
  [one, 'tea', 'more', 'milk', false],
  [many, ['tea', 'milk'], 'equals', 'milk', true],
  [many, ['tea', 'milk'], 'equals', 'none', false],
  [many, ['tea', 'milk'], 'not_equals', 'milk', false],
  [many, ['tea', 'milk'], 'not_equals', 'none', true],
  [many, [], 'not_answered', '', true],
  [weight, '72.5', 'equals', '72.50', true],
  [weight, '72.5', 'not_equals', '72.5', false],
  [weight, '72.5', 'more', '72', true],
  [weight, '72', 'more', '72', false],
  [weight, '9', 'less', '10', true],
  [weight, '10', 'less', '9', false],
  [weight, '72', 'at_least', '72', true],
  [weight, '71.9', 'at_least', '72', false],
  [weight, '72', 'at_most', '72', true],
  [weight, '72.1', 'at_most', '72', false],
  [weight, undefined, 'less', '10', false],
  [weight, '72', 'more', '', false],
  [question('pain', { type: 'scale' }), '10', 'more', '9', true],
  [day, '2024-03-09', 'equals', '2024-03-09', true],
  [day, '2024-03-09', 'not_equals', '2024-03-10', true],
  [day, '2024-03-10', 'more', '2024-03-09', true],
  [day, '2024-03-09', 'more', '2024-03-09', false],
  [day, '2024-03-08', 'less', '2024-03-09', true],
  [day, '2024-03-09', 'at_least', '2024-03-09', true],
  [day, '2024-03-09', 'at_most', '2024-03-08', false],
  [question('words', { type: 'free_text' }), 'Fine', 'answered', '', true],
  [question('words', { type: 'free_text' }), '  ', 'answered', '', false],
]

describe('ruleHolds', () => {
  test.each(table.map(([asked, answer, operator, value, is]) => ({ asked, answer, operator, value, is, type: asked.type })))(
    '$type answered $answer $operator $value: $is (FORM-6)',
    ({ asked, answer, operator, value, is }) => {
      const isGiven = answer !== undefined && answer.length > 0 && answer !== '  '
      expect(holds(all(rule(asked.id, operator, value)), () => (isGiven ? { question: asked, answer } : undefined))).toBe(is)
    },
  )

  test('the table above covers every operator for every kind of answer (FORM-6)', () => {
    const tried = new Set(table.map(([{ type }, , operator]) => `${questionTypes[type].comparison} ${operator}`))
    for (const [comparison, offered] of Object.entries(operatorsFor))
      for (const operator of offered.filter((one) => comparison !== 'text' && !one.endsWith('answered')))
        expect(tried).toContain(`${comparison} ${operator}`)
    expect(Object.keys(operators)).toEqual([...operatorsFor.number])
  })
})

const found = (...questions: Question[]) =>
  reviewDefinition({ questions }).map(
    (problem) => `${placeOfProblem({ questions }, problem)}${problem.isWarning ? '?' : ''} ${problem.message}`,
  )
const shownIf = (condition: Condition, overrides: Partial<Question> = {}) => question('shown', { showIf: condition, ...overrides })

describe('reviewDefinition', () => {
  test.each<[string, Question[], string[]]>([
    ['a good condition', [smokes, shownIf(all(rule('smokes', 'equals', 'yes')))], []],
    [
      'its own answer',
      [smokes, shownIf(all(rule('shown', 'answered')))],
      ['questions.1.showIf.rules.0 A question cannot depend on its own answer.'],
    ],
    ['a deleted question', [shownIf(all(rule('gone', 'answered')))], ['questions.0.showIf.rules.0 The question in this rule was deleted.']],
    [
      'a later question',
      [shownIf(all(rule('smokes', 'answered'))), smokes],
      ['questions.0.showIf.rules.0 ‘smokes’ comes later, so there is no answer yet.'],
    ],
    [
      'a loop of two',
      [shownIf(all(rule('smokes', 'equals', 'yes'))), question('smokes', { showIf: all(rule('shown', 'equals', 'yes')) })],
      ['questions.0.showIf.rules.0 ‘smokes’ depends on this question, so neither can ever be shown.'],
    ],
    [
      'a loop by way of a section',
      [
        shownIf(all(rule('smokes', 'equals', 'yes'))),
        question('part', { type: 'section', showIf: all(rule('shown', 'equals', 'yes')) }),
        smokes,
      ],
      ['questions.0.showIf.rules.0 ‘smokes’ depends on this question, so neither can ever be shown.'],
    ],
    [
      'a section that asks its own questions',
      [question('part', { type: 'section', showIf: all(rule('smokes', 'answered')) }), smokes],
      ['questions.0.showIf.rules.0 ‘smokes’ is in this section, so patients answer it after the section is shown.'],
    ],
    [
      'information',
      [question('read', { type: 'information', body: 'Read this.' }), shownIf(all(rule('read', 'answered')))],
      ['questions.1.showIf.rules.0 ‘read’ has no answer, so a rule cannot use it.'],
    ],
    [
      'an option that was deleted',
      [one, shownIf(all(rule('drink', 'equals', 'coffee')))],
      ['questions.1.showIf.rules.0 The option in this rule was removed from ‘drink’.'],
    ],
    [
      'an operator of another type',
      [smokes, shownIf(all(rule('smokes', 'more', '1')))],
      ['questions.1.showIf.rules.0 An answer to ‘smokes’ cannot be compared with “is more than”.'],
    ],
    ['no option chosen', [smokes, shownIf(all(rule('smokes', 'equals')))], ['questions.1.showIf.rules.0 Select an option from ‘smokes’.']],
    [
      'no number',
      [weight, shownIf(all(rule('weight', 'more', 'a lot')))],
      ['questions.1.showIf.rules.0 Enter the number to compare with the answer to ‘weight’.'],
    ],
    [
      'no date',
      [day, shownIf(all(rule('day', 'more', '2024-02-30')))],
      ['questions.1.showIf.rules.0 Enter the date to compare with the answer to ‘day’.'],
    ],
    ['no rule', [smokes, shownIf(any())], ['questions.1.showIf Add a rule or remove the condition.']],
    [
      'two options of one question at once',
      [one, shownIf(all(rule('drink', 'equals', 'tea'), rule('drink', 'equals', 'milk')))],
      [
        'questions.1.showIf.rules.1 This question can never be shown. These rules are never both true: ‘drink’ is tea, and ‘drink’ is milk.',
      ],
    ],
    [
      'two options where several can be chosen',
      [many, shownIf(all(rule('drinks', 'equals', 'tea'), rule('drinks', 'equals', 'milk')))],
      [],
    ],
    [
      'an option beside the one that rules it out',
      [many, shownIf(all(rule('drinks', 'equals', 'tea'), rule('drinks', 'equals', 'none')))],
      [
        'questions.1.showIf.rules.1 This question can never be shown. These rules are never both true: ‘drinks’ includes tea, and ‘drinks’ includes none.',
      ],
    ],
    [
      'more than 5 and less than 3',
      [weight, shownIf(all(rule('weight', 'more', '5'), rule('weight', 'less', '3')))],
      [
        'questions.1.showIf.rules.1 This question can never be shown. These rules are never both true: ‘weight’ is more than 5 kg, and ‘weight’ is less than 3 kg.',
      ],
    ],
    ['between two numbers with a decimal place', [weight, shownIf(all(rule('weight', 'more', '5'), rule('weight', 'less', '5.2')))], []],
    [
      'between two whole numbers',
      [{ ...weight, decimals: 0 }, shownIf(all(rule('weight', 'more', '5'), rule('weight', 'less', '6')))],
      [
        'questions.1.showIf.rules.1 This question can never be shown. These rules are never both true: ‘weight’ is more than 5 kg, and ‘weight’ is less than 6 kg.',
      ],
    ],
    [
      'a number outside its range',
      [weight, shownIf(all(rule('weight', 'more', '300')))],
      [
        'questions.1.showIf.rules.0 This question can never be shown. This rule is never true: ‘weight’ is more than 300 kg. Patients see the error “Enter a number from 1 to 300 kg”.',
      ],
    ],
    ['the day between two days', [day, shownIf(all(rule('day', 'more', '2024-02-28'), rule('day', 'less', '2024-03-01')))], []],
    [
      'no day between two days',
      [day, shownIf(all(rule('day', 'more', '2024-02-28'), rule('day', 'less', '2024-02-29')))],
      [
        'questions.1.showIf.rules.1 This question can never be shown. These rules are never both true: ‘day’ is after 28-Feb-2024, and ‘day’ is before 29-Feb-2024.',
      ],
    ],
    [
      'the silence of who must answer',
      [smokes, shownIf(all(rule('smokes', 'not_answered')))],
      [
        'questions.1.showIf.rules.0 This question can never be shown. This rule is never true: ‘smokes’ is not answered. Patients must answer this question.',
      ],
    ],
    ['the silence of who need not answer', [{ ...smokes, required: false }, shownIf(all(rule('smokes', 'not_answered')))], []],
    [
      'a question of a section that is only shown otherwise',
      [
        smokes,
        question('part', { type: 'section', showIf: all(rule('smokes', 'equals', 'yes')) }),
        shownIf(all(rule('smokes', 'equals', 'no'))),
      ],
      ['questions.2.showIf This question can never be shown. The condition is never true while the section ‘part’ is shown.'],
    ],
    [
      'what depends on a question that is never asked',
      [
        smokes,
        question('never', { showIf: all(rule('smokes', 'equals', 'yes'), rule('smokes', 'equals', 'no')) }),
        shownIf(all(rule('never', 'equals', 'yes'))),
      ],
      [
        'questions.1.showIf.rules.1 This question can never be shown. These rules are never both true: ‘smokes’ is Yes, and ‘smokes’ is No.',
        'questions.2.showIf.rules.0 This question can never be shown. This rule is never true: ‘never’ is Yes. Patients are never asked this question.',
      ],
    ],
    [
      'a contradiction far apart',
      [
        smokes,
        question('how', { showIf: all(rule('smokes', 'equals', 'yes')) }),
        question('why', { showIf: all(rule('how', 'answered')) }),
        shownIf(all(rule('why', 'answered'), rule('smokes', 'equals', 'no'))),
      ],
      [
        'questions.3.showIf.rules.1 This question can never be shown. These rules are never both true: ‘why’ is answered, and ‘smokes’ is No.',
      ],
    ],
    [
      'a condition that changes nothing',
      [smokes, shownIf(any(rule('smokes', 'equals', 'yes'), rule('smokes', 'equals', 'no')))],
      ['questions.1.showIf? This condition is always true, so it has no effect.'],
    ],
    [
      'one dead rule of several',
      [weight, smokes, shownIf(any(rule('weight', 'more', '300'), rule('smokes', 'equals', 'yes')))],
      [
        'questions.2.showIf.rules.0? This rule is never true: ‘weight’ is more than 300 kg. Patients see the error “Enter a number from 1 to 300 kg”.',
      ],
    ],
  ])('reports %s (FORM-6)', (_title, questions, expected) => {
    expect(found(...questions)).toEqual(expected)
  })
})

describe('conditionWords and conditionSentence', () => {
  test('a condition reads as a sentence (FORM-6)', () => {
    const questions = [smokes, many, weight, day]
    expect(conditionWords(all(rule('smokes', 'equals', 'yes'), rule('weight', 'at_least', '80')), questions)).toBe(
      '‘smokes’ is Yes and ‘weight’ is at least 80 kg',
    )
    expect(
      conditionWords(any(rule('drinks', 'not_equals', 'tea'), rule('day', 'at_most', '2024-03-09'), rule('gone', 'answered')), questions),
    ).toBe('‘drinks’ does not include tea or ‘day’ is on or before 09-Mar-2024 or a deleted question is answered')
    expect(
      questionTypeNames.every((type) => conditionWords(all(rule('q', 'answered')), [question('q', { type })]) === '‘q’ is answered'),
    ).toBe(true)
  })

  test('a sentence ends with one full stop, or with the ellipsis of a value that is not filled in yet (FORM-6)', () => {
    expect(conditionSentence('Shown if', all(rule('smokes', 'equals', 'yes')), [smokes])).toBe('Shown if ‘smokes’ is Yes.')
    expect(conditionSentence('Shown if', all(rule('smokes', 'equals', '')), [smokes])).toBe('Shown if ‘smokes’ is …')
  })
})

describe('the search for unreachable conditions', () => {
  test('gives up quickly and then reports nothing as unreachable (FORM-6)', () => {
    const yesNos = Array.from({ length: 40 }, (_, n) => question(`q${n}`))
    const gates = yesNos
      .slice(1)
      .map((_one, n) =>
        question(`g${n}`, { type: 'section', showIf: any(rule(`q${n}`, 'equals', 'yes'), rule(`q${n + 1}`, 'equals', 'no')) }),
      )
    const last = shownIf(all(...Array.from({ length: 20 }, (_, n) => rule(`q${2 * n}`, 'equals', n % 2 ? 'yes' : 'no'))))
    expect(found(...yesNos, ...gates, last)).toEqual([])
  })

  test('checks the largest possible form within seconds (FORM-6)', () => {
    const largest = (ruleOf: (n: number, k: number) => Rule) =>
      Array.from({ length: 300 }, (_, n) =>
        question(`q${n}`, { showIf: { match: n % 2 ? 'any' : 'all', rules: Array.from({ length: 20 }, (_one, k) => ruleOf(n, k)) } }),
      )
    const begun = performance.now()
    found(...largest((n, k) => rule(`q${Math.max(0, n - 1 - k)}`, k % 2 ? 'equals' : 'not_equals', k % 3 ? 'yes' : 'no')))
    found(...largest((n, k) => rule(`q${Math.min(299, n + 1 + k * 3)}`, 'equals', 'yes')))
    expect(performance.now() - begun).toBeLessThan(10_000)
  }, 300_000)

  test.each<[string, Question[], string[]]>([
    [
      'a later question',
      [shownIf(all(rule('smokes', 'answered'))), one, smokes],
      ['Move below ‘smokes’: drink smokes shown', 'Always show: shown drink smokes'],
    ],
    [
      'a deleted question',
      [smokes, shownIf(all(rule('gone', 'answered'), rule('smokes', 'equals', 'yes')))],
      ['Remove this rule: smokes shown'],
    ],
    [
      'a loop',
      [shownIf(all(rule('smokes', 'equals', 'yes'))), question('smokes', { showIf: all(rule('shown', 'equals', 'yes')) })],
      ['Always show: shown smokes'],
    ],
    ['no rule', [smokes, shownIf(all())], ['Always show: smokes shown']],
    ['a rule not yet filled in', [smokes, shownIf(all(rule('smokes', 'equals')))], []],
  ])('a condition with %s has a button that fixes it (FORM-6)', (_title, questions, expected) => {
    const mends = reviewDefinition({ questions }).flatMap((problem) => fixesFor({ questions }, problem))
    expect(mends.map(({ label, fixed }) => `${label}: ${fixed.questions.map(({ id }) => id).join(' ')}`)).toEqual(expected)
    for (const { fixed } of mends) expect(checkDefinition(fixed)).toEqual([])
  })
})
