import type { FormDefinition, Question, RedFlag, Score, ScoreRule } from './definition.ts'
import { choicesOf, createAnswerLookup, holds, ruleHolds } from './logic/condition.ts'
import { sectionOf, visibleQuestions } from './path.ts'
import { questionTypes } from './question-types.ts'
import type { Answers } from './question.ts'

/** `value` is null while a counted question is unanswered, because a partial sum would look like a low score. */
export type ScoreResult = {
  id: string
  name: string
  value: number | null
  band: string | null
  /** The sum as a formula: '2 + 1 + 0 = 3'. */
  formula: string
  answered: number
  outOf: number
}

/** The counted questions and the points of their answers. Questions hidden by an earlier answer are not counted and need no answer. */
function countedPoints(definition: FormDefinition, score: Score, answers: Answers) {
  const counts = new Set(score.questions)
  const asked = visibleQuestions(definition, answers).filter(({ id }) => counts.has(id))
  const { answerTo, record } = createAnswerLookup(definition)
  for (const { id } of asked) record(id, answers[id])
  const points = asked.map(({ id }) => {
    const found = answerTo(id)
    return found && questionTypes[found.question.type].points?.(found.question, found.answer)
  })
  return { asked, points }
}

/** The result of one score. */
export function scoreResult(definition: FormDefinition, score: Score, answers: Answers): ScoreResult {
  const { asked, points } = countedPoints(definition, score, answers)
  const known = points.filter((one) => one !== undefined)
  const isWhole = asked.length > 0 && known.length === asked.length
  const value = isWhole ? sum(known) : null
  return {
    id: score.id,
    name: score.name,
    value,
    band: value === null ? null : (score.bands.find(({ from, to }) => value >= from && value <= to)?.label ?? null),
    formula: formulaOf(points, value),
    answered: known.length,
    outOf: asked.length,
  }
}

/** Every score of a form, in its order. */
export const scoreResults = (definition: FormDefinition, answers: Answers): ScoreResult[] =>
  (definition.scores ?? []).map((score) => scoreResult(definition, score, answers))

// Rounded so that 0.1 + 0.2 is 0.3.
export const exact = (number: number) => Number(number.toFixed(6))
const sum = (numbers: readonly number[]) => exact(numbers.reduce((total, one) => total + one, 0))

const formulaOf = (points: (number | undefined)[], value: number | null) => {
  const terms = points.map((one) => (one === undefined ? '?' : one < 0 ? `(${one})` : String(one))).join(' + ')
  return value === null ? terms : `${terms} = ${value}`
}

/** The lowest and highest possible sum and the smallest step between sums; infinite if a number has no limit. */
export type ScoreRange = { min: number; max: number; step: number }

/** Tells whether answers to the question have points. */
export const hasPoints = (question: Question) => questionTypes[question.type].points !== undefined

const decimalsIn = (number: number) => (String(number).split('.')[1] ?? '').length

/** The lowest and highest points of one question. */
export function questionRange(question: Question): ScoreRange {
  const choices = choicesOf(question)
  if (!choices) {
    const { min = -Infinity, max = Infinity, decimals = 0 } = question
    return { min, max, step: 10 ** -decimals }
  }
  const single = choices.flatMap(({ value }) => questionTypes[question.type].points?.(question, value) ?? [])
  if (single.length === 0) return { min: 0, max: 0, step: 1 }
  const control = questionTypes[question.type].control(question)
  const together = control.kind === 'choices' && control.isMany ? (question.options ?? []).filter(({ isNone }) => !isNone) : []
  const points = together.flatMap((option) => option.points ?? [])
  const [negative, positive] = [points.filter((one) => one < 0), points.filter((one) => one > 0)]
  return {
    min: Math.min(...single, ...(negative.length > 0 ? [sum(negative)] : [])),
    max: Math.max(...single, ...(positive.length > 0 ? [sum(positive)] : [])),
    step: 10 ** -Math.max(...single.map(decimalsIn)),
  }
}

/** The possible range of a score. A question that is not always asked may add nothing. */
export function scoreRange(definition: FormDefinition, { questions: ids }: Pick<Score, 'questions'>): ScoreRange {
  const counting = definition.questions.filter((question) => ids.includes(question.id) && hasPoints(question))
  const ranges = counting.map((question) => {
    const range = questionRange(question)
    const isAlwaysAsked = question.showIf === undefined && sectionOf(definition, question.id)?.showIf === undefined
    return isAlwaysAsked ? range : { ...range, min: Math.min(0, range.min), max: Math.max(0, range.max) }
  })
  return {
    min: sum(ranges.map(({ min }) => min)),
    max: sum(ranges.map(({ max }) => max)),
    step: Math.min(1, ...ranges.map(({ step }) => step)),
  }
}

/**
 * The least that a score can be, whatever the answers to unanswered questions would be: a red flag that this reaches must not be missed because a question
 * was left out.
 */
function leastScore(definition: FormDefinition, score: Score, answers: Answers) {
  const { asked, points } = countedPoints(definition, score, answers)
  return asked.length === 0 ? -Infinity : sum(points.map((known, index) => known ?? questionRange(asked[index]!).min)) // one a question
}

/** What raised a red flag: answers, whose questions are named, or a score. */
export type FlagSource = { questionIds: string[]; scoreId: string | null }

/** The red flags that the answers raise, in the order of the form. */
export const raisedFlags = (definition: FormDefinition, answers: Answers): RedFlag[] =>
  flagsWithSources(definition, answers).map(({ flag }) => flag)

/** What raised each red flag, by the id of the flag. */
export const flagSources = (definition: FormDefinition, answers: Answers): ReadonlyMap<string, FlagSource> =>
  new Map(flagsWithSources(definition, answers).map(({ flag, source }) => [flag.id, source]))

function flagsWithSources(definition: FormDefinition, answers: Answers): { flag: RedFlag; source: FlagSource }[] {
  const flags = definition.redFlags ?? []
  if (flags.length === 0) return []
  const { answerTo, record } = createAnswerLookup(definition)
  for (const { id } of visibleQuestions(definition, answers)) record(id, answers[id])
  const scores = new Map((definition.scores ?? []).map((score) => [score.id, leastScore(definition, score, answers)]))
  const isScoreMet = ({ score, atLeast }: ScoreRule) => (scores.get(score) ?? -Infinity) >= atLeast
  return flags.flatMap((flag) => {
    const met = flag.answers && holds(flag.answers, answerTo) ? flag.answers.rules.filter((rule) => ruleHolds(rule, answerTo)) : undefined
    const scoreId = flag.score && isScoreMet(flag.score) ? flag.score.score : null
    const questionIds = [...new Set(met?.map(({ question }) => question))]
    return met || scoreId !== null ? [{ flag, source: { questionIds, scoreId } }] : []
  })
}
