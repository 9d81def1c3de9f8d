import type { Question } from '#domain/form/definition.ts'
import { choicesOf, needsValue, operatorsFor } from '#domain/form/logic/condition.ts'
import type { Operator, Rule } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'

export const operatorsOf = (question: Question): readonly Operator[] => operatorsFor[questionTypes[question.type].comparison]

/** A rule about another question. The operator and value stay if they fit the question. */
export function ruleAbout(question: Question, operator: Operator | undefined, value = ''): Rule {
  const offered = operatorsOf(question)
  const kept = operator && offered.includes(operator) ? operator : (offered[0] ?? 'answered')
  if (!needsValue(kept)) return { question: question.id, operator: kept }
  const choices = choicesOf(question)
  const isOffered = !choices || choices.some((choice) => choice.value === value)
  return { question: question.id, operator: kept, value: isOffered ? value : '' }
}
