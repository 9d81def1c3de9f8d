import type { NotificationMethod } from '#domain/notification.ts'
import { type BatchChannel, channelFor } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll, type Steps } from '#server/platform/jobs.ts'

import { claimUnfinished, countAttempts, findQueuedOf, finishBatch, insertBatch, lockDue, releaseBatch } from './batches.sql.ts'
import { sendBatchJob, sendNotificationJob } from './notifications.ts'
import { failMessage, prepareMessage, type Prepared, recordTaken } from './prepare-message.ts'
import { maxAttempts, recordReliably } from './send-notification.ts'

type Batch = { id: string; attempts: number; channel: BatchChannel; prepared: Prepared[] }

/**
 * Sends every message of a method that is due, in batches. The batch is stored before the provider is called, so that after a crash the same
 * messages are sent under the same reference, which the provider recognises. Throws if a retry may help.
 */
export async function sendBatches({ step, services, signal }: Pick<Steps, 'step' | 'services' | 'signal'>, method: NotificationMethod) {
  while (!signal.aborted) {
    const batch = await step((ctx) => prepareBatch(ctx, method, new Date()))
    if (!batch) return
    const { id, attempts, channel, prepared } = batch
    if (prepared.length === 0) continue
    const result = await channel.sendBatch(services.config, { id, method, messages: prepared.map(({ message }) => message) })
    if (result.status === 'failed' && attempts < maxAttempts) {
      await step((ctx) => releaseBatch(ctx, id, `${result.reason} It will be tried again.`))
      throw result.cause
    }
    await recordReliably(() =>
      step(async (ctx) => {
        for (const { sending } of prepared) {
          if (result.status === 'accepted')
            await recordTaken(ctx, sending, channel, { status: 'accepted', providerId: result.providerIds.get(sending.id) ?? '' })
          else {
            const reason = result.status === 'failed' ? result.reason : result.reasons.get(sending.id)
            if (reason) await failMessage(ctx, sending, reason)
          }
        }
        await finishBatch(ctx, id)
      }),
    )
  }
}

/** The next batch, which can be empty if none of its messages may be sent any more. Undefined when nothing is due or the provider is paused. */
async function prepareBatch(ctx: Context, method: NotificationMethod, now: Date): Promise<Batch | undefined> {
  const { config } = ctx.services
  const channel = channelFor(config, method)
  if (!channel || !('sendBatch' in channel)) {
    await leaveBatches(ctx, method)
    return undefined
  }
  const paused = channel.pausedUntil?.(config)
  if (paused) {
    await enqueue(ctx, sendBatchJob, { method }, { key: `${ctx.organisationId} ${method}`, after: paused })
    return undefined
  }
  const unfinished = await claimUnfinished(ctx, method)
  const ids = unfinished ? await findQueuedOf(ctx, unfinished.id) : await lockDue(ctx, method, channel.batchSize)
  if (!unfinished && ids.length === 0) return undefined
  const prepared: Prepared[] = []
  for (const id of ids) {
    const one = await prepareMessage(ctx, id, now)
    if (one) prepared.push(one)
  }
  if (prepared.length === 0) {
    if (unfinished) await finishBatch(ctx, unfinished.id)
    return { id: '', attempts: 0, channel, prepared }
  }
  const messageIds = prepared.map(({ message }) => message.id)
  const id = unfinished?.id ?? (await insertBatch(ctx, channel.name, method, messageIds))
  await countAttempts(ctx, id)
  return { id, attempts: unfinished?.attempts ?? 1, channel, prepared }
}

/** After a change of NOTIFICATION_TRANSPORT the messages of unfinished batches are sent one by one. */
async function leaveBatches(ctx: Context, method: NotificationMethod) {
  for (let batch = await claimUnfinished(ctx, method); batch; batch = await claimUnfinished(ctx, method)) {
    const ids = await findQueuedOf(ctx, batch.id)
    await finishBatch(ctx, batch.id)
    await enqueueAll(
      ctx,
      sendNotificationJob,
      ids.map((notificationId) => ({ notificationId })),
    )
  }
}
