import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { numbersOf } from '#domain/form/path.ts'
import type { Score } from '#domain/form/definition.ts'
import { questionRange, scoreRange } from '#domain/form/scoring.ts'

const end = (number: number) => (Number.isFinite(number) ? String(number) : 'any number')
const rangeWords = ({ min, max }: { min: number; max: number }) => (min === max ? end(min) : `from ${end(min)} to ${end(max)}`)

/** What each answer adds. */
export function pointsWords(question: Question) {
  const { options } = question
  if (!options) return `Adds its number, ${rangeWords(questionRange(question))}`
  if (options.every(({ points }) => points === undefined)) return 'Its options have no points yet'
  const shown = options.slice(0, 6).map(({ label, points }) => `${label || 'Untitled option'}: ${points ?? 'no points'}`)
  return [...shown, ...(options.length > 6 ? [`${options.length - 6} more`] : [])].join(' · ')
}

/** The sum as anybody would say it: 'PHQ-9 = question 1 + question 2, from 0 to 6'. */
export function formulaWords(definition: FormDefinition, score: Score) {
  const terms = [...numbersOf(definition.questions)].flatMap(([id, number]) => (score.questions.includes(id) ? [`question ${number}`] : []))
  return `${score.name.trim() || 'Score'} = ${terms.join(' + ') || '…'}, ${rangeWords(scoreRange(definition, score))}`
}
