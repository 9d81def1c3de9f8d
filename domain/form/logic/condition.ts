import { formatDate, isIsoDate } from '#domain/dates.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { type Answer, type Condition, isUnanswered, type Operator, operators, type Rule } from '#domain/form/question.ts'

/** The operators for each kind of answer. */
export const operatorsFor = {
  options: ['equals', 'not_equals', 'answered', 'not_answered'],
  number: ['equals', 'not_equals', 'more', 'less', 'at_least', 'at_most', 'answered', 'not_answered'],
  date: ['equals', 'not_equals', 'more', 'less', 'at_least', 'at_most', 'answered', 'not_answered'],
  text: ['answered', 'not_answered'],
  nothing: [],
} as const satisfies Record<string, readonly Operator[]>

export const needsValue = (operator: Operator) => operator !== 'answered' && operator !== 'not_answered'

/** Finds the answer to a question that was asked; undefined otherwise. */
export type AnswerLookup = (question: string) => { question: Question; answer: Answer } | undefined

/**
 * Tells whether a condition is true. A comparison without an answer is never true, except for `not_answered`. With several selected
 * options, `equals` needs one of them to match and `not_equals` none.
 */
export const holds = ({ match, rules }: Condition, answerTo: AnswerLookup) =>
  match === 'all' ? rules.every((rule) => ruleHolds(rule, answerTo)) : rules.some((rule) => ruleHolds(rule, answerTo))

/** Tells whether one rule is true. */
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

/** Compares two answers: negative, zero or positive; undefined when they have no order. */
function order(comparison: string, one: string, other: string) {
  if (one === other) return 0
  if (comparison === 'date') return one < other ? -1 : 1
  if (comparison !== 'number') return undefined
  const by = Number(one) - Number(other)
  return Number.isNaN(by) || one.trim() === '' || other.trim() === '' ? undefined : by
}

/** Stores the answers to the questions that were asked, in the order of the form. */
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

/** The title of a question in quotation marks. */
export const quoted = ({ title }: Pick<Question, 'title'>) => `‘${title.trim() || 'Untitled question'}’`

const wordsForDates: Partial<Record<Operator, string>> = {
  more: 'is after',
  less: 'is before',
  at_least: 'is on or after',
  at_most: 'is on or before',
}

/** The text of an operator after a question's title, which differs for dates and for questions with several answers. */
export function operatorWords(operator: Operator, question: Question | undefined) {
  const type = question && questionTypes[question.type]
  if (type?.comparison === 'date') return wordsForDates[operator] ?? operators[operator]
  const control = question && type?.control(question)
  if (control?.kind === 'choices' && control.isMany && needsValue(operator))
    return operator === 'equals' ? 'includes' : operator === 'not_equals' ? 'does not include' : operators[operator]
  return operators[operator]
}

/** The choices of a question; undefined for a question without choices. */
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

/** A condition as text: "‘Do you smoke?’ is Yes and ‘How many a day?’ is more than 5". */
export const conditionWords = ({ match, rules }: Condition, questions: readonly Question[]) =>
  rules.length === 0
    ? match === 'all'
      ? 'always'
      : 'never'
    : rules.map((rule) => ruleWords(rule, questions)).join(match === 'all' ? ' and ' : ' or ')

/** A sentence from an intro and a condition. It ends with a full stop, unless it ends with the ellipsis of a missing value. */
export function conditionSentence(intro: string, condition: Condition, questions: readonly Question[]) {
  const words = `${intro} ${conditionWords(condition, questions)}`
  return words.endsWith('…') ? words : `${words}.`
}
