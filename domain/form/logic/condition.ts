import { isIsoDate } from '#domain/dates.ts'
import { type AnswerWords, englishAnswers } from '#domain/form/answer-words/en.ts'
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

const untitledQuestion = 'Untitled question'

/** The title of a question in quotation marks. */
export const quoted = ({ title }: Pick<Question, 'title'>, untitled = untitledQuestion) => `‘${title.trim() || untitled}’`

/** The words of a condition in a language. */
export type ConditionWords = {
  operators: Record<Operator, string>
  dates: Partial<Record<Operator, string>>
  /** Of a question with several answers. */
  includes: string
  excludes: string
  deleted: string
  untitled: string
  always: string
  never: string
  and: string
  or: string
  answers: AnswerWords
}

export const englishConditions: ConditionWords = {
  operators,
  dates: { more: 'is after', less: 'is before', at_least: 'is on or after', at_most: 'is on or before' },
  includes: 'includes',
  excludes: 'does not include',
  deleted: 'a deleted question',
  untitled: untitledQuestion,
  always: 'always',
  never: 'never',
  and: 'and',
  or: 'or',
  answers: englishAnswers,
}

/** The text of an operator after a question's title, which differs for dates and for questions with several answers. */
export function operatorWords(operator: Operator, question: Question | undefined, words = englishConditions) {
  const type = question && questionTypes[question.type]
  if (type?.comparison === 'date') return words.dates[operator] ?? words.operators[operator]
  const control = question && type?.control(question)
  if (control?.kind === 'choices' && control.isMany && needsValue(operator))
    return operator === 'equals' ? words.includes : operator === 'not_equals' ? words.excludes : words.operators[operator]
  return words.operators[operator]
}

/** The choices of a question; undefined for a question without choices. */
export function choicesOf(question: Question, words?: AnswerWords) {
  const control = questionTypes[question.type].control(question, words)
  return control.kind === 'choices' || control.kind === 'list' ? control.choices : undefined
}

function valueWords(value: string, question: Question | undefined, { answers }: ConditionWords) {
  if (value === '') return '…'
  const choice = question && choicesOf(question, answers)?.find((one) => one.value === value)
  if (choice) return choice.label
  if (question && questionTypes[question.type].comparison === 'date') return isIsoDate(value) ? answers.date(value) : value
  return question?.unit ? `${value} ${question.unit}` : value
}

/** One rule as a sentence: "‘Do you smoke?’ is Yes". */
export function ruleWords({ question: id, operator, value = '' }: Rule, questions: readonly Question[], words = englishConditions) {
  const question = questions.find((one) => one.id === id)
  const subject = question ? quoted(question, words.untitled) : words.deleted
  return [subject, operatorWords(operator, question, words), ...(needsValue(operator) ? [valueWords(value, question, words)] : [])].join(
    ' ',
  )
}

/** A condition as text: "‘Do you smoke?’ is Yes and ‘How many a day?’ is more than 5". */
export const conditionWords = ({ match, rules }: Condition, questions: readonly Question[], words = englishConditions) =>
  rules.length === 0
    ? match === 'all'
      ? words.always
      : words.never
    : rules.map((rule) => ruleWords(rule, questions, words)).join(` ${match === 'all' ? words.and : words.or} `)

/** A sentence from an intro and a condition. It ends with a full stop, unless it ends with the ellipsis of a missing value. */
export function conditionSentence(intro: string, condition: Condition, questions: readonly Question[], words = englishConditions) {
  const sentence = `${intro} ${conditionWords(condition, questions, words)}`
  return sentence.endsWith('…') ? sentence : `${sentence}.`
}
