import { describe, expect, test } from 'vitest'

import { checkDefinition, reviewDefinition } from './check-definition.ts'
import { type FormDefinition, placeOfProblem, type Question, type RedFlag, type Score } from './definition.ts'
import { fixesFor } from './logic/fixes.ts'

import { scoreWords } from './score-words.ts'
import { type FlagSource, flagSources, scoreRange } from './scoring.ts'

const points = (...all: (number | undefined)[]) => all.map((one, n) => ({ value: `${n}`, label: `option ${n}`, points: one }))
const question = (id: string, overrides: Partial<Question> = {}): Question => ({
  id,
  type: 'single_select',
  title: id,
  required: true,
  options: points(0, 1, 2, 3),
  ...overrides,
})
const [mood, sleep] = [question('mood'), question('sleep')]
const weight = question('weight', { type: 'number', options: undefined, min: 0.5, max: 300, decimals: 1 })
const score = (overrides: Partial<Score> = {}): Score => ({
  id: 's1',
  name: 'Total',
  questions: ['mood', 'sleep'],
  bands: [],
  ...overrides,
})
const band = (from: number, to: number, label = `${from}–${to}`) => ({ from, to, label })
const found = (definition: FormDefinition) =>
  reviewDefinition(definition).map((problem) => `${placeOfProblem(definition, problem)}${problem.isWarning ? '?' : ''} ${problem.message}`)

describe('scoreRange', () => {
  test.each<[string, Question[], { min: number; max: number; step: number }]>([
    ['options with points', [mood, sleep], { min: 0, max: 6, step: 1 }],
    ['points below zero', [question('mood', { options: points(-2, 4) })], { min: -2, max: 4, step: 1 }],
    ['several options', [question('mood', { type: 'multi_select', options: points(1, 2, -4) })], { min: -4, max: 3, step: 1 }],
    [
      'several options and one that rules them out',
      [question('mood', { type: 'multi_select', options: [...points(1, 2), { value: 'n', label: 'None', points: 0, isNone: true }] })],
      { min: 0, max: 3, step: 1 },
    ],
    ['a number', [question('mood', { ...weight, id: 'mood' })], { min: 0.5, max: 300, step: 0.1 }],
    ['a number without limits', [question('mood', { type: 'number' })], { min: -Infinity, max: Infinity, step: 1 }],
    ['a scale', [question('mood', { type: 'scale' })], { min: 0, max: 10, step: 1 }],
    [
      'a question that is not always asked',
      [question('mood', { options: points(2, 5), showIf: { match: 'all', rules: [] } })],
      { min: 0, max: 5, step: 1 },
    ],
    [
      'fractions, which add up as on paper',
      [question('mood', { options: points(0.1, 0.7) }), question('sleep', { options: points(0.2, 0.1) })],
      { min: 0.2, max: 0.9, step: 0.1 },
    ],
  ])('%s (FORM-7)', (_title, questions, expected) => {
    const range = scoreRange({ questions }, score())
    expect({ ...range, step: Number(range.step.toFixed(6)) }).toEqual(expected)
  })
})

describe('checkScores', () => {
  test.each<[string, Partial<Score>, string[]]>([
    ['a good one', { bands: [band(0, 2), band(3, 6)] }, []],
    ['no bands at all', {}, []],
    ['no name', { name: ' ' }, ['scores.0.name Name is required.']],
    ['no questions', { questions: [] }, ['scores.0.questions Select at least one question.']],
    ['a deleted question', { questions: ['mood', 'gone'] }, ['scores.0.questions A selected question was deleted.']],
    ['the same question twice', { questions: ['mood', 'mood'] }, ['scores.0.questions The same question is selected twice.']],
    [
      'a question that cannot count',
      { questions: ['smokes'] },
      ['scores.0.questions Answers to ‘smokes’ have no points, so they cannot be added to the score.'],
    ],
    ['options without points', { questions: ['bare'] }, ['scores.0.questions ‘bare’ is selected, but its options have no points.']],
    ['an option without points', { questions: ['half'] }, ['scores.0.questions ‘half’ is selected, but ‘option 1’ has no points.']],
    ['bands that overlap', { bands: [band(0, 3), band(3, 6)] }, ['scores.0.bands.1 ‘0–3’ and ‘3–6’ overlap at 3.']],
    ['bands in another order that overlap', { bands: [band(3, 6), band(0, 4)] }, ['scores.0.bands.0 ‘0–4’ and ‘3–6’ overlap at 3 to 4.']],
    ['a gap', { bands: [band(0, 2), band(5, 6)] }, ['scores.0.bands.1 No band covers 3 to 4, between ‘0–2’ and ‘5–6’.']],
    ['a band that ends before it begins', { bands: [band(3, 0)] }, ['scores.0.bands.0 The end of ‘3–0’ is lower than its start.']],
    ['a band without a name', { bands: [band(0, 6, ' ')] }, ['scores.0.bands.0 Band name is required.']],
    [
      'a band out of reach',
      { bands: [band(0, 6), band(7, 9)] },
      ['scores.0.bands.1? ‘7–9’ is out of range. The score is between 0 and 6.'],
    ],
    [
      'ends without a band',
      { bands: [band(1, 5)] },
      ['scores.0.bands.0? No band covers 0, the lowest scores.', 'scores.0.bands.0? No band covers 6, the highest scores.'],
    ],
    ['a gap of one decimal place', { questions: ['weight'], bands: [band(0.5, 80), band(80.1, 300)] }, []],
    [
      'a gap of whole numbers',
      { questions: ['weight'], bands: [band(0.5, 80), band(81, 300)] },
      ['scores.0.bands.1 No band covers 80.1 to 80.9, between ‘0.5–80’ and ‘81–300’.'],
    ],
  ])('reports %s (FORM-7)', (_title, overrides, expected) => {
    const others = [
      question('smokes', { type: 'yes_no' }),
      question('bare', { options: points(undefined, undefined) }),
      question('half', { options: points(1, undefined) }),
    ]
    expect(found({ questions: [mood, sleep, weight, ...others], scores: [score(overrides)] })).toEqual(expected)
  })
})

