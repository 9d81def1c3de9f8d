import { formatDate, isIsoDate } from '#domain/dates.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { type Answer, type Condition, isUnanswered, type Operator, operators, type Rule } from '#domain/form/question.ts'

/** What can be asked of an answer, by what the answer is. */
export const operatorsFor = {
  options: ['equals', 'not_equals', 'answered', 'not_answered'],
  number: ['equals', 'not_equals', 'more', 'less', 'at_least', 'at_most', 'answered', 'not_answered'],
  date: ['equals', 'not_equals', 'more', 'less', 'at_least', 'at_most', 'answered', 'not_answered'],
  text: ['answered', 'not_answered'],
  nothing: [],
} as const satisfies Record<string, readonly Operator[]>

export const needsValue = (operator: Operator) => operator !== 'answered' && operator !== 'not_answered'

/** The answers that record: those to questions that were asked. */
export type AnswerLookup = (question: string) => { question: Question; answer: Answer } | undefined

/**
 * Tells whether a condition holds. A comparison with an answer that was not given never holds, whichever way it is put: nothing is
 * concluded from silence, except by `not_answered`. Of several options chosen, one that fits is enough; `not_equals` wants none to.
 */
export const holds = ({ match, rules }: Condition, answerTo: AnswerLookup) =>
  match === 'all' ? rules.every((rule) => ruleHolds(rule, answerTo)) : rules.some((rule) => ruleHolds(rule, answerTo))

/** Tells whether one rule holds. */
export function ruleHolds({ question: id, operator, value = '' }: Rule, answerTo: AnswerLookup) {
  const found = answerTo(id)
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

/** Remembers the answers that record, question by question, in the order of the form. */
export function createAnswerLookup({ questions }: Pick<FormDefinition, 'questions'>) {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const answers = new Map<string, Answer>()
  const answerTo: AnswerLookup = (id) => {
    const [question, answer] = [byId.get(id), answers.get(id)]
    return question && answer !== undefined ? { question, answer } : undefined
  }
  const record = (id: string, answer: Answer | undefined) => {
    if (answer !== undefined && !isUnanswered(answer)) answers.set(id, answer)
  }
  return { answerTo, record }
}

/** A question by its words, in quotation marks. */
export const quoted = ({ title }: Pick<Question, 'title'>) => `‘${title.trim() || 'Untitled question'}’`

const wordsForDates: Partial<Record<Operator, string>> = {
  more: 'is after',
  less: 'is before',
  at_least: 'is on or after',
  at_most: 'is on or before',
}

/** How an operator reads behind the words of a question: several options can be chosen, and a day is not more but later. */
export function operatorWords(operator: Operator, question: Question | undefined) {
  const type = question && questionTypes[question.type]
  if (type?.comparison === 'date') return wordsForDates[operator] ?? operators[operator]
  const control = question && type?.control(question)
  if (control?.kind === 'choices' && control.isMany && needsValue(operator))
    return operator === 'equals' ? 'includes' : operator === 'not_equals' ? 'does not include' : operators[operator]
  return operators[operator]
}

/** What can be chosen as an answer, where an answer is chosen. */
export function choicesOf(question: Question) {
  const control = questionTypes[question.type].control(question)
  return control.kind === 'choices' || control.kind === 'list' ? control.choices : undefined
}

function valueWords(value: string, question: Question | undefined) {
  if (value === '') return '…'
  const choice = question && choicesOf(question)?.find((one) => one.value === value)
  if (choice) return choice.label
  if (question && questionTypes[question.type].comparison === 'date') return isIsoDate(value) ? formatDate(value) : value
  return question?.unit ? `${value} ${question.unit}` : value
}

/** One rule as a sentence: "‘Do you smoke?’ is Yes". */
export function ruleWords({ question: id, operator, value = '' }: Rule, questions: readonly Question[]) {
  const question = questions.find((one) => one.id === id)
  const subject = question ? quoted(question) : 'a deleted question'
  return [subject, operatorWords(operator, question), ...(needsValue(operator) ? [valueWords(value, question)] : [])].join(' ')
}

/** A condition in words: "‘Do you smoke?’ is Yes and ‘How many a day?’ is more than 5". */
export const conditionWords = ({ match, rules }: Condition, questions: readonly Question[]) =>
  rules.length === 0
    ? match === 'all'
      ? 'always'
      : 'never'
    : rules.map((rule) => ruleWords(rule, questions)).join(match === 'all' ? ' and ' : ' or ')

/** What an intro says of a condition, with its full stop; an ellipsis, for a value that is still to be written, ends a sentence by itself. */
export function conditionSentence(intro: string, condition: Condition, questions: readonly Question[]) {
  const words = `${intro} ${conditionWords(condition, questions)}`
  return words.endsWith('…') ? words : `${words}.`
}
