import { notificationMethods } from '#domain/notification.ts'
import { type Channel, channelsOf } from '#server/channels/channels.ts'
import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { providerLabel } from '#domain/message-records.ts'
import { describeError } from '#server/platform/errors.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findOverdueMethods } from './batches.sql.ts'
import { queueBatch } from './queue-messages.ts'
import { recordReceipt } from './receipts.ts'
import { findWithoutEnd, type OpenMessage, setAsked } from './receipts.sql.ts'

const hour = 3_600_000
/** A provider calls us within minutes, so a question is the exception. GOV.UK Notify knows a message for seven days. */
const waits = { betweenMs: 2 * hour, lastMs: 7 * 24 * hour }
const batchSize = 50

/** Asks the providers every ten minutes about messages whose end they have not told us (NOT-8). */
export const findReceiptsJobs = jobForEveryOrganisation('find-receipts')

export const startFindingReceipts = (services: Services) =>
  workForEveryOrganisation(services, findReceiptsJobs, {
    at: '8-59/10 * * * *',
    onlyWhereDue: true,
    run: async (steps) => {
      await steps.step(queueOverdueBatches)
      await findReceipts(steps)
    },
  })

/** Queues the job of a batch again that was lost, for example because all of its tries failed. */
async function queueOverdueBatches(ctx: Context) {
  const channels = await channelsOf(ctx)
  const inBatches = notificationMethods.filter((method) => {
    const channel = channels.find(({ methods }) => methods.includes(method))
    return channel && 'sendBatch' in channel
  })
  if (inBatches.length === 0) return
  for (const method of await findOverdueMethods(ctx, inBatches)) await queueBatch(ctx, method)
}

/**
 * Asks about each message that waits, in batches, until none is left. Only the account that has a message is asked. One that does not answer is
 * asked again in the next run.
 */
export async function findReceipts({ step, services, signal }: Steps, now = new Date()) {
  const moments = { sentAfter: new Date(now.getTime() - waits.lastMs), askedBefore: new Date(now.getTime() - waits.betweenMs) }
  const channels = await step(channelsOf)
  const silent: string[] = []
  for (;;) {
    const messages = await step((ctx) => findWithoutEnd(ctx, moments, { silent, limit: batchSize }))
    for (const message of messages) {
      if (signal.aborted) return
      const { id, channel: name, providerAccount, providerId } = message
      if (providerAccount !== null && silent.includes(providerAccount)) continue
      const find = questionOf(channels, message)
      try {
        const receipt = await find?.(providerId)
        await step(async (ctx) => {
          await setAsked(ctx, id, now, find ? '' : unknownEnd(name))
          if (receipt) await recordReceipt(ctx, id, name, receipt)
        })
      } catch (error) {
        services.log.warn(
          { channel: name, ...describeError(error, services.config) },
          'a provider did not answer a question about a message',
        )
        if (providerAccount === null) return
        silent.push(providerAccount)
      }
    }
    if (messages.length < batchSize) return
  }
}

/** How the account that has a message is asked about it. Undefined if the account was removed, turned off or changed. */
function questionOf(channels: readonly Channel[], message: OpenMessage) {
  const channel = channels.find(({ providerAccount }) => providerAccount === message.providerAccount)
  return channel && 'findReceipt' in channel ? channel.findReceipt : undefined
}

const unknownEnd = (channel: string) =>
  `Formward cannot check the delivery, because the ${providerLabel(channel)} account that took this message was changed or is no longer used.`
