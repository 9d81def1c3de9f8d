import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'

import { IsoMoment } from './lists.ts'

const method = z.enum(notificationMethods)

/** What sending messages costs, when the last one has left, and what follows those that do not reach a patient (NOT-6). */
export const MessagePlan = z.object({
  messages: z.array(
    z.object({
      method,
      count: z.number().int(),
      /** Of text messages, with the values of each patient; null for other methods. */
      fragments: z.number().int().nullable(),
      /** How many are too long to be sent. */
      tooLong: z.number().int(),
      /** When the last one has left at the limit of the provider; null if nothing is sent, because messages are kept in the outbox. */
      finishedAt: IsoMoment.nullable(),
      /** Other organisations can send through the same account, so that the last one may leave later. */
      isAccountShared: z.boolean(),
      /** The hours of waiting before the next method is tried. */
      nextAfterHours: z.number().int(),
      /** For how many patients each method is next if this one does not reach them; null: no other method. Empty without an order. */
      next: z.array(z.object({ method: method.nullable(), count: z.number().int() })),
    }),
  ),
  /** In pence: of one fragment, and of all. null: no price is set. */
  fragmentPrice: z.number().nullable(),
  price: z.number().nullable(),
  /** Messages of the organisation that wait already and leave before. */
  waiting: z.number().int(),
})
export type MessagePlan = z.infer<typeof MessagePlan>
