import { z } from 'zod'

import { messageMethods } from '#domain/notification.ts'
import { bulkActs, bulkMessageActs, bulkOutcomes, bulkStatuses } from '#domain/worklists.ts'
import { requestStatuses } from '#domain/request-status.ts'

import { byId, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { RecordedOutcome } from './outcomes.ts'
import { RequestFilters } from './request-filters.ts'
import { routes } from './route.ts'

export const BulkChange = z.object({
  id: z.uuid(),
  act: z.enum(bulkActs),
  /** The assignee, when the action is assign. */
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The outcome, when the action is close and an outcome was chosen. */
  outcome: RecordedOutcome.nullable(),
  takeOver: z.boolean(),
  status: z.enum(bulkStatuses),
  /** The reason it failed or stopped; '' otherwise. */
  trouble: z.string(),
  totalRequests: z.number().int(),
  doneRequests: z.number().int(),
  refusedRequests: z.number().int(),
  createdAt: IsoMoment,
  endedAt: IsoMoment.nullable(),
  /** When the outcomes per request were deleted; null while they can be read. */
  resultsRemovedAt: IsoMoment.nullable(),
})
export type BulkChange = z.infer<typeof BulkChange>

const outcome = z.enum(bulkOutcomes)
/** The number of requests with the same outcome. All refusals because of a colleague in control count as one reason. */
const BulkReason = z.object({ outcome, reason: z.string(), count: z.number().int() })
export type BulkReason = z.infer<typeof BulkReason>

const BulkResult = z.object({
  id: z.uuid(),
  patient: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), nhsNumber: z.string().nullable() }),
  form: z.object({ title: z.string() }),
  status: z.enum(requestStatuses),
  outcome,
  reason: z.string(),
})
export type BulkResult = z.infer<typeof BulkResult>

