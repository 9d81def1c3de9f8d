import { notificationMethods } from '#domain/notification.ts'
import { channelFor, channelsOf } from '#server/channels/channels.ts'
import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { describeError } from '#server/platform/errors.ts'
import { enqueue, type Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findOverdueMethods } from './batches.sql.ts'
import { sendBatchJob } from './notifications.ts'
import { recordReceipt } from './receipts.ts'
import { findWithoutEnd, setAsked } from './receipts.sql.ts'

const hour = 3_600_000
/** A provider calls us within minutes, so a question is the exception. GOV.UK Notify knows a message for seven days. */
const waits = { betweenMs: 2 * hour, lastMs: 7 * 24 * hour }
const batchSize = 50

/** Asks the providers every ten minutes about messages whose end they have not told us (NOT-8). */
export const findReceiptsJobs = jobForEveryOrganisation('find-receipts')

export const startFindingReceipts = (services: Services) =>
  workForEveryOrganisation(services, findReceiptsJobs, {
    at: '*/10 * * * *',
    run: async (steps) => {
      await steps.step(queueOverdueBatches)
      await findReceipts(steps)
    },
  })

/** Queues the job of a batch again that was lost, for example because all of its tries failed. */
async function queueOverdueBatches(ctx: Context) {
  const { config } = ctx.services
  const inBatches = notificationMethods.filter((method) => {
    const channel = channelFor(config, method)
    return channel && 'sendBatch' in channel
  })
  if (inBatches.length === 0) return
  for (const method of await findOverdueMethods(ctx, inBatches))
    await enqueue(ctx, sendBatchJob, { method }, { key: `${ctx.organisationId} ${method}` })
}

/** Asks about each message that waits, in batches, until none is left. A provider that does not answer is asked again in the next run. */
export async function findReceipts({ step, services, signal }: Steps, now = new Date()) {
  const moments = { sentAfter: new Date(now.getTime() - waits.lastMs), askedBefore: new Date(now.getTime() - waits.betweenMs) }
  const channels = channelsOf(services.config)
  for (;;) {
    const messages = await step((ctx) => findWithoutEnd(ctx, moments, batchSize))
    for (const { id, channel: name, providerId } of messages) {
      if (signal.aborted) return
      const channel = channels.find((one) => one.name === name)
      const find = channel && 'findReceipt' in channel ? channel.findReceipt : undefined
      try {
        const receipt = await find?.(services.config, providerId)
        await step(async (ctx) => {
          await setAsked(ctx, id, now)
          if (receipt) await recordReceipt(ctx, id, name, receipt)
        })
      } catch (error) {
        services.log.warn(
          { channel: name, ...describeError(error, services.config) },
          'a provider did not answer a question about a message',
        )
        return
      }
    }
    if (messages.length < batchSize) return
  }
}
