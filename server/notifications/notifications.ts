import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll, job } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'

import { insertNotifications } from './notifications.sql.ts'
import { cancelQueued, findGoneOut, findLastMessages, holdQueued, postpone } from './sending.sql.ts'

export { deliverStaffMail } from './deliver-staff-mail.ts'

// More tries than one message needs. The rest are for a database that is away, so that no message stays in the queue.
export const sendNotificationJob = job('send-notification', z.object({ notificationId: z.uuid() }), { retryLimit: 40 })

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

export { findLastMessages }

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
