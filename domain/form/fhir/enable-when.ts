import type { Question } from '#domain/form/definition.ts'
import { needsValue, type Condition, type Operator, type Rule } from '#domain/form/logic/condition.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import type { LinkIds } from './link-ids.ts'
import type { EnableWhen, QuestionnaireItem } from './resource.ts'

export const fhirOperators = {
  equals: '=',
  not_equals: '!=',
  more: '>',
  less: '<',
  at_least: '>=',
  at_most: '<=',
} as const satisfies Partial<Record<Operator, EnableWhen['operator']>>

/** A condition as FHIR says it. Rules about questions that are not there are left out: they say nothing. */
export function enableWhen(
  condition: Condition | undefined,
  questions: ReadonlyMap<string, Question>,
  linkIds: LinkIds,
): Pick<QuestionnaireItem, 'enableWhen' | 'enableBehavior'> {
  const rules = (condition?.rules ?? []).flatMap((rule) => writeRule(rule, questions.get(rule.question), linkIds))
  return condition && rules.length > 0 ? { enableWhen: rules, enableBehavior: condition.match } : {}
}

function writeRule({ question: id, operator, value = '' }: Rule, question: Question | undefined, linkIds: LinkIds): EnableWhen[] {
  if (!question) return []
  const linkId = linkIds.of(id)
  if (!needsValue(operator)) return [{ question: linkId, operator: 'exists', answerBoolean: operator === 'answered' }]
  const answer = Object.entries(questionTypes[question.type].fhir.value(question, value)).map(([name, one]) => [
    name.replace('value', 'answer'),
    one,
  ])
  return [{ question: linkId, operator: fhirOperators[operator], ...(Object.fromEntries(answer) as object) }]
}
