import { checkAnswer } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked, resumePage } from '#domain/form/path.ts'
import { postedAnswer } from '#domain/form/posted/posted-answer.ts'
import type { PostedFields } from '#domain/form/posted/posted-fields.ts'
import type { Answer } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'
import { saveDraft } from '#server/submissions/submissions.ts'

import type { Assignment } from './assignments.sql.ts'

type Saved = { isSaved: true; answer: Answer } | { isSaved: false; answer: Answer; error: string | undefined }

/** Keeps one page's answer, or says what is wrong with it. Without an error it was not kept because the request has ended meanwhile. */
export async function saveAnswer(
  ctx: Context,
  { requestId, definition, answers }: Assignment,
  question: Question,
  fields: PostedFields,
): Promise<Saved> {
  const answer = storable(postedAnswer(question, fields))
  const error = isAsked(question) ? checkAnswer(question, answer) : undefined
  if (error !== undefined) return { isSaved: false, answer, error }
  const next = resumePage(definition, { ...answers, [question.id]: answer })
  const isSaved = await saveDraft(ctx, requestId, { questionId: question.id, answer, stoppedAt: next?.id ?? null })
  return isSaved ? { isSaved, answer } : { isSaved, answer, error: undefined }
}

// PostgreSQL keeps no null byte in a text.
const storable = (answer: Answer): Answer => (typeof answer === 'string' ? clean(answer) : answer.map(clean))
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
