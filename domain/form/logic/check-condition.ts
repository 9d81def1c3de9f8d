import { isIsoDate } from '#domain/dates.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import { needsValue, operatorsFor, type Condition, type Operator, type Rule } from './condition.ts'
import { choicesOf, operatorWords, quoted } from './words.ts'

export type RuleFault = { message: string; rule?: number; isUnfinished?: true }

/** What a rule can ask about: all questions of the form, and why not about some of them. */
export type Askable = { questions: readonly Question[]; whyNot: (id: string) => string | undefined }

/** What is wrong with the way a condition is written, whatever is answered. */
export function checkCondition({ rules }: Condition, askable: Askable): RuleFault[] {
  if (rules.length === 0) return [{ message: 'Add a rule or remove the condition.' }]
  return rules.flatMap((rule, index) => {
    const fault = checkRule(rule, askable)
    return fault ? [{ ...fault, rule: index }] : []
  })
}

function checkRule({ question: id, operator, value = '' }: Rule, { questions, whyNot }: Askable): Omit<RuleFault, 'rule'> | undefined {
  const question = questions.find((one) => one.id === id)
  if (!question) return { message: 'The question in this rule was deleted.' }
  if (!isAsked(question)) return { message: `${quoted(question)} has no answer, so a rule cannot use it.` }
  const reason = whyNot(id)
  if (reason !== undefined) return { message: reason }
  const { comparison } = questionTypes[question.type]
  const fitting: readonly Operator[] = operatorsFor[comparison]
  if (!fitting.includes(operator))
    return { message: `An answer to ${quoted(question)} cannot be compared with “${operatorWords(operator, question)}”.` }
  return needsValue(operator) ? checkValue(question, value.trim()) : undefined
}

function checkValue(question: Question, value: string): Omit<RuleFault, 'rule'> | undefined {
  const { comparison } = questionTypes[question.type]
  const unfinished = (what: string) => ({ message: `Enter the ${what} to compare with the answer to ${quoted(question)}.` })
  if (comparison === 'options') {
    if (value === '') return { message: `Select an option from ${quoted(question)}.`, isUnfinished: true }
    if (choicesOf(question)?.some((choice) => choice.value === value)) return undefined
    return { message: `The option in this rule was removed from ${quoted(question)}.` }
  }
  if (comparison === 'date') return isIsoDate(value) ? undefined : { ...unfinished('date'), isUnfinished: true }
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(value) ? undefined : { ...unfinished('number'), isUnfinished: true }
}