/** What a change of all matching requests would affect. */
export const BulkPreview = z.object({
  /** Requests created after this moment are left out. */
  until: IsoMoment,
  /** Counted up to one more than the maximum for one change. */
  total: z.number().int(),
  groups: z.array(
    z.object({
      status: z.enum(requestStatuses),
      assignedTo: z.enum(['nobody', 'me', 'other']),
      isUrgent: z.boolean(),
      count: z.number().int(),
    }),
  ),
  /** The urgent open requests among them and their most frequent red flags. Closing them needs `confirmUrgent`. */
  urgent: z.object({ count: z.number().int(), redFlags: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
})
export type BulkPreview = z.infer<typeof BulkPreview>

/** What an act on the messages or letters of many form requests would do. Nothing is sent, queued or cancelled. */
export const BulkMessagePreview = z.object({
  /** Requests created after this moment are left out. */
  until: IsoMoment,
  /** Counted up to one more than the maximum for one change. */
  total: z.number().int(),
  /** The messages that can be sent or cancelled, and the letters that can be printed. */
  groups: z.array(
    z.object({
      method: z.enum(messageMethods),
      /** Assigned to a colleague: only if they are taken over. */
      isTaken: z.boolean(),
      /** The patient has already had the message: only with `again`. */
      isRepeat: z.boolean(),
      count: z.number().int(),
      /** Of text messages, with the values of each patient; null for other methods and for a cancellation. */
      fragments: z.number().int().nullable(),
      /** How many are too long to be sent. */
      tooLong: z.number().int(),
    }),
  ),
  /** Why the others get no message, the most frequent reason first. */
  refusals: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** In pence, of one fragment; null: no price is set. */
  fragmentPrice: z.number().nullable(),
  /** In pence, of one letter; null: no price is set. */
  letterPrice: z.number().nullable(),
  /** When the last message would have left, at the limits of the provider, if every group were sent; null if none would be, and for letters. */
  lastDueAt: IsoMoment.nullable(),
  /** Other organisations can send through the same account, so that the last message may leave later. */
  isAccountShared: z.boolean(),
})
export type BulkMessagePreview = z.infer<typeof BulkMessagePreview>

/** The form requests that a change is about: those named, or all that match the filters. */
const requestIds = z.array(z.uuid()).min(1).max(5_000)

const changing = { service: 'forms', action: 'formRequest:bulk', permission: ['formRequest:update'] } as const

/** Changes to all matching form requests, made in the background in parts (REQ-3). Users see only their own. */
export const bulkChanges = routes({
  list: {
    ...changing,
    method: 'GET',
    path: '/request/bulk',
    audit: 'formRequestBulkList',
    query: listQuery(z.object({ status: oneOrMore(z.enum(bulkStatuses)).optional() }), ['createdAt']),
    response: paginated(BulkChange),
  },
  preview: {
    ...changing,
    method: 'GET',
    path: '/request/bulk/preview',
    audit: 'formRequestBulkRead',
    query: z.object({ filters: RequestFilters.prefault({}) }),
    response: BulkPreview,
  },
  previewMessages: {
    ...changing,
    method: 'POST',
    path: '/request/bulk/messages',
    audit: 'formRequestBulkRead',
    body: z.object({ act: z.enum(bulkMessageActs), filters: RequestFilters.prefault({}), requests: requestIds.optional() }),
    response: BulkMessagePreview,
  },
  begin: {
    ...changing,
    method: 'POST',
    path: '/request/bulk',
    audit: 'verb',
    body: z
      .object({
        act: z.enum(bulkActs),
        userId: z.uuid().optional(),
        takeOver: z.boolean().default(false),
        /** As in `requests`: without it urgent requests stay open. */
        confirmUrgent: z.boolean().default(false),
        /** As in `requests`: without it urgent requests stay open, if there is an outcome in use for their form. */
        outcomeId: z.uuid().optional(),
        /** As in `requests`: without it reopened requests that need a message count as not reached. */
        sendMessage: z.boolean().default(false),
        /** As in `requests` and `letters`: without it messages that have reached the patient, and letters, are not sent again. */
        again: z.boolean().default(false),
        filters: RequestFilters.prefault({}),
        /** Only these instead of all that match; for acts on messages. */
        requests: requestIds.optional(),
        /** From the preview: its time and the number of requests. */
        until: IsoMoment,
        expected: z.number().int().min(1),
        /** An idempotency key of the caller: a repeated call with the same key starts nothing again. */
        key: z.uuid().optional(),
      })
      .refine(({ act, userId }) => act !== 'assign' || userId !== undefined, { error: 'Assignee is required.', path: ['userId'] })
      .refine(({ act, outcomeId }) => act === 'close' || outcomeId === undefined, {
        error: 'An outcome can be recorded only when form requests are closed.',
        path: ['outcomeId'],
      }),
    response: BulkChange,
  },
  get: { ...changing, method: 'GET', path: '/request/bulk/:id', audit: 'formRequestBulkRead', params: byId, response: BulkChange },
  reasons: {
    ...changing,
    method: 'GET',
    path: '/request/bulk/:id/reasons',
    audit: 'formRequestBulkRead',
    params: byId,
    response: z.object({ docs: z.array(BulkReason) }),
  },
  results: {
    ...changing,
    method: 'GET',
    path: '/request/bulk/:id/results',
    audit: 'formRequestBulkRead',
    params: byId,
    query: listQuery(z.object({ outcome: oneOrMore(outcome).optional(), reason: z.string().max(500).optional() }), ['lastName']),
    response: paginated(BulkResult),
  },
  cancel: { ...changing, method: 'POST', path: '/request/bulk/:id/cancel', audit: 'verb', params: byId, response: BulkChange },
  /** Repeats the action on the requests that a colleague controlled, and takes control of them. */
  takeOver: { ...changing, method: 'POST', path: '/request/bulk/:id/take-over', audit: 'verb', params: byId, response: BulkChange },
})
