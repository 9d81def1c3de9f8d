import type { QuestionProblem } from './question-type.ts'
import type { QuestionTypeName } from './question-types.ts'
import type { Condition, QuestionFields } from './question.ts'
import type { Translations } from './translated-text.ts'

export type Question = QuestionFields & { type: QuestionTypeName }

/** The author and licence of a form's questions, kept in every copy and version. */
export type Source = { name: string; licence: string; url?: string | undefined }

/**
 * The questionnaire that a form was imported from, by canonical url and version. `fingerprint` is that of the imported definition: with
 * another fingerprint the form has been changed since.
 */
export type Origin = { url: string; version?: string | undefined; fingerprint: string }

/** A named range of a score, both ends included. The label is from the instrument's publisher and is not a diagnosis. */
export type Band = { from: number; to: number; label: string }

/** A sum of the points of options and of numbers only, so that it can be checked by hand. */
export type Score = { id: string; name: string; questions: string[]; bands: Band[] }

/** Met by a score of at least `atLeast`. */
export type ScoreRule = { score: string; atLeast: number }

/**
 * Makes a request urgent when the answers meet `answers` or a score meets `score` (one of the two). An alert goes to the assignee, or the
 * organisation's administrators, if the submission is unread after `alertMinutes`; no alert when missing.
 */
export type RedFlag = {
  id: string
  name: string
  answers?: Condition | undefined
  score?: ScoreRule | undefined
  alertMinutes?: number | undefined
}

/** The questions of one form version in order, its scores, its red flags and its translations. */
export type FormDefinition = {
  questions: Question[]
  scores?: Score[] | undefined
  redFlags?: RedFlag[] | undefined
  source?: Source | undefined
  origin?: Origin | undefined
  /** The texts in other languages (PTN-8). */
  translations?: Translations | undefined
}

type ScoreField = 'name' | 'questions' | 'bands'
type RedFlagField = 'name' | 'answers' | 'score' | 'alertMinutes'

/**
 * A problem of a form. It concerns the question, score or red flag named by id, or the whole form. `option`, `rule` and `band` count from 0
 * within the field.
 */
export type FormProblem = {
  message: string
  field: QuestionProblem['field'] | 'questions' | 'scores' | 'redFlags' | 'translations' | ScoreField | RedFlagField
  question?: string
  score?: string
  redFlag?: string
  option?: number
  rule?: number
  band?: number
  /** The language of a problem of translations. */
  language?: string
  /** A warning, which does not prevent publishing. */
  isWarning?: true
  /** Not filled in yet; not shown while the author is still typing. */
  isUnfinished?: true
}

/** The path of a problem in the definition: `questions`, `questions.3.title`, `questions.3.options.1`, `scores.0.bands.2`. */
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
