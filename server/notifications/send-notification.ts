import { setTimeout as sleep } from 'node:timers/promises'

import { notePause, type SendingChannel, type SendResult, turnAfterPause, waitForTurn } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable, isLostToAnother, isOrganisationMoving } from '#server/platform/database-problem.ts'
import { describeError } from '#server/platform/errors.ts'
import { enqueue, removeJob, type Steps } from '#server/platform/jobs.ts'
import { slowAfterMs } from '#server/platform/outbound/pauses.ts'
import { recordHeldInOutbox } from '#server/timeline/timeline.ts'

import { dropUnwanted, failMessage, onTimeline, type Prepared, prepareMessage, recordTaken, tryOf } from './prepare-message.ts'
import { queueAgain, queueBatch, sendNotificationJob } from './queue-messages.ts'
import { beginTries, closeTries, countFailure, endNotification, lockSendings, type Sending, setReason } from './sending.sql.ts'

/** How often a message may fail because of itself: with the back-off of the queue, about 1 hour 45 minutes. After that staff see the failure. */
export const maxAttempts = 16
/** How long to wait for the database after a message was sent, in milliseconds. */
const recordForMs = 120_000

/**
 * Sends one message once. Cancels a message that is no longer needed; fails a message that cannot be sent. The provider is called between
 * two short transactions, so that a slow provider locks no row. While the provider as a whole takes nothing the message waits, for however long
 * that is. Throws if a retry may help.
 *
 * A provider that does not answer within seconds no longer occupies a worker, because a few of them would keep the messages of all others
 * waiting. The answer is recorded when it comes.
 */
export async function sendNotification({ step, services }: Pick<Steps, 'step' | 'services'>, notificationId: string, now = new Date()) {
  const outgoing = await step((ctx) => prepare(ctx, notificationId, now))
  if (!outgoing) return
  const { channel } = outgoing
  let waiting = outgoing
  // A patient may die, opt out or get another phone number while the message waits for its turn.
  const isWanted = async () => {
    const [wanted] = await step((ctx) => dropUnwanted(ctx, [waiting], now))
    if (wanted) waiting = wanted
    return wanted !== undefined
  }
  try {
    if (!(await waitForTurn(services, channel, isWanted))) return
  } catch (error) {
    // The process stops, or the database is away: the message has not left.
    await step((ctx) => closeTries(ctx, [waiting.sending]))
    throw error
  }
  const answer = channel.send(waiting.message)
  const early = await within(slowAfterMs, answer)
  if (early === 'late') return recordLater({ step, services }, waiting, answer)
  const cause = await recordResult({ step, services }, waiting, early)
  if (cause !== undefined) throw cause
}

type Outgoing = Prepared & { channel: SendingChannel }

