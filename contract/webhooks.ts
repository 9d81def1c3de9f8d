import { z } from 'zod'

import { eventTypes } from '#domain/events.ts'
import { validate } from '#domain/validation/rules.ts'
import { deliveryStates, switchedOffReasons, webhookAddress, webhookFailures, webhookLimits } from '#domain/webhooks.ts'

import { checked, oneLineText } from './fields.ts'
import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** A server of another system that is told about events (INT-3). */
export const Webhook = z.object({
  id: z.uuid(),
  address: z.string(),
  description: z.string(),
  eventTypes: z.array(z.enum(eventTypes)),
  /** `failing`: every try since `failingSince` has failed. */
  status: z.enum(['active', 'failing', 'switched_off']),
  /** `user`: a user did it. `gone`: the endpoint answered 410. `failing`: nothing but failures for days. */
  switchedOffReason: z.enum(switchedOffReasons).nullable(),
  switchedOffAt: IsoMoment.nullable(),
  failingSince: IsoMoment.nullable(),
  lastDeliveredAt: IsoMoment.nullable(),
  /** How many events of the last 30 days wait for their next try, and how many were given up. */
  waiting: z.number().int(),
  failed: z.number().int(),
  createdAt: IsoMoment,
  /** The user who created the endpoint. */
  createdBy: z.string().nullable(),
  secretSetAt: IsoMoment,
  /** Until when the secret before signs too; null when there is none. */
  previousSecretUntil: IsoMoment.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** An event for one endpoint, with the result of the last try. */
export const WebhookDelivery = z.object({
  eventId: z.uuid(),
  type: z.enum(eventTypes),
  occurredAt: IsoMoment,
  /** Null when the event is about a patient. */
  formRequestId: z.uuid().nullable(),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  lastTriedAt: IsoMoment.nullable(),
  /** When the event is tried next; null when it is not waiting. */
  nextTryAt: IsoMoment.nullable(),
  /** The HTTP status of the last answer; null when there was none. */
  status: z.number().int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  /** Milliseconds of the last try. */
  durationMs: z.number().int().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** The secret, `whsec_` and Base64, is shown once. */
const withSecret = z.object({ webhook: Webhook, secret: z.string() })

const writable = {
  address: checked(oneLineText('Address', webhookLimits.address), 'Address', validate.required, webhookAddress),
  description: oneLineText('Description', webhookLimits.description).min(1, 'Description is required.'),
  eventTypes: z.array(z.enum(eventTypes, 'Event is not valid.')).min(1, 'Choose at least one event.').max(eventTypes.length),
}

/** A user who has events sent to an address reads them there, so the permission is that of reading events. System administrators do not have it. */
const ofOrganisation = { service: 'tenants', organisation: 'id', permission: ['event:read'] } as const
const one = { ...ofOrganisation, params: byId.extend({ webhookId: z.uuid() }) } as const

export const webhooks = routes({
  list: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/webhooks',
    action: 'webhook:list',
    audit: 'webhookList',
    params: byId,
    response: z.object({ docs: z.array(Webhook) }),
  },
  create: {
    ...ofOrganisation,
    method: 'POST',
    path: '/tenant/:id/webhooks',
    action: 'webhook:create',
    freshProof: 'always',
    takesNoKey: 'has a secret',
    audit: 'verb',
    params: byId,
    body: z.object(writable),
    response: withSecret,
  },
  update: {
    ...one,
    method: 'PATCH',
    path: '/tenant/:id/webhooks/:webhookId',
    action: 'webhook:update',
    freshProof: { body: { address: 'any value' } },
    audit: 'verb',
    body: z.object({ ...writable, isSwitchedOff: z.boolean() }).partial(),
    response: Webhook,
  },
  /** Its deliveries are deleted too. */
  remove: {
    ...one,
    method: 'DELETE',
    path: '/tenant/:id/webhooks/:webhookId',
    action: 'webhook:delete',
    audit: 'verb',
    response: z.object({ done: z.literal(true) }),
  },
  /** A new secret. The old one signs beside it for 24 hours, so that the receiver can change without missing an event. */
  rotate: {
    ...one,
    method: 'POST',
    path: '/tenant/:id/webhooks/:webhookId/secret',
    action: 'webhook:rotate',
    freshProof: 'always',
    takesNoKey: 'has a secret',
    audit: 'verb',
    response: withSecret,
  },
  /** Sends an event of the type `webhook.test` at once, and once. */
  test: {
    ...one,
    method: 'POST',
    path: '/tenant/:id/webhooks/:webhookId/test',
    action: 'webhook:test',
    takesNoKey: 'acts outside',
    audit: 'verb',
    response: z.object({
      /** Null: the endpoint accepted the event. */
      failure: z.enum(webhookFailures).nullable(),
      status: z.number().int().nullable(),
      durationMs: z.number().int(),
    }),
  },
  /** The newest first. `next` is the `before` of the next page; null at the end. */
  deliveries: {
    ...one,
    method: 'GET',
    path: '/tenant/:id/webhooks/:webhookId/deliveries',
    action: 'webhook:listDeliveries',
    audit: 'verb',
    query: z.object({
      state: z.enum(deliveryStates).optional(),
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(webhookLimits.page.most).default(webhookLimits.page.default),
    }),
    response: z.object({ docs: z.array(WebhookDelivery), next: z.number().int().nullable() }),
  },
  /** Sends one event again, with the same `webhook-id`. */
  replay: {
    ...one,
    method: 'POST',
    path: '/tenant/:id/webhooks/:webhookId/deliveries/:eventId/replay',
    action: 'webhook:replay',
    audit: 'verb',
    params: byId.extend({ webhookId: z.uuid(), eventId: z.uuid() }),
    response: WebhookDelivery,
  },
  /** Sends all events again that were given up and that happened since a moment. */
  replayFailed: {
    ...one,
    method: 'POST',
    path: '/tenant/:id/webhooks/:webhookId/replay',
    action: 'webhook:replay',
    audit: 'verb',
    body: z.object({ since: IsoMoment }),
    response: z.object({ count: z.number().int() }),
  },
})
