import type { QuestionProblem } from './question-type.ts'
import type { QuestionTypeName } from './question-types.ts'
import type { Condition, QuestionFields } from './question.ts'

export type Question = QuestionFields & { type: QuestionTypeName }

/** Whose words a form asks, and on what terms: goes along with every copy and version. */
export type Source = { name: string; licence: string; url?: string | undefined }

/**
 * The questionnaire of another system that a form was imported from, by its canonical url and version. `fingerprint`: of the definition as
 * it was imported. A definition with another one has been changed since, and is no longer that questionnaire.
 */
export type Origin = { url: string; version?: string | undefined; fingerprint: string }

/** A range of a score and its name, both ends included. Words of the instrument's publisher, never a diagnosis of ours. */
export type Band = { from: number; to: number; label: string }

/** A sum over the points of options and over numbers: nothing else, so that anybody can check it on paper. */
export type Score = { id: string; name: string; questions: string[]; bands: Band[] }

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

/** What one version of a form asks, in order, and what is made of the answers. */
export type FormDefinition = {
  questions: Question[]
  scores?: Score[] | undefined
  redFlags?: RedFlag[] | undefined
  source?: Source | undefined
  origin?: Origin | undefined
}

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
