import type { FormDefinition } from '#domain/form/definition.ts'
import type { FormProblem } from '#domain/form/form-problem.ts'
import { quoted } from '#domain/form/logic/words.ts'
import { formLimits } from '#domain/form/question.ts'
import { firstError } from '#domain/validation/rule.ts'
import { oneLine } from '#domain/validation/text-rules.ts'

import { checkBands } from './check-bands.ts'
import type { Score } from './score.ts'
import { hasPoints, scoreRange } from './score-range.ts'

type Found = Omit<FormProblem, 'score'>

/** What is made of answers is kept under it: two of one id would lose one of them. */
export function checkId(id: string, others: readonly string[]): Found[] {
  const isGood = /^[A-Za-z0-9_-]{1,64}$/.test(id) && !(id in {}) && !others.includes(id)
  return isGood ? [] : [{ field: 'id', message: 'This ID is not valid or is already in use. Delete the item and add it again.' }]
}

/** What is wrong with the name of a score or a red flag, beside the names of the others. */
export function checkName(name: string, others: readonly string[]): Found[] {
  const shown = name.trim().toLowerCase()
  if (shown === '') return [{ field: 'name', message: 'Name is required.', isUnfinished: true }]
  const hidden = firstError(name, [oneLine], 'Name')
  if (hidden !== undefined) return [{ field: 'name', message: hidden }]
  if (name.length > formLimits.name) return [{ field: 'name', message: `Name must be ${formLimits.name} characters or fewer.` }]
  return others.some((other) => other.trim().toLowerCase() === shown)
    ? [{ field: 'name', message: `The name ‘${name.trim()}’ is already in use.` }]
    : []
}

/** Everything that is wrong with a form's scores, in their order. */
export function checkScores(definition: FormDefinition): FormProblem[] {
  const scores = definition.scores ?? []
  if (scores.length > formLimits.scores) return [{ field: 'scores', message: `A form can have ${formLimits.scores} scores at most.` }]
  return scores.flatMap((score, index) => {
    const before = scores.slice(0, index)
    const counted = checkCounted(definition, score)
    // The bands of a sum that is not settled yet would be judged by the wrong range.
    const bands = counted.length > 0 ? [] : checkBands(score.bands, scoreRange(definition, score))
    const id = checkId(
      score.id,
      before.map((one) => one.id),
    )
    const name = checkName(
      score.name,
      before.map((one) => one.name),
    )
    return [...id, ...name, ...counted, ...bands].map((found) => ({ ...found, score: score.id }))
  })
}

function checkCounted({ questions }: FormDefinition, score: Score): Found[] {
  const say = (message: string): Found => ({ field: 'questions', message })
  if (score.questions.length === 0) return [{ ...say('Select at least one question.'), isUnfinished: true }]
  return score.questions.flatMap((id, index): Found[] => {
    if (score.questions.indexOf(id) < index) return [say('The same question is selected twice.')]
    const question = questions.find((one) => one.id === id)
    if (!question) return [say('A selected question was deleted.')]
    if (!hasPoints(question)) return [say(`Answers to ${quoted(question)} have no points, so they cannot be added to the score.`)]
    const without = (question.options ?? []).filter(({ points }) => points === undefined)
    if (without.length === 0) return []
    const all = without.length === question.options?.length
    const which = without.map(({ label }) => `‘${label}’`).join(', ')
    return [
      say(
        `${quoted(question)} is selected, but ${all ? 'its options have' : `${which} ${without.length === 1 ? 'has' : 'have'}`} no points.`,
      ),
    ]
  })
}
