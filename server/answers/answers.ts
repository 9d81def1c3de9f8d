import { checkAnswer, checkAnswers, type AnswerProblem } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked, resumePage, visibleQuestions } from '#domain/form/path.ts'
import { isUnanswered, type Answer, type Answers } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'
import { completeRequest, flagRequest, openRequest } from '#server/requests/requests.ts'
import { insertSubmission, keepResults, type SubmittedBy } from '#server/submissions/submissions.ts'

import { findOpenDraft, lockDraft, saveDraft, type Draft } from './drafts.sql.ts'

export type RequestedAnswers = { requestId: string; definition: FormDefinition; answers: Answers }

type Typed = {
  question: Question
  /** As `postedAnswer` or `typedAnswer` reads it, unchecked. */
  answer: Answer
  /** The answer that the person saw (null: none). Undefined: nothing is compared. */
  replaces: Answer | null | undefined
}
export type Saved =
  | { outcome: 'saved'; answer: Answer; draft: Draft }
  | { outcome: 'invalid'; answer: Answer; error: string }
  /** Somebody else saved another answer meanwhile. */
  | { outcome: 'changed'; answer: Answer; saved: Answer | undefined }
  | { outcome: 'not open'; answer: Answer }

/** Saves the answer to one question, of a patient's page or of a user who types it for the patient. */
export async function saveAnswer(ctx: Context, { requestId, definition, answers }: RequestedAnswers, typed: Typed): Promise<Saved> {
  const { question, replaces } = typed
  const answer = storable(typed.answer)
  // A user may clear a required answer while they type; sending checks it.
  const isCleared = ctx.actor.kind === 'member' && isUnanswered(answer)
  const error = isAsked(question) && !isCleared ? checkAnswer(question, answer) : undefined
  if (error !== undefined) return { outcome: 'invalid', answer, error }
  const next = resumePage(definition, { ...answers, [question.id]: answer })
  const draft = await saveDraft(ctx, requestId, { questionId: question.id, answer, stoppedAt: next?.id ?? null, replaces })
  if (draft) return { outcome: 'saved', answer, draft }
  const kept = await findOpenDraft(ctx, requestId)
  return kept ? { outcome: 'changed', answer, saved: kept.answers[question.id] } : { outcome: 'not open', answer }
}

// PostgreSQL cannot store a null byte in a text.
const storable = (answer: Answer): Answer => (typeof answer === 'string' ? clean(answer) : answer.map(clean))
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

type Submitting = {
  requestId: string
  formId: string
  formVersion: number
  definition: FormDefinition
  /** The revision of the draft that the person checked. Undefined: any. */
  revision?: number | undefined
  /** The language in which the patient read the form. */
  language?: string | undefined
  /** How a user got the answers. Undefined: the patient sends them. */
  by?: SubmittedBy | undefined
}
export type Submitted =
  | { outcome: 'sent'; redFlags: string[] }
  | { outcome: 'incomplete'; problems: AnswerProblem[] }
  /** Other answers than those that the person checked. */
  | { outcome: 'changed' }
  | { outcome: 'not open' }

/** Submits the answers, once. */
export async function submitAnswers(ctx: Context, form: Submitting): Promise<Submitted> {
  const { requestId, formId, formVersion, definition, revision, language, by } = form
  const draft = await lockDraft(ctx, requestId)
  if (!draft) return { outcome: 'not open' }
  if (revision !== undefined && revision !== draft.revision) return { outcome: 'changed' }
  const { answers } = draft
  const problems = checkAnswers(definition, answers)
  if (problems.length > 0) return { outcome: 'incomplete', problems }
  const how = by && { channel: by.channel, answeredBy: by.answeredBy, checked: by.checkedDetails }
  if (how) await openRequest(ctx, requestId, how)
  const completed = await completeRequest(ctx, requestId, how)
  if (!completed) return { outcome: 'not open' }
  // Answers to questions that are no longer asked are left out. Every question asked has an entry, which may be empty.
  const visibleAnswers = Object.fromEntries(visibleQuestions(definition, answers).map(({ id }) => [id, answers[id] ?? '']))
  await insertSubmission(ctx, { requestId, formId, formVersion, answers: visibleAnswers, language, by })
  const { redFlags } = await keepResults(ctx, { requestId, patientId: completed.patientId, definition, answers: visibleAnswers })
  if (redFlags.length > 0) await flagRequest(ctx, requestId)
  return { outcome: 'sent', redFlags }
}
