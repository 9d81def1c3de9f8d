import { formatDate, isIsoDate } from '#domain/dates.ts'
import type { Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import { needsValue, operators, type Condition, type Operator, type Rule } from './condition.ts'

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
