import { z } from 'zod'

import { messageReasonCodes } from '#domain/message-reasons.ts'
import { messageDoubts } from '#domain/message-records.ts'
import { messageMethods, notificationCategories, notificationStatuses } from '#domain/notification.ts'

import { IsoDate, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { PatientInList } from './patients.ts'
import { routes } from './route.ts'

const category = z.enum(notificationCategories)
const method = z.enum(messageMethods)
const status = z.enum(notificationStatuses)
const reasonCode = z.enum(messageReasonCodes)
const count = z.number().int()
/** In pence. */
const price = z.number()

/** Everything that is known about one message, from queued to its end (NOT-8). */
export const MessageRecord = z.object({
  id: z.uuid(),
  category,
  method,
  status,
  /** Why the message waits, was cancelled or did not arrive, in words; '' for a message without a reason. */
  reason: z.string(),
  reasonCode: reasonCode.nullable(),
  attempts: count,
  /** Of a text message that was handed to a provider. */
  fragments: count.nullable(),
  /** When the message left; null for a method without a price, or where the organisation had set none. */
  price: price.nullable(),
  /** The channel that carried the message, or tried to. */
  provider: z.string().nullable(),
  providerReference: z.string().nullable(),
  /** The number or address that the message went to, with the middle left out; '' before it left, and for the NHS App and letters. */
  sentTo: z.string(),
  doubt: z.enum(messageDoubts).nullable(),
  createdAt: IsoMoment,
  /** The message was not sent before this time. */
  heldUntil: IsoMoment.nullable(),
  /** When the message left Formward: a provider or mail server took it, or it was printed. */
  sentAt: IsoMoment.nullable(),
  acceptedAt: IsoMoment.nullable(),
  /** When the provider reported that it had sent the message. */
  providerSentAt: IsoMoment.nullable(),
  deliveredAt: IsoMoment.nullable(),
  readAt: IsoMoment.nullable(),
  failedAt: IsoMoment.nullable(),
  cancelledAt: IsoMoment.nullable(),
})
export type MessageRecord = z.infer<typeof MessageRecord>

/** A message as the list shows it. */
export const Message = MessageRecord.extend({
  requestId: z.uuid(),
  patient: PatientInList,
  form: z.object({ id: z.uuid(), title: z.string() }),
})
export type Message = z.infer<typeof Message>

export const MessageFilters = z.object({
  method: oneOrMore(method).optional(),
  status: oneOrMore(status).optional(),
  reason: oneOrMore(reasonCode).optional(),
  category: oneOrMore(category).optional(),
  formId: oneOrMore(z.uuid()).optional(),
  /** Whole days on which the messages were queued, both ends included (Europe/London). */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
})
export type MessageFilters = z.output<typeof MessageFilters>

const sums = { messages: count, fragments: count, price }
const shared = { service: 'forms', method: 'GET', permission: ['formRequest:read'] } as const

export const messages = routes({
  list: {
    ...shared,
    path: '/message',
    action: 'message:list',
    audit: 'messageList',
    query: listQuery(MessageFilters, ['createdAt'], { most: 200 }),
    response: paginated(Message),
  },
  /** How many messages match, in how many fragments and at which price. They belong to the day on which they were queued. */
  totals: {
    ...shared,
    path: '/message/totals',
    action: 'message:list',
    audit: 'messageTotalsRead',
    query: z.object({ filters: MessageFilters.prefault({}), by: z.enum(['day', 'month']).default('month') }),
    response: z.object({
      ...sums,
      groups: z.array(z.object({ method, status, reasonCode: reasonCode.nullable(), ...sums })),
      /** The newest 366 days or months that have messages, newest first. A month is named by its first day. */
      periods: z.array(z.object({ period: IsoDate, byStatus: z.partialRecord(status, count), ...sums })),
      /** How many messages of each form match the other filters: the 200 forms with most messages. */
      forms: z.array(z.object({ id: z.uuid(), title: z.string(), messages: count })),
    }),
  },
})
