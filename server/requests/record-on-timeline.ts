import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { insertEvents } from './request-events.sql.ts'
import { setNotified } from './request-rows.sql.ts'

type Message = { notificationId: string; method: NotificationMethod; category: NotificationCategory }

export async function recordSent(ctx: Context, requestId: string, message: Message) {
  await setNotified(ctx, requestId)
  await insertEvents(ctx, [requestId], message.category === 'request_reminder' ? 'reminded' : 'sent', message)
}

/** @param reason plain words for staff, without contact details */
export const recordNotDelivered = (ctx: Context, requestId: string, message: Message, reason: string) =>
  insertEvents(ctx, [requestId], 'not_delivered', { ...message, reason })

export const recordLocked = (ctx: Context, requestId: string) => insertEvents(ctx, [requestId], 'locked')
