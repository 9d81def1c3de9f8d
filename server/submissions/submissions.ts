import { chosenAnswers } from '#domain/form/chosen-answers.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'
import type { RedFlag } from '#domain/form/definition.ts'
import { queuesOf } from '#domain/waiting-list.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'

import { alertUnreadJob } from './alerts/alert-jobs.ts'
import { findNotAlerted } from './alerts/alert.sql.ts'
import { insertChosenAnswers, openQueues } from './chosen-answers.sql.ts'
import { insertFlags, insertScores } from './scores.sql.ts'

export { findFirstReadings, getScoredVersion, resultsOf, type Results } from './scores.sql.ts'
export { answeringColumns, insertSubmission, toAnswering, typedByName, type SubmittedBy } from './submissions.sql.ts'

type Sent = { requestId: string; patientId: string; definition: FormDefinition; answers: Answers }

/**
 * Keeps the chosen answers, the queues of the waiting list, the scores and the red flags of answers that were just sent, in the same transaction.
 * Returns the names of the red flags: if there are any, the caller marks the form request as urgent.
 */
export async function keepResults(ctx: Context, { requestId, patientId, definition, answers }: Sent) {
  await insertChosenAnswers(ctx, requestId, chosenAnswers(definition, answers))
  await openQueues(ctx, requestId, queuesOf(answers))
  await insertScores(ctx, requestId, scoreResults(definition, answers))
  const flags = raisedFlags(definition, answers)
  const redFlags = flags.map(({ name }) => name)
  if (flags.length === 0) return { redFlags }
  await insertFlags(ctx, requestId, flags)
  // The name of the flag would reveal the answer.
  await audit(ctx, 'redFlagRaised', { subjectId: requestId, patientId })
  const after = firstAlert(flags)
  if (after) await enqueue(ctx, alertUnreadJob, { requestId }, { after })
  return { redFlags }
}

/**
 * Queues the alerts about red flags whose readings no longer count, after their waiting time from now. The job asks again whether somebody has read the
 * answers.
 */
export async function queueAlertsAgain(ctx: Context, requestIds: readonly string[]) {
  for (const { requestId, minutes } of await findNotAlerted(ctx, requestIds))
    await enqueue(ctx, alertUnreadJob, { requestId }, { after: minutesFromNow(minutes) })
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** One alert for all flags of a submission, after the shortest of their waiting times. */
function firstAlert(flags: readonly RedFlag[]) {
  const waits = flags.flatMap(({ alertMinutes }) => alertMinutes ?? [])
  return waits.length > 0 ? minutesFromNow(Math.min(...waits)) : undefined
}
