import { checkAnswers } from '#domain/form/answers.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Context } from '#server/platform/context.ts'
import { completeRequest, flagRequest } from '#server/requests/requests.ts'
import { insertSubmission, keepResults } from '#server/submissions/submissions.ts'

import { lockDraft, type Assignment } from './assignments.sql.ts'

/** Sends the answers, once, however often it is pressed. 'incomplete' when a question still needs one. */
export async function submitAnswers(
  ctx: Context,
  { requestId, formId, formVersion, definition }: Assignment,
): Promise<'sent' | 'incomplete' | 'not open'> {
  const answers = await lockDraft(ctx, requestId)
  if (!answers) return 'not open'
  if (checkAnswers(definition, answers).length > 0) return 'incomplete'
  const completed = await completeRequest(ctx, requestId)
  if (!completed) return 'not open'
  // What stands under a question that was not asked in the end is not part of what was said; one that was asked is there, if only empty.
  const said = Object.fromEntries(visibleQuestions(definition, answers).map(({ id }) => [id, answers[id] ?? '']))
  await insertSubmission(ctx, { requestId, formId, formVersion, answers: said })
  const { isFlagged } = await keepResults(ctx, { requestId, patientId: completed.patientId, definition, answers: said })
  if (isFlagged) await flagRequest(ctx, requestId)
  return 'sent'
}
