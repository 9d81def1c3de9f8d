import type { Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import type { Condition, Rule } from './condition.ts'
import { isAnswerPossible } from './possible-answer.ts'
import type { Reach } from './reach.ts'
import { quoted, ruleWords } from './words.ts'

export type Reason = { message: string; rule?: number }

/** Why a condition can never hold, as near to the cause as can be told; undefined where it can. */
export function whyNever(condition: Condition, questions: readonly Question[], reach: Reach): Reason | undefined {
  if (reach.canHold(condition)) return undefined
  const alone = condition.rules.map((rule) => whyNeverAlone(rule, questions, reach))
  const rule = alone.findIndex((reason) => reason !== undefined)
  const reason = alone[rule]
  if (reason !== undefined) return { message: reason, rule }
  return whyNotTogether(condition, questions, reach) ?? { message: 'No answers to the earlier questions meet all of these rules.' }
}

/** Why a single rule can never hold; undefined where it can. */
export function whyNeverAlone(rule: Rule, questions: readonly Question[], reach: Reach): string | undefined {
  if (reach.canRuleHold(rule)) return undefined
  const question = questions.find(({ id }) => id === rule.question)
  const words = ruleWords(rule, questions)
  if (!question) return `This rule is never true: ${words}.`
  if (rule.operator === 'not_answered') return `This rule is never true: ${words}. Patients must answer this question.`
  if (!reach.canBeShown(question.id)) return `This rule is never true: ${words}. Patients are never asked this question.`
  if (isAnswerPossible(question, [{ rule, is: true }])) return `This rule is never true: ${words}.`
  return `This rule is never true: ${words}.${rangeWords(question)}`
}

function rangeWords(question: Question) {
  const { comparison } = questionTypes[question.type]
  const messages = comparison === 'number' ? questionTypes[question.type].messages(question) : []
  const range = messages.at(-1)
  return range === undefined ? '' : ` Patients see the error “${range}”.`
}

function whyNotTogether({ match, rules }: Condition, questions: readonly Question[], reach: Reach): Reason | undefined {
  if (match === 'any') return undefined
  for (const [index, second] of rules.entries())
    for (const first of rules.slice(0, index))
      if (!reach.canHold({ match, rules: [first, second] })) {
        const [one, other] = [ruleWords(first, questions), ruleWords(second, questions)]
        return { rule: index, message: `These rules are never both true: ${one}, and ${other}.` }
      }
  return undefined
}

/** Why a question is never shown though its own condition can hold: its section stands in the way. */
export const whyNotInSection = (section: Question) => `The condition is never true while the section ${quoted(section)} is shown.`
