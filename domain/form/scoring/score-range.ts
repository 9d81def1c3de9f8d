import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { choicesOf } from '#domain/form/logic/words.ts'
import { sectionOf } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import type { Score } from './score.ts'

/** The lowest and the highest sum there can be, and how far apart two sums are at least; infinite where a number has no limit. */
export type ScoreRange = { min: number; max: number; step: number }

/** Tells whether answers to this question can be counted at all. */
export const hasPoints = (question: Question) => questionTypes[question.type].points !== undefined

const decimalsIn = (number: number) => (String(number).split('.')[1] ?? '').length
const exact = (number: number) => Number(number.toFixed(6))
const sum = (numbers: number[]) => exact(numbers.reduce((total, one) => total + one, 0))

/** What one question adds to a score, at least and at most. */
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

/** What a score can come to. A question that is not always asked may add nothing. */
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
