import { setTimeout as sleep } from 'node:timers/promises'

import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { type BatchChannel, channelFor, notePause, reserveBatch } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueueAll, type Steps } from '#server/platform/jobs.ts'

import {
  claimUnfinished,
  countClaimed,
  countFailures,
  findClaimedUntil,
  findDue,
  finishBatch,
  holdBatch,
  insertBatch,
  isAnyDue,
  lockBatch,
  lockDue,
  lockQueuedOf,
  releaseBatch,
} from './batches.sql.ts'
import { dropUnwanted, failMessage, type Prepared, prepareMessages, recordAllTaken, tryOf } from './prepare-message.ts'
import { type BatchDelay, queueBatch, sendNotificationJob } from './queue-messages.ts'
import { maxAttempts, recordReliably } from './send-notification.ts'
import { beginTries, closeTries, type Sending } from './sending.sql.ts'

/** When a batch is tried again that found too many others before it, in milliseconds. */
const turnComesMs = 20_000

/** When messages are looked for again that a user or another worker has, in milliseconds. */
const lockedForMs = 5_000

/** Batches of one organisation and method that workers have at the same time. A provider that hangs occupies no more jobs than that. */
const batchesAtOnce = 2

/** `waitMs`: how long the batch waits for its turn. */
type Batch = { id: string; waitMs: number; channel: BatchChannel; prepared: Prepared[] }

/**
 * Sends every message of a method that is due, in batches. The batch is stored before the provider is called, so that after a crash the same
 * messages are sent under the same reference, which the provider recognises. Throws if a retry may help.
 */
export async function sendBatches({ step, services, signal }: Pick<Steps, 'step' | 'services' | 'signal'>, method: NotificationMethod) {
  while (!signal.aborted) {
    const batch = await step((ctx) => prepareBatch(ctx, method, new Date()))
    if (!batch) return
    const { id, waitMs, channel } = batch
    if (batch.prepared.length === 0) continue
    if (waitMs > 0)
      try {
        await sleep(waitMs, undefined, { signal: AbortSignal.any([signal, services.ending]) })
      } catch (error) {
        await step((ctx) => putBack(ctx, batch))
        throw error
      }
    const prepared = waitMs > 0 ? await step((ctx) => stillWanted(ctx, batch)) : batch.prepared
    if (prepared.length === 0) continue
    const result = await channel.sendBatch({ id, method, messages: prepared.map(({ message }) => message) })
    const hasOpenTry = prepared.some(({ sending }) => sending.hasOpenTry)
    if (result.status === 'failed' && (result.isOutage || prepared.some(({ sending }) => sending.failures + 1 < maxAttempts))) {
      await step(async (ctx) => {
        await lockBatch(ctx, id)
        if (result.isOutage) await notePause(ctx, channel, result.reason.words)
        else await countFailures(ctx, id)
        await releaseBatch(ctx, id, `${result.reason.words} It will be tried again.`, result.mayHaveLeft || hasOpenTry)
      })
      throw result.cause
    }
    await recordReliably(() =>
      step(async (ctx) => {
        await lockBatch(ctx, id)
        if (result.status === 'refused') return recordRefused(ctx, batch, prepared, result.reasons)
        if (result.status === 'accepted') {
          const taken = prepared.map(({ sending }) => ({ sending, providerId: result.providerIds.get(sending.id) ?? '' }))
          await recordAllTaken(ctx, taken, channel)
        } else
          for (const { sending } of prepared)
            await failMessage(ctx, sending, result.reason, { isUncertain: result.mayHaveLeft || hasOpenTry })
        await finishBatch(ctx, id)
      }),
    )
  }
  signal.throwIfAborted() // another worker goes on with what is left
}

/**
 * Fails the messages that a provider refused. The others go in another batch, unless an earlier try of this one may have arrived: then they are sent
 * again under the same reference, without those that were refused.
 */
async function recordRefused(ctx: Context, { id }: Batch, prepared: readonly Prepared[], reasons: ReadonlyMap<string, MessageReason>) {
  const others: Sending[] = []
  for (const { sending } of prepared) {
    const reason = reasons.get(sending.id)
    if (reason) await failMessage(ctx, sending, reason, { isUncertain: sending.hasOpenTry })
    else others.push(sending)
  }
  if (others.some(({ hasOpenTry }) => hasOpenTry)) return releaseBatch(ctx, id, '', true)
  await closeTries(ctx, others)
  return finishBatch(ctx, id)
}

