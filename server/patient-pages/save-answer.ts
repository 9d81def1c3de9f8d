import { checkAnswer, checkAnswers, postedAnswer } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked, resumePage, visibleQuestions } from '#domain/form/path.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import type { Answer } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'
import { completeRequest, flagRequest } from '#server/requests/requests.ts'
import { insertSubmission, keepResults, saveDraft } from '#server/submissions/submissions.ts'

import { type Assignment, lockDraft } from './assignments.sql.ts'

type Saved = { isSaved: true; answer: Answer } | { isSaved: false; answer: Answer; error: string | undefined }

/** Saves the answer to one page, or returns its error. Without an error, the answer was not saved because the request has ended. */
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

// PostgreSQL cannot store a null byte in a text.
const storable = (answer: Answer): Answer => (typeof answer === 'string' ? clean(answer) : answer.map(clean))
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Submits the answers, once. Returns 'incomplete' if a question still needs an answer. */
export async function submitAnswers(
  ctx: Context,
  { requestId, formId, formVersion, definition }: Assignment,
): Promise<'sent' | 'incomplete' | 'not open'> {
  const answers = await lockDraft(ctx, requestId)
  if (!answers) return 'not open'
  if (checkAnswers(definition, answers).length > 0) return 'incomplete'
  const completed = await completeRequest(ctx, requestId)
  if (!completed) return 'not open'
  // Answers to questions that are no longer asked are left out. Every question asked has an entry, which may be empty.
  const visibleAnswers = Object.fromEntries(visibleQuestions(definition, answers).map(({ id }) => [id, answers[id] ?? '']))
  await insertSubmission(ctx, { requestId, formId, formVersion, answers: visibleAnswers })
  const { isFlagged } = await keepResults(ctx, { requestId, patientId: completed.patientId, definition, answers: visibleAnswers })
  if (isFlagged) await flagRequest(ctx, requestId)
  return 'sent'
}