describe('checkRedFlags', () => {
  test.each<[string, Partial<RedFlag>, string[]]>([
    ['a good one by answers', { answers: { match: 'all', rules: [{ question: 'mood', operator: 'equals', value: '3' }] } }, []],
    ['a good one by score', { score: { score: 's1', atLeast: 4 } }, []],
    ['nothing to raise it', {}, ['redFlags.0.answers Add an answer condition or a score condition.']],
    [
      'a deleted question',
      { answers: { match: 'all', rules: [{ question: 'gone', operator: 'answered' }] } },
      ['redFlags.0.answers.rules.0 The question in this rule was deleted.'],
    ],
    [
      'answers that cannot be',
      { answers: { match: 'all', rules: ['1', '2'].map((value) => ({ question: 'mood', operator: 'equals', value })) } },
      [
        'redFlags.0.answers.rules.1 This red flag can never be raised. These rules are never both true: ‘mood’ is option 1, and ‘mood’ is option 2.',
      ],
    ],
    ['a deleted score', { score: { score: 'gone', atLeast: 1 } }, ['redFlags.0.score The score in this red flag was deleted.']],
    [
      'a score out of reach',
      { score: { score: 's1', atLeast: 7 } },
      ['redFlags.0.score ‘Total’ can never reach 7. The highest score is 6.'],
    ],
    [
      'a score that is always reached',
      { score: { score: 's1', atLeast: 0 } },
      ['redFlags.0.score? ‘Total’ always reaches 0. The lowest score is 0.'],
    ],
  ])('reports %s (FORM-7)', (_title, overrides, expected) => {
    expect(found({ questions: [mood, sleep], scores: [score()], redFlags: [{ id: 'f1', name: 'Low', ...overrides }] })).toEqual(expected)
  })

  test('warns that a question of the score may be left empty (FORM-7)', () => {
    const questions = [mood, question('sleep', { required: false })]
    const redFlags = [{ id: 'f1', name: 'Low', score: { score: 's1', atLeast: 4 } }]
    expect(found({ questions, scores: [score()], redFlags })).toEqual([
      'redFlags.0.score? ‘sleep’ is not required. If it is left empty, it counts with its lowest points for this red flag.',
    ])
  })
})

describe('names and ids of scores and red flags', () => {
  test('two scores, or two red flags, cannot have the same name (FORM-7)', () => {
    const answers = { match: 'all' as const, rules: [{ question: 'mood', operator: 'equals' as const, value: '3' }] }
    const definition = {
      questions: [mood, sleep],
      scores: [score(), score({ id: 's2', name: 'total ' })],
      redFlags: [
        { id: 'f1', name: 'Low', answers },
        { id: 'f2', name: 'low', answers },
      ],
    }
    expect(found(definition)).toEqual([
      'scores.1.name The name ‘total’ is already in use.',
      'redFlags.1.name The name ‘low’ is already in use.',
    ])
  })

  test('two scores, or two red flags, cannot have the same id, because results are stored under it (FORM-7)', () => {
    const flag = { score: { score: 's1', atLeast: 3 } }
    const definition = {
      questions: [mood, sleep],
      scores: [score(), score({ name: 'Again' }), score({ id: '__proto__', name: 'Other' })],
      redFlags: [
        { id: 'f1', name: 'High', ...flag },
        { id: 'f1', name: 'Very high', ...flag },
      ],
    }
    expect(checkDefinition(definition).map(({ field, score: id, redFlag }) => [field, id ?? redFlag])).toEqual([
      ['id', 's1'],
      ['id', '__proto__'],
      ['id', 'f1'],
    ])
  })
})