/** Records the result of a try. `record` runs in the same transaction, and gets the error that caused a failure after which a retry may help. */
async function recordResult(
  { step, services }: Pick<Steps, 'step' | 'services'>,
  { sending, channel }: Outgoing,
  result: SendResult,
  record: (ctx: Context, cause?: unknown) => Promise<unknown> = async () => {},
): Promise<unknown> {
  const { id } = sending
  if (result.status !== 'failed') {
    await recordReliably(() =>
      step(async (ctx) => {
        await recordTaken(ctx, sending, channel, result)
        await record(ctx)
      }),
    )
    return undefined
  }
  const { reason, isFinal, isOutage, mayHaveLeft = false, cause } = result
  const isUncertain = mayHaveLeft || (sending.hasOpenTry && !isFinal)
  const closeCertainTry = async (ctx: Context) => (mayHaveLeft ? undefined : closeTries(ctx, [sending]))
  if (isOutage) {
    services.log.warn({ channel: channel.name, ...describeError(cause, services.config) }, 'a provider takes no messages')
    await step(async (ctx) => {
      await closeCertainTry(ctx)
      await notePause(ctx, channel, reason.words)
      await queueAgain(ctx, sending.method, [id], channel.pausedUntil() ?? new Date(), `${reason.words} It will be tried again.`)
      await record(ctx)
    })
    return undefined
  }
  if (isFinal || sending.failures + 1 >= maxAttempts) {
    await step(async (ctx) => {
      await failMessage(ctx, sending, reason, { isUncertain })
      await record(ctx)
    })
    return undefined
  }
  await step(async (ctx) => {
    await closeCertainTry(ctx)
    await countFailure(ctx, id, `${reason.words} It will be tried again.`)
    await record(ctx, cause)
  })
  return cause
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T | 'late'> {
  const end = new AbortController()
  try {
    return await Promise.race([answer, sleep(ms, 'late' as const, { signal: end.signal })])
  } finally {
    end.abort()
  }
}

/** When another worker takes over a message whose worker no longer says that it waits for the answer, and how often it says so, in milliseconds. */
const takeOverAfterMs = 60_000
const renewEveryMs = 20_000

/**
 * Lets the worker go on while the provider takes its time. A job for later takes over if this process ends; until the answer is recorded it is
 * replaced again and again by a later one, so that it never starts while this process waits.
 */
async function recordLater({ step, services }: Pick<Steps, 'step' | 'services'>, outgoing: Outgoing, answer: Promise<SendResult>) {
  const { sending, channel } = outgoing
  const { id: notificationId } = sending
  let jobId: string | null = null
  const takeOverLater = async (ctx: Context) => {
    if (jobId !== null) await removeJob(ctx, sendNotificationJob, jobId)
    return enqueue(ctx, sendNotificationJob, { notificationId }, { after: new Date(Date.now() + takeOverAfterMs) })
  }
  await recordReliably(async () => {
    jobId = await step(async (ctx) => {
      const words = `${channel.label} has not answered yet.`
      await setReason(ctx, notificationId, words)
      await notePause(ctx, channel, words)
      return takeOverLater(ctx)
    })
  })

  const record = async () => {
    let result: SendResult | 'late'
    while ((result = await within(renewEveryMs, answer)) === 'late') jobId = await step(takeOverLater).catch(() => jobId) // the database is away: the next renewal may succeed
    await recordResult({ step, services }, outgoing, result, async (ctx, cause) => {
      if (jobId !== null) await removeJob(ctx, sendNotificationJob, jobId)
      if (cause !== undefined) await enqueue(ctx, sendNotificationJob, { notificationId }, { after: retryAt(sending) })
    })
  }
  void record().catch((error: unknown) => {
    if (services.ending.aborted) return // the job for later takes over
    services.log.error({ job: sendNotificationJob.name, ...describeError(error, services.config) }, 'a late result was not recorded')
  })
}

/** As the queue would retry a job that failed as often as the message. */
const retryAt = ({ failures }: Sending) => new Date(Date.now() + Math.min(900_000, 2_000 * 2 ** failures))

/**
 * Records the result of a sent message. Waits for a database that is away or that gave this transaction up for another, and for a move of the
 * organisation that may be given up, because the next worker
 * would otherwise send the message again.
 */
export async function recordReliably(record: () => Promise<unknown>) {
  for (const end = Date.now() + recordForMs; ;) {
    try {
      return await record()
    } catch (error) {
      const mayPass = isDatabaseUnavailable(error) || isLostToAnother(error) || isOrganisationMoving(error)
      if (!mayPass || Date.now() > end) throw error
      await sleep(250)
    }
  }
}

/** Returns a message for a provider that takes single messages; every other case ends in this transaction. */
async function prepare(ctx: Context, id: string, now: Date): Promise<Outgoing | undefined> {
  const prepared = await prepareMessage(ctx, id, now)
  if (!prepared) return undefined
  const { sending, channel, message } = prepared
  if (sending.tryBeganAt !== null) {
    // Another worker may be waiting for the answer, because a message can have two jobs after a change of its channel. After this time a provider can
    // say whether it has the message.
    const mayTakeOver = Date.parse(sending.tryBeganAt) + takeOverAfterMs
    if (mayTakeOver > now.getTime()) {
      await enqueue(ctx, sendNotificationJob, { notificationId: id }, { after: new Date(mayTakeOver) })
      return undefined
    }
  }
  if ('keep' in channel) {
    await beginTries(ctx, channel, [tryOf(prepared)])
    await channel.keep(ctx, message)
    if (await endNotification(ctx, id, 'kept')) await recordHeldInOutbox(ctx, sending.requestId, onTimeline(sending))
    return undefined
  }
  if ('sendBatch' in channel) {
    await queueBatch(ctx, sending.method)
    return undefined
  }
  const paused = channel.pausedUntil()
  if (paused) {
    const turn = turnAfterPause(ctx.services, channel, paused)
    await queueAgain(ctx, sending.method, [id], turn, `${channel.label} cannot take messages at the moment. Formward will try again.`)
    return undefined
  }
  await beginTries(ctx, channel, [tryOf(prepared)])
  return { ...prepared, channel }
}

/** Ends a message that could not be handed over, for a reason that only the log knows. */
export async function failUnsendable(ctx: Context, id: string) {
  const [sending] = await lockSendings(ctx, [id])
  if (!sending) return
  const words = 'The message could not be sent because of a fault in Formward. The log of the system says more.'
  await failMessage(ctx, sending, { code: 'technical_failure', words }, { isUncertain: sending.hasOpenTry })
}
