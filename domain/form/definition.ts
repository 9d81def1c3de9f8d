import type { QuestionFields } from './question.ts'
import type { QuestionTypeName } from './question-types.ts'
import type { RedFlag } from './scoring/red-flag.ts'
import type { Score } from './scoring/score.ts'

export type Question = QuestionFields & { type: QuestionTypeName }

/** Whose words a form asks, and on what terms: goes along with every copy and version. */
export type Source = { name: string; licence: string; url?: string | undefined }

/**
 * The questionnaire of another system that a form was imported from, by its canonical url and version. `fingerprint`: of the definition as
 * it was imported. A definition with another one has been changed since, and is no longer that questionnaire.
 */
export type Origin = { url: string; version?: string | undefined; fingerprint: string }

/** What one version of a form asks, in order, and what is made of the answers. */
export type FormDefinition = {
  questions: Question[]
  scores?: Score[] | undefined
  redFlags?: RedFlag[] | undefined
  source?: Source | undefined
  origin?: Origin | undefined
}
