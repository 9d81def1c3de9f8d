import type { QuestionFields } from './question.ts'
import type { QuestionTypeName } from './question-types.ts'
import type { RedFlag } from './scoring/red-flag.ts'
import type { Score } from './scoring/score.ts'

export type Question = QuestionFields & { type: QuestionTypeName }

/** Whose words a form asks, and on what terms: goes along with every copy and version. */
export type Source = { name: string; licence: string; url?: string | undefined }

/** What one version of a form asks, in order, and what is made of the answers. */
export type FormDefinition = {
  questions: Question[]
  scores?: Score[] | undefined
  redFlags?: RedFlag[] | undefined
  source?: Source | undefined
}