describe('fixesFor', () => {
  test('removes questions without points from a score, and a rule that never holds from a red flag (FORM-7)', () => {
    const rules = ['gone', 'mood'].map((id) => ({ question: id, operator: 'answered' as const }))
    const definition: FormDefinition = {
      questions: [mood, sleep],
      scores: [score({ questions: ['mood', 'gone', 'mood', 'sleep'] })],
      redFlags: [{ id: 'f1', name: 'Low', answers: { match: 'any', rules } }],
    }
    const fixed = reviewDefinition(definition).flatMap((problem) => fixesFor(definition, problem))
    expect(fixed[0]?.fixed.scores?.[0]?.questions).toEqual(['mood', 'sleep'])
    expect(fixed.at(-1)?.fixed.redFlags?.[0]?.answers).toEqual({ match: 'any', rules: [rules[1]] })
  })
})

describe('scoreWords', () => {
  test.each([
    [{ value: 17, band: 'Moderately severe', answered: 9, outOf: 9 }, '17, Moderately severe'],
    [{ value: -0.5, band: null, answered: 2, outOf: 2 }, '-0.5'],
    [{ value: null, band: null, answered: 7, outOf: 9 }, 'Not complete (7 of 9 answered)'],
    [{ value: null, band: null, answered: 0, outOf: 0 }, 'Not asked'],
  ])('%j reads "%s" (FORM-7)', (result, words) => {
    expect(scoreWords(result)).toBe(words)
  })
})

describe('flagSources', () => {
  const rule = (id: string, value: string) => ({ question: id, operator: 'equals' as const, value })
  const flag = (match: 'all' | 'any') => ({ answers: { match, rules: [rule('mood', '3'), rule('sleep', '2'), rule('sleep', '3')] } })

  test.each<[string, Partial<RedFlag>, Record<string, string>, FlagSource[]]>([
    ['the answers that met a rule, each once', flag('any'), { mood: '3', sleep: '3' }, [{ questionIds: ['mood', 'sleep'], scoreId: null }]],
    ['not the answers that met no rule', flag('any'), { mood: '3', sleep: '0' }, [{ questionIds: ['mood'], scoreId: null }]],
    ['nothing for a red flag that is not raised', flag('all'), { mood: '3', sleep: '3' }, []],
    ['the score, not its answers', { score: { score: 's1', atLeast: 5 } }, { mood: '3', sleep: '2' }, [{ questionIds: [], scoreId: 's1' }]],
    [
      'a question without an answer',
      { answers: { match: 'all', rules: [{ question: 'sleep', operator: 'not_answered' }] } },
      { mood: '3' },
      [{ questionIds: ['sleep'], scoreId: null }],
    ],
  ])('names %s (FORM-7, REQ-4)', (_title, raised, answers, expected) => {
    const definition = { questions: [mood, sleep], scores: [score()], redFlags: [{ id: 'f1', name: 'Low', ...raised }] }
    expect([...flagSources(definition, answers).values()]).toEqual(expected)
  })

  test.each<[string, Partial<Question>, number, boolean]>([
    ['reaches it without the empty question', {}, 3, true],
    ['may not reach it', {}, 4, false],
    ['may be lowered by the empty question', { options: points(-1, 3) }, 3, false],
    ['reaches it even when the empty question lowers it', { options: points(-1, 3) }, 2, true],
    ['can be lowered without a limit', { type: 'number', options: undefined }, 0, false],
  ])('an incomplete score that %s raises a red flag only if it is certain (FORM-7, SAFE-1)', (_title, sleeping, atLeast, isRaised) => {
    const questions = [mood, question('sleep', { required: false, ...sleeping })]
    const redFlags = [{ id: 'f1', name: 'Low', score: { score: 's1', atLeast } }]
    const sources = flagSources({ questions, scores: [score()], redFlags }, { mood: '3' })
    expect([...sources.values()]).toEqual(isRaised ? [{ questionIds: [], scoreId: 's1' }] : [])
  })

  test('a score of which no question is asked raises nothing (FORM-7)', () => {
    const hidden = { showIf: { match: 'all' as const, rules: [rule('first', 'yes')] } }
    const first = question('first', { type: 'yes_no', options: undefined })
    const questions = [first, question('mood', hidden), question('sleep', hidden)]
    const redFlags = [{ id: 'f1', name: 'Low', score: { score: 's1', atLeast: 0 } }]
    expect([...flagSources({ questions, scores: [score()], redFlags }, { first: 'no' }).values()]).toEqual([])
  })
})
