import type { FormDefinition, Question, Score } from '#domain/form/definition.ts'
import { numbersOf } from '#domain/form/path.ts'
import { questionRange, scoreRange } from '#domain/form/scoring.ts'
import { scoringWords } from '#web/staff/forms/builder/words.ts'

/** The id of a field of a score or a red flag. */
export const scoringFieldId = (ownerId: string, field: string) => `${field}-of-${ownerId}`

const { points: pointWords, score: scoreWords } = scoringWords

/** The points that each answer adds. */
export function pointsWords(question: Question) {
  const { options } = question
  if (!options) return pointWords.number(questionRange(question))
  if (options.every(({ points }) => points === undefined)) return pointWords.none
  const shown = options.slice(0, 6).map(({ label, points }) => pointWords.option(label, points))
  return [...shown, ...(options.length > 6 ? [pointWords.more(options.length - 6)] : [])].join(' · ')
}

/** The formula of a score: 'PHQ-9 = question 1 + question 2, from 0 to 6'. */
export function formulaWords(definition: FormDefinition, score: Score) {
  const terms = [...numbersOf(definition.questions)].flatMap(([id, number]) =>
    score.questions.includes(id) ? [scoreWords.term(number)] : [],
  )
  return scoreWords.formula(score.name.trim(), terms.join(' + '), scoreRange(definition, score))
}
