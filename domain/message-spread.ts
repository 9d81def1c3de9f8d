import type { NotificationMethod } from './notification.ts'
import { type SendingHours, sendingMomentOf } from './sending-times.ts'

/** How many messages that are queued together become due in one minute, so that thousands stay below the limits of a provider. */
export const messagesPerMinute = 500

const minuteMs = 60_000

/** The first moment in which one of these methods may send. */
const firstMoment = (moment: Date, methods: readonly NotificationMethod[], hours: SendingHours) =>
  sendingMomentOf(methods.every((method) => method === 'nhs_app') ? 'nhs_app' : 'sms', moment, hours)

/** When the first message after these may leave. */
export function afterMessages(moment: Date, methods: readonly NotificationMethod[], hours: SendingHours) {
  const from = firstMoment(moment, methods, hours)
  return new Date(from.getTime() + (methods.length / messagesPerMinute) * minuteMs)
}

/** When the last of these messages is due. */
export function lastMessageAt(now: Date, methods: readonly NotificationMethod[], hours: SendingHours) {
  let moment = now
  for (let at = messagesPerMinute; at < methods.length; at += messagesPerMinute)
    moment = afterMessages(moment, methods.slice(at - messagesPerMinute, at), hours)
  return firstMoment(moment, methods, hours)
}
