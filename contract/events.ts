import { z } from 'zod'

import { eventPage, eventTypes } from '#domain/events.ts'

import { IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/**
 * Something that happened (INT-3). An event names records by their ids and says where to read them, and holds nothing else about a patient.
 * Webhooks have the same body.
 */
export const IntegrationEvent = z.object({
  /** The same when the event is delivered again, and the `webhook-id` of its webhooks. */
  id: z.uuid(),
  type: z.enum(eventTypes),
  /** When it happened. */
  timestamp: IsoMoment,
  data: z.object({
    /** Present when the event is about a form request. */
    formRequestId: z.uuid().optional(),
    /** The form of the form request. */
    formId: z.uuid().optional(),
    patientId: z.uuid(),
    /** Where an integration client reads the form request or the patient. */
    address: z.url(),
  }),
})
export type IntegrationEvent = z.infer<typeof IntegrationEvent>

export const events = routes({
  /**
   * The events after a cursor, oldest first. Ask again with the cursor of the answer, also when it has no events. A cursor stays valid.
   * Events are kept for 30 days.
   */
  list: {
    service: 'tenants',
    method: 'GET',
    path: '/events',
    action: 'event:list',
    permission: ['event:read'],
    isForSystems: true,
    audit: 'verb',
    query: z.object({
      /** Missing: from the oldest event that is kept. */
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'Cursor is not valid.')
        .optional(),
      limit: z.coerce.number().int().min(1).max(eventPage.most).default(eventPage.default),
    }),
    response: z.object({
      docs: z.array(IntegrationEvent),
      /** What to send as `after` next. */
      cursor: z.string(),
      /** False when events after the cursor were removed already, because the last call is too long ago. */
      isComplete: z.boolean(),
      /** Whether there are more events now. */
      hasMore: z.boolean(),
    }),
  },
})
