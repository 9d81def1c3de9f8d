import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll, job } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'

import { insertNotifications } from './notifications.sql.ts'
import { cancelQueued, findGoneOut, findLastMessages, holdQueued, postpone } from './sending.sql.ts'

export { deliverStaffMail } from './deliver-staff-mail.ts'

// More tries than a message gets by itself: the rest are for a database that is away, so that no message is left behind in the queue.
export const sendNotificationJob = job('send-notification', z.object({ notificationId: z.uuid() }), { retryLimit: 40 })

type Options = { category: NotificationCategory; sendAfter?: Date }

/** Queues one message a request in the caller's transaction: rolled back with it, never lost after it (NOT-3). */
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

/** Puts a message back into the queue for later, with the reason for those who wonder. */
export async function queueAgain(ctx: Context, notificationId: string, after: Date, reason: string) {
  await postpone(ctx, notificationId, after, reason)
  await enqueue(ctx, sendNotificationJob, { notificationId }, { after })
}

export { findLastMessages }

/** Messages of these requests that have not gone out never will. Answers the requests of which one has, or may just be going. */
export async function cancelMessages(ctx: Context, requestIds: string[], reason: string) {
  if (requestIds.length === 0) return []
  const goneOut = await findGoneOut(ctx, requestIds)
  await cancelQueued(ctx, requestIds, reason)
  return goneOut
}

/**
 * Keeps messages that wait from going out until the transaction ends. Whoever is to end their requests, too, does this first: the sender holds
 * a message before its request, and two who begin at opposite ends would wait for each other.
 */
export async function holdMessages(ctx: Context, requestIds: string[]) {
  if (requestIds.length > 0) await holdQueued(ctx, requestIds)
}

/** The patient's token for a request: 256 bits derived from the request's id by a sealed key, so it need never be stored. */
export const linkToken = (keys: Keys, requestId: string) => keys.sign('patient-link', requestId)

/** What is stored instead of the token. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest()

/** The address that goes into a message. */
export const linkAddress = (publicUrl: string, keys: Keys, requestId: string) => `${publicUrl}/r/${linkToken(keys, requestId)}`
