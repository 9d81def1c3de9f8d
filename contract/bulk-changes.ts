import { z } from 'zod'

import { bulkActs, bulkOutcomes, bulkStatuses } from '#domain/worklists.ts'
import { requestStatuses } from '#domain/request-status.ts'

import { byId, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { RequestFilters } from './request-filters.ts'
import { routes } from './route.ts'

export const BulkChange = z.object({
  id: z.uuid(),
  act: z.enum(bulkActs),
  /** To whom, when they are assigned. */
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  takeOver: z.boolean(),
  status: z.enum(bulkStatuses),
  /** Why it has failed or stopped, in words; '' otherwise. */
  trouble: z.string(),
  totalRequests: z.number().int(),
  doneRequests: z.number().int(),
  refusedRequests: z.number().int(),
  createdAt: IsoMoment,
  endedAt: IsoMoment.nullable(),
  /** When what became of each was removed; null while it can be read. */
  resultsRemovedAt: IsoMoment.nullable(),
})
export type BulkChange = z.infer<typeof BulkChange>

const outcome = z.enum(bulkOutcomes)
/** How many ended alike; that somebody else had taken control is one reason, whoever it was. */
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

/** What a change of all that match would meet. */
export const BulkPreview = z.object({
  /** Requests created later are not meant. */
  until: IsoMoment,
  /** Counted up to one more than may be changed at once. */
  total: z.number().int(),
  groups: z.array(
    z.object({
      status: z.enum(requestStatuses),
      assignedTo: z.enum(['nobody', 'me', 'other']),
      isUrgent: z.boolean(),
      count: z.number().int(),
    }),
  ),
  /** Those of them that are urgent and not closed yet, and their commonest red flags: closing them takes `confirmUrgent`. */
  urgent: z.object({ count: z.number().int(), redFlags: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
})
export type BulkPreview = z.infer<typeof BulkPreview>

const changing = { service: 'forms', action: 'formRequest:bulk', permission: ['formRequest:update'] } as const

/** Changes of all the form requests that match, one's own: done a part at a time, later (REQ-3). */
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
        /** As in `requests`: without it urgent requests are left open. */
        confirmUrgent: z.boolean().default(false),
        /** As in `requests`: without it reopened requests that need a message count as not reached. */
        sendMessage: z.boolean().default(false),
        filters: RequestFilters.prefault({}),
        /** Of the preview: when it was looked at, and how many there were. */
        until: IsoMoment,
        expected: z.number().int().min(1),
      })
      .refine(({ act, userId }) => act !== 'assign' || userId !== undefined, { error: 'Assignee is required.', path: ['userId'] }),
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
  /** The same act again on those that somebody else had taken control of, taking them over. */
  takeOver: { ...changing, method: 'POST', path: '/request/bulk/:id/take-over', audit: 'verb', params: byId, response: BulkChange },
})
