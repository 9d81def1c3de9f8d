import { createHash, randomUUID } from 'node:crypto'

import { z } from 'zod'

import { type NotificationCategory, type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { staffMailChannel } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll, job, type Steps } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'

import { insertNotifications } from './notifications.sql.ts'
import { cancelQueued, findGoneOut, findLastMessages, findWithoutMessage, holdQueued, type LastMessage, postpone } from './sending.sql.ts'

// More tries than one message needs. The rest are for a database that is away, so that no message stays in the queue.
export const sendNotificationJob = job('send-notification', z.object({ notificationId: z.uuid() }), { retryLimit: 40 })

// One job for each organisation and method is queued at a time; it sends every message that waits.
export const sendBatchJob = job('send-batch', z.object({ method: z.enum(notificationMethods) }), { retryLimit: 40, policy: 'stately' })

type Options = { category: NotificationCategory; sendAfter?: Date }

/** Queues one message for each request in the caller's transaction, so that it exists only if the transaction commits (NOT-3). */
export async function queueNotifications(
  ctx: Context,
  wanted: { requestId: string; method: NotificationMethod }[],
  { category, sendAfter = new Date() }: Options,
) {
  const ids = await insertNotifications(ctx, wanted, category, sendAfter)
  await enqueueAll(
    ctx,
    sendNotificationJob,
    ids.map((notificationId) => ({ notificationId })),
    sendAfter,
  )
}

/** Queues a message again for later, with the reason for staff. */
export async function queueAgain(ctx: Context, notificationId: string, after: Date, reason: string) {
  await postpone(ctx, notificationId, after, reason)
  await enqueue(ctx, sendNotificationJob, { notificationId }, { after })
}

export { findLastMessages, findWithoutMessage, type LastMessage }

/** Cancels the messages of these requests that were not sent. Returns the requests with a message that was sent or may be being sent. */
export async function cancelMessages(ctx: Context, requestIds: string[], reason: string) {
  if (requestIds.length === 0) return []
  const goneOut = await findGoneOut(ctx, requestIds)
  await cancelQueued(ctx, requestIds, reason)
  return goneOut
}

/**
 * Locks waiting messages until the transaction ends. Must come before locking the requests: the sender locks the message first, and
 * another order would deadlock.
 */
export async function holdMessages(ctx: Context, requestIds: string[]) {
  if (requestIds.length > 0) await holdQueued(ctx, requestIds)
}

/** The patient's token for a request: 256 bits derived from the request's id by a sealed key, so it need never be stored. */
export const linkToken = (keys: Keys, requestId: string) => keys.sign('patient-link', requestId)

/** The hash that is stored instead of the token. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest()

/** The address that goes into a message. */
export const linkAddress = (publicUrl: string, keys: Keys, requestId: string) => `${publicUrl}/r/${linkToken(keys, requestId)}`

/** `id`: the same for every try, so that a mail server recognises an email that was sent again after a crash. */
type Mail = { id?: string; to: string; subject: string; body: string }
type Outcome = {
  /** Runs in the transaction that stores the email in the outbox. */
  onKept?: (ctx: Context) => Promise<unknown>
  /** Runs when the mail server has accepted the email. */
  onSent?: (ctx: Context) => Promise<unknown>
  /** Runs when the mail server has refused the address for good. */
  onRefused?: (ctx: Context, reason: string) => Promise<unknown>
}

/** Sends an email to a member of staff. Sends nothing if `compose` returns undefined. Throws if a retry may help. */
export async function deliverStaffMail(
  { step, services }: Pick<Steps, 'step' | 'services'>,
  compose: (ctx: Context) => Promise<Mail | undefined>,
  { onKept, onSent, onRefused }: Outcome = {},
) {
  const channel = staffMailChannel(services.config)
  if (!channel) throw new Error('No channel for email is set up')
  const message = await step(async (ctx) => {
    const mail = await compose(ctx)
    if (!mail) return undefined
    const { id = randomUUID(), to, subject, body } = mail
    const composed = { id, method: 'email' as const, recipient: to, subject, body }
    if ('keep' in channel) await channel.keep(ctx, composed)
    else return composed
    await onKept?.(ctx)
    return undefined
  })
  if (!message || !('send' in channel)) return
  const result = await channel.send(services.config, message)
  if (result.status === 'failed') {
    const { isFinal, reason, cause } = result
    if (!isFinal) throw cause
    services.log.warn({ reason }, 'an email to a member of staff could not be sent')
    if (onRefused) await step((ctx) => onRefused(ctx, reason))
    return
  }
  if (onSent) await step(onSent)
}
