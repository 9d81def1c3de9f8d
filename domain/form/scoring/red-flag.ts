import type { FormDefinition } from '#domain/form/definition.ts'
import { createCounted, holds, type Condition } from '#domain/form/logic/condition.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'

import { scoreResults } from './score.ts'

/** A score of at least so much. */
export type ScoreRule = { score: string; atLeast: number }

/**
 * What makes a request urgent: answers that meet `answers`, or a score that meets `score` (one of the two). When nobody has opened the
 * submission `alertMinutes` after it came, its assignee, or the organisation's administrators, are told; never when missing.
 */
export type RedFlag = {
  id: string
  name: string
  answers?: Condition | undefined
  score?: ScoreRule | undefined
  alertMinutes?: number | undefined
}

/** The red flags that answers raise, in the form's order. */
export function raisedFlags(definition: FormDefinition, answers: Answers): RedFlag[] {
  const flags = definition.redFlags ?? []
  if (flags.length === 0) return []
  const { counted, count } = createCounted(definition)
  for (const { id } of visibleQuestions(definition, answers)) count(id, answers[id])
  const scores = new Map(scoreResults(definition, answers).map(({ id, value }) => [id, value]))
  const isScoreMet = ({ score, atLeast }: ScoreRule) => (scores.get(score) ?? -Infinity) >= atLeast
  return flags.filter(
    (flag) => (flag.answers !== undefined && holds(flag.answers, counted)) || (flag.score !== undefined && isScoreMet(flag.score)),
  )
}
