import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isUnanswered, type Answer } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'

/**
 * How a rule compares. The names and their meaning are those of FHIR R4 `Questionnaire.item.enableWhen`
 * (https://hl7.org/fhir/R4/valueset-questionnaire-enable-operator.html), with `exists` in two words.
 */
export const operators = {
  equals: 'is',
  not_equals: 'is not',
  more: 'is more than',
  less: 'is less than',
  at_least: 'is at least',
  at_most: 'is at most',
  answered: 'is answered',
  not_answered: 'is not answered',
} as const
export type Operator = keyof typeof operators

/** One comparison of one answer. `value`: an option's value, a number in digits or an ISO day; none for (not) answered. */
export type Rule = { question: string; operator: Operator; value?: string | undefined }

export type Condition = { match: 'all' | 'any'; rules: Rule[] }

/** What can be asked of an answer, by what the answer is. */
export const operatorsFor = {
  options: ['equals', 'not_equals', 'answered', 'not_answered'],
  number: ['equals', 'not_equals', 'more', 'less', 'at_least', 'at_most', 'answered', 'not_answered'],
  date: ['equals', 'not_equals', 'more', 'less', 'at_least', 'at_most', 'answered', 'not_answered'],
  text: ['answered', 'not_answered'],
  nothing: [],
} as const satisfies Record<string, readonly Operator[]>

export const needsValue = (operator: Operator) => operator !== 'answered' && operator !== 'not_answered'

/** The answers that count: those to questions that were asked. */
export type Counted = (question: string) => { question: Question; answer: Answer } | undefined

/**
 * Tells whether a condition holds. A comparison with an answer that was not given never holds, whichever way it is put: nothing is
 * concluded from silence, except by `not_answered`. Of several options chosen, one that fits is enough; `not_equals` wants none to.
 */
export const holds = ({ match, rules }: Condition, counted: Counted) =>
  match === 'all' ? rules.every((rule) => ruleHolds(rule, counted)) : rules.some((rule) => ruleHolds(rule, counted))

/** Tells whether one rule holds. */
export function ruleHolds({ question: id, operator, value = '' }: Rule, counted: Counted) {
  const found = counted(id)
  if (operator === 'not_answered') return found === undefined
  if (!found) return false
  if (operator === 'answered') return true
  const { comparison } = questionTypes[found.question.type]
  const given = [found.answer].flat()
  if (operator === 'equals') return given.some((one) => order(comparison, one, value) === 0)
  if (operator === 'not_equals') return given.every((one) => order(comparison, one, value) !== 0)
  const by = given.length === 1 ? order(comparison, given[0] ?? '', value) : undefined
  if (by === undefined) return false
  return { more: by > 0, less: by < 0, at_least: by >= 0, at_most: by <= 0 }[operator]
}

/** Below, at or above zero as one answer stands before, at or after another; undefined where they have no order. */
function order(comparison: string, one: string, other: string) {
  if (one === other) return 0
  if (comparison === 'date') return one < other ? -1 : 1
  if (comparison !== 'number') return undefined
  const by = Number(one) - Number(other)
  return Number.isNaN(by) || one.trim() === '' || other.trim() === '' ? undefined : by
}

/** Remembers the answers that count, question by question, in the order of the form. */
export function createCounted({ questions }: Pick<FormDefinition, 'questions'>) {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const answers = new Map<string, Answer>()
  const counted: Counted = (id) => {
    const [question, answer] = [byId.get(id), answers.get(id)]
    return question && answer !== undefined ? { question, answer } : undefined
  }
  const count = (id: string, answer: Answer | undefined) => {
    if (answer !== undefined && !isUnanswered(answer)) answers.set(id, answer)
  }
  return { counted, count }
}
