import { createCounted } from '#domain/form/logic/condition.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'

/** A range of a score and its name, both ends included. Words of the instrument's publisher, never a diagnosis of ours. */
export type Band = { from: number; to: number; label: string }

/** A sum over the points of options and over numbers: nothing else, so that anybody can check it on paper. */
export type Score = { id: string; name: string; questions: string[]; bands: Band[] }

/** `value` is null while a question that counts is unanswered: half a sum would look like a low score. */
export type ScoreResult = {
  id: string
  name: string
  value: number | null
  band: string | null
  /** The sum as anybody would write it: '2 + 1 + 0 = 3'. */
  formula: string
  answered: number
  outOf: number
}

/** The result of one score. Questions that were not asked, because of an earlier answer, count for nothing and are not missed. */
export function scoreResult(definition: FormDefinition, score: Score, answers: Answers): ScoreResult {
  const counts = new Set(score.questions)
  const asked = visibleQuestions(definition, answers).filter(({ id }) => counts.has(id))
  const { counted, count } = createCounted(definition)
  for (const { id } of asked) count(id, answers[id])
  const points = asked.map(({ id }) => {
    const found = counted(id)
    return found && questionTypes[found.question.type].points?.(found.question, found.answer)
  })
  const known = points.filter((one) => one !== undefined)
  const isWhole = asked.length > 0 && known.length === asked.length
  const value = isWhole ? sum(known) : null
  return {
    id: score.id,
    name: score.name,
    value,
    band: value === null ? null : (score.bands.find(({ from, to }) => value >= from && value <= to)?.label ?? null),
    formula: formulaOf(points, value),
    answered: known.length,
    outOf: asked.length,
  }
}

/** Every score of a form, in its order. */
export const scoreResults = (definition: FormDefinition, answers: Answers): ScoreResult[] =>
  (definition.scores ?? []).map((score) => scoreResult(definition, score, answers))

// Decimal fractions add up as on paper: 0.1 + 0.2 is 0.3.
const sum = (numbers: number[]) => Number(numbers.reduce((total, one) => total + one, 0).toFixed(6))

const formulaOf = (points: (number | undefined)[], value: number | null) => {
  const terms = points.map((one) => (one === undefined ? '?' : one < 0 ? `(${one})` : String(one))).join(' + ')
  return value === null ? terms : `${terms} = ${value}`
}
