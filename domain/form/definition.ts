import type { QuestionFields } from './question.ts'
import type { QuestionTypeName } from './question-types.ts'
import type { RedFlag } from './scoring/red-flag.ts'
import type { Score } from './scoring/score.ts'

export type Question = QuestionFields & { type: QuestionTypeName }

/** What one version of a form asks, in order, and what is made of the answers. */
export type FormDefinition = { questions: Question[]; scores?: Score[] | undefined; redFlags?: RedFlag[] | undefined }
