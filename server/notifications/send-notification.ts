import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import { enqueue, type Steps } from '#server/platform/jobs.ts'
import { recordHeldInOutbox } from '#server/timeline/timeline.ts'

import { queueAgain, sendBatchJob } from './notifications.ts'
import { failMessage, onTimeline, prepareMessage, recordTaken } from './prepare-message.ts'
import { countAttempt, endNotification, setReason } from './sending.sql.ts'

/** With the back-off of the queue, about 1 hour 45 minutes. After that staff see the failure. */
export const maxAttempts = 16
/** How long to wait for the database after a message was sent, in milliseconds. */
const recordForMs = 120_000

/**
 * Sends one message once. Cancels a message that is no longer needed; fails a message that cannot be sent. The provider is called between
 * two short transactions, so that a slow provider locks no row. Throws if a retry may help.
 */
export async function sendNotification({ step, services }: Pick<Steps, 'step' | 'services'>, notificationId: string, now = new Date()) {
  const outgoing = await step((ctx) => prepare(ctx, notificationId, now))
  if (!outgoing) return
  const { sending, message, channel } = outgoing
  const result = await channel.send(services.config, message)
  if (result.status !== 'failed') return recordReliably(() => step((ctx) => recordTaken(ctx, sending, channel, result)))
  const { reason, isFinal, cause } = result
  if (isFinal || sending.attempts + 1 >= maxAttempts) return step((ctx) => failMessage(ctx, sending, reason))
  await step((ctx) => setReason(ctx, notificationId, `${reason} It will be tried again.`))
  throw cause
}

/**
 * Records the result of a sent message. Waits for a database that is away, because the next worker would otherwise send the message again.
 */
export async function recordReliably(record: () => Promise<unknown>) {
  for (const end = Date.now() + recordForMs; ;) {
    try {
      return await record()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > end) throw error
      await sleep(250)
    }
  }
}

/** Returns a message for a provider that takes single messages; every other case ends in this transaction. */
async function prepare(ctx: Context, id: string, now: Date) {
  const prepared = await prepareMessage(ctx, id, now)
  if (!prepared) return undefined
  const { sending, channel, message } = prepared
  if ('keep' in channel) {
    await countAttempt(ctx, id)
    await channel.keep(ctx, message)
    if (await endNotification(ctx, id, 'kept')) await recordHeldInOutbox(ctx, sending.requestId, onTimeline(sending))
    return undefined
  }
  if ('sendBatch' in channel) {
    await enqueue(ctx, sendBatchJob, { method: sending.method }, { key: `${ctx.organisationId} ${sending.method}` })
    return undefined
  }
  const paused = channel.pausedUntil?.(ctx.services.config)
  if (paused) {
    await queueAgain(ctx, id, paused, `${channel.label} cannot take messages at the moment. Formward will try again.`)
    return undefined
  }
  await countAttempt(ctx, id)
  return { sending, message, channel }
}
