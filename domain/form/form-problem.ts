import type { FormDefinition } from './definition.ts'
import type { QuestionProblem } from './question-type.ts'

type ScoreField = 'name' | 'questions' | 'bands'
type RedFlagField = 'name' | 'answers' | 'score' | 'alertMinutes'

/**
 * Something to put right in a form: where it is, and in words. It is about the question, the score or the red flag named by id, or about
 * the whole form. `option`, `rule` and `band` count from 0 within the field.
 */
export type FormProblem = {
  message: string
  field: QuestionProblem['field'] | 'questions' | 'scores' | 'redFlags' | ScoreField | RedFlagField
  question?: string
  score?: string
  redFlag?: string
  option?: number
  rule?: number
  band?: number
  /** Worth a look, but no reason not to publish. */
  isWarning?: true
  /** Only not filled in yet: nobody wants to hear of it while still writing. */
  isUnfinished?: true
}

/** Where a problem is, as a path into the definition: `questions`, `questions.3.title`, `questions.3.options.1`, `scores.0.bands.2`. */
export function placeOfProblem(definition: FormDefinition, { field, question, score, redFlag, option, rule, band }: FormProblem) {
  const placeIn = (list: string, items: readonly { id: string }[], id: string) => {
    const index = items.findIndex((item) => item.id === id)
    const within = [...(rule === undefined ? [] : ['rules', rule]), option ?? band ?? []].flat()
    return index === -1 ? list : [list, index, field, ...within].join('.')
  }
  if (question !== undefined) return placeIn('questions', definition.questions, question)
  if (score !== undefined) return placeIn('scores', definition.scores ?? [], score)
  if (redFlag !== undefined) return placeIn('redFlags', definition.redFlags ?? [], redFlag)
  return field
}
