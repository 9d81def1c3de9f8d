import type { FormDefinition } from '#domain/form/definition.ts'
import type { FormProblem } from '#domain/form/form-problem.ts'
import { checkCondition } from '#domain/form/logic/check-condition.ts'
import type { Condition } from '#domain/form/logic/condition.ts'
import { whyNever } from '#domain/form/logic/explain.ts'
import type { Reach } from '#domain/form/logic/reach.ts'
import { formLimits } from '#domain/form/question.ts'

import { checkId, checkName } from './check-scores.ts'
import type { ScoreRule } from './red-flag.ts'
import { scoreRange } from './score-range.ts'

type Found = Omit<FormProblem, 'redFlag'>

/** Everything that is wrong with a form's red flags, in their order. */
export function checkRedFlags(definition: FormDefinition, reach: Reach): FormProblem[] {
  const flags = definition.redFlags ?? []
  if (flags.length > formLimits.redFlags)
    return [{ field: 'redFlags', message: `A form can have ${formLimits.redFlags} red flags at most.` }]
  return flags.flatMap(({ id, name, answers, score }, index) => {
    const before = flags.slice(0, index)
    const found = [
      ...checkId(
        id,
        before.map((flag) => flag.id),
      ),
      ...checkName(
        name,
        before.map((flag) => flag.name),
      ),
      ...(answers || score ? [] : [{ field: 'answers' as const, message: 'Add an answer condition or a score condition.' }]),
      ...(answers ? checkAnswers(definition, answers, reach) : []),
      ...(score ? checkScore(definition, score) : []),
    ]
    return found.map((one) => ({ ...one, redFlag: id }))
  })
}

function checkAnswers({ questions }: FormDefinition, answers: Condition, reach: Reach): Found[] {
  const faults = checkCondition(answers, { questions, whyNot: () => undefined })
  if (faults.length > 0) return faults.map((fault) => ({ ...fault, field: 'answers' }))
  const never = whyNever(answers, questions, reach)
  return never ? [{ ...never, field: 'answers', message: `This red flag can never be raised. ${never.message}` }] : []
}

function checkScore(definition: FormDefinition, { score: id, atLeast }: ScoreRule): Found[] {
  const say = (message: string): Found => ({ field: 'score', message })
  const score = definition.scores?.find((one) => one.id === id)
  if (!score) return [say('The score in this red flag was deleted.')]
  const { min, max } = scoreRange(definition, score)
  if (atLeast > max) return [say(`‘${score.name}’ can never reach ${atLeast}. The highest score is ${max}.`)]
  if (atLeast <= min) return [{ ...say(`‘${score.name}’ always reaches ${atLeast}. The lowest score is ${min}.`), isWarning: true }]
  return []
}
