import type { Question } from './definition.ts'
import type { PostedFields } from './posted-fields.ts'
import type { Answer } from './question.ts'
import { questionTypes } from './question-types.ts'

/** The answer to a question in the fields of a posted page, unchecked; empty when nothing was given. */
export const postedAnswer = (question: Question, fields: PostedFields): Answer => questionTypes[question.type].readPosted(question, fields)