/** The process stops while a batch waits for its turn. Nothing of the batch has left, and another worker may take the batch at once. */
async function putBack(ctx: Context, { id, prepared }: Batch) {
  await lockBatch(ctx, id)
  await closeTries(
    ctx,
    prepared.map(({ sending }) => sending),
  )
  await releaseBatch(ctx, id, '', true)
}

/**
 * A patient may die, opt out or get another phone number while the batch waits for its turn. Finishes a batch of which nothing is left.
 */
async function stillWanted(ctx: Context, { id, prepared }: Batch) {
  const wanted = await dropUnwanted(ctx, prepared, new Date())
  if (wanted.length === 0) await finishBatch(ctx, id)
  return wanted
}

/**
 * The next batch, which is empty if none of its messages may be sent now. Undefined when there is nothing to do, or when a later job does it: the
 * provider is paused, others have to be sent first, or workers have enough batches.
 */
async function prepareBatch(ctx: Context, method: NotificationMethod, now: Date): Promise<Batch | undefined> {
  const channel = await channelFor(ctx, method)
  if (!channel || !('sendBatch' in channel)) {
    await leaveBatches(ctx, method)
    return undefined
  }
  const sendWhen = (until: BatchDelay['until'], after: Date) => queueBatch(ctx, method, { until, after })
  const paused = channel.pausedUntil()
  if (paused) {
    await sendWhen('pause ends', paused)
    return undefined
  }
  const unfinished = await claimUnfinished(ctx, method)
  if (unfinished && unfinished.providerAccount !== channel.providerAccount) {
    // Another account does not recognise the batch. Its messages go in a new one, and count as messages that may have been sent before.
    await lockQueuedOf(ctx, unfinished.id)
    await finishBatch(ctx, unfinished.id)
    return noBatch(channel)
  }
  if (!unfinished && (await countClaimed(ctx, method)) >= batchesAtOnce) {
    await sendWhen('others have finished', new Date(Date.now() + lockedForMs))
    return undefined
  }
  const ids = unfinished ? await lockQueuedOf(ctx, unfinished.id) : await lockDue(ctx, method, channel.batchSize)
  if (!unfinished && ids.length === 0) {
    if (await isAnyDue(ctx, method)) await sendWhen('others have finished', new Date(Date.now() + lockedForMs))
    else {
      // The worker that has a batch may have been killed, and this job be the second try of its own.
      const claimedUntil = await findClaimedUntil(ctx, method)
      if (claimedUntil) await sendWhen('claim ends', claimedUntil)
    }
    return undefined
  }
  const prepared = await prepareMessages(ctx, ids, now)
  if (prepared.length === 0) {
    if (unfinished && !(await holdBatch(ctx, unfinished.id))) await finishBatch(ctx, unfinished.id)
    return noBatch(channel)
  }
  const waitMs = await reserveBatch(ctx, channel, prepared.length)
  if (waitMs === undefined) {
    if (unfinished) await releaseBatch(ctx, unfinished.id, '', true)
    await sendWhen('turn comes', new Date(Date.now() + turnComesMs))
    return undefined
  }
  const id = unfinished?.id ?? (await insertBatch(ctx, channel, method))
  await beginTries(ctx, channel, prepared.map(tryOf), id)
  return { id, waitMs, channel, prepared }
}

/** Nothing to send now, but perhaps another batch. */
const noBatch = (channel: BatchChannel): Batch => ({ id: '', waitMs: 0, channel, prepared: [] })

/** After a change of NOTIFICATION_TRANSPORT the messages of unfinished batches, and those that wait for one, are sent one by one. */
async function leaveBatches(ctx: Context, method: NotificationMethod) {
  for (let batch = await claimUnfinished(ctx, method); batch; batch = await claimUnfinished(ctx, method)) {
    await lockQueuedOf(ctx, batch.id)
    await finishBatch(ctx, batch.id)
  }
  await sendOneByOne(ctx, await findDue(ctx, method))
}

/** Jobs that are queued in one statement. */
const jobsAtOnce = 1_000

async function sendOneByOne(ctx: Context, ids: readonly string[]) {
  for (let first = 0; first < ids.length; first += jobsAtOnce)
    await enqueueAll(
      ctx,
      sendNotificationJob,
      ids.slice(first, first + jobsAtOnce).map((notificationId) => ({ notificationId })),
    )
}

/** Begins with messages that were queued together. They go one by one if their method has another channel since. */
export async function sendTogether(ctx: Context, { method, notificationIds }: { method: NotificationMethod; notificationIds: string[] }) {
  const channel = await channelFor(ctx, method)
  if (channel && 'sendBatch' in channel) return queueBatch(ctx, method)
  return sendOneByOne(ctx, notificationIds)
}
