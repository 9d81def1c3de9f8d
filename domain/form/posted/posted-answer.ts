import type { Question } from '#domain/form/definition.ts'
import type { Answer } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import type { PostedFields } from './posted-fields.ts'

/** The answer to a question in the fields of a posted page, unchecked; empty when nothing was given. */
export const postedAnswer = (question: Question, fields: PostedFields): Answer => questionTypes[question.type].readPosted(question, fields)
