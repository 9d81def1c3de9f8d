import type { QuestionFields } from './question.ts'
import type { QuestionTypeName } from './question-types.ts'

export type Question = QuestionFields & { type: QuestionTypeName }

/** What one version of a form asks, in order. */
export type FormDefinition = { questions: Question[] }
