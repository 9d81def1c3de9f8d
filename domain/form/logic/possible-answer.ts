import { addDays, isIsoDate } from '#domain/dates.ts'
import { checkAnswer } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import type { Answer } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import { ruleHolds, type Rule } from './condition.ts'

/** A rule about a question's answer, and whether it shall hold. */
export type Wish = { rule: Rule; is: boolean }

/** Tells whether some answer that the question accepts meets all wishes. */
export const isAnswerPossible = (question: Question, wishes: readonly Wish[]) =>
  candidates(question, wishes).some(
    (answer) =>
      checkAnswer(question, answer) === undefined && wishes.every(({ rule, is }) => ruleHolds(rule, () => ({ question, answer })) === is),
  )

/** Answers of which one fits if any does: rules only tell apart what lies at, below, between and above the values they name. */
function candidates(question: Question, wishes: readonly Wish[]): Answer[] {
  const control = questionTypes[question.type].control(question)
  const named = wishes.map(({ rule }) => rule.value ?? '')
  if (control.kind === 'choices' && control.isMany) {
    const wanted = wishes.filter(({ rule, is }) => (rule.operator === 'equals') === is).map(({ rule }) => rule.value ?? '')
    // The fewest options that are wanted; more of them can only break another wish.
    return wanted.length > 0 ? [[...new Set(wanted)]] : choicesAround(control.choices, named).map((value) => [value])
  }
  if (control.kind === 'choices' || control.kind === 'list') return choicesAround(control.choices, named)
  const { comparison } = questionTypes[question.type]
  if (comparison === 'number') return numbersAround(question, named.map(Number))
  if (comparison === 'date') return ['2000-01-01', ...named.filter(isIsoDate).flatMap((day) => [-1, 0, 1].map((by) => addDays(day, by)))]
  return ['x']
}

/** The choices that are named, and one that is not: all the others are alike. */
function choicesAround(choices: readonly { value: string }[], named: readonly string[]): string[] {
  const known = new Set(named)
  const other = choices.find(({ value }) => !known.has(value))
  return [...known, ...(other ? [other.value] : [])]
}

function numbersAround({ min, max, decimals = 0 }: Question, named: number[]): string[] {
  const fine = 10 ** decimals
  const edges = [0, min, max, ...named].filter((one) => one !== undefined).filter(Number.isFinite)
  return edges.flatMap((edge) => [-1, 0, 1, 2].map((by) => ((Math.floor(edge * fine) + by) / fine).toFixed(decimals)))
}
