import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'

import { byId, flag, IsoDate, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { RequestDetails, RequestSummary } from './request.ts'
import { routes } from './route.ts'

const status = z.enum(requestStatuses)
const method = z.enum(notificationMethods)
const words = (longest: number) => z.string().trim().max(longest)

/** The filters of the worklist. `assignee` takes member ids, 'me' and 'none'. Dates are whole days, both ends included (Europe/London). */
export const RequestFilters = z.object({
  status: oneOrMore(status).optional(),
  specialty: oneOrMore(z.string().max(10)).optional(),
  formId: oneOrMore(z.uuid()).optional(),
  assignee: oneOrMore(z.union([z.uuid(), z.literal('me'), z.literal('none')])).optional(),
  method: oneOrMore(method).optional(),
  location: oneOrMore(z.string().max(200)).optional(),
  event: oneOrMore(z.string().max(200)).optional(),
  /** Of these: how a list that is open asks which of the requests that have changed still belong to it. */
  id: oneOrMore(z.uuid()).optional(),
  patientId: z.uuid().optional(),
  importJobId: z.uuid().optional(),
  createdFrom: IsoDate.optional(),
  createdTo: IsoDate.optional(),
  submittedFrom: IsoDate.optional(),
  submittedTo: IsoDate.optional(),
  urgent: flag.optional(),
  redFlag: flag.optional(),
  /** The last message that was tried did not arrive. */
  notReached: flag.optional(),
  /** Name, NHS number, local id or pathway id, as one types. */
  search: z.string().trim().max(200).optional(),
})
export type RequestFilters = z.output<typeof RequestFilters>

export const requestSorts = [
  'createdAt',
  'updatedAt',
  'submittedAt',
  'notifiedAt',
  'expiresAt',
  'lastName',
  'status',
  'specialty',
  'pathwayId',
  'location',
] as const

const counts = z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() }))

/** How many requests each value of a filter would show, the other filters being in force. */
export const RequestGroupings = z.object({
  status: z.record(status, z.number().int()),
  specialty: counts,
  form: counts,
  assignee: counts,
  method: counts,
  location: counts,
  event: counts,
  urgent: z.number().int(),
})
export type RequestGroupings = z.infer<typeof RequestGroupings>

/** Taking over a request that somebody else has taken control of is an explicit act. */
const takeOver = z.object({ takeOver: z.boolean().default(false) }).prefault({})
const action = { service: 'forms', method: 'PATCH', permission: ['formRequest:update'], audit: 'verb', response: RequestSummary } as const

export const requests = routes({
  list: {
    service: 'forms',
    method: 'GET',
    path: '/request',
    action: 'formRequest:list',
    permission: ['formRequest:read'],
    audit: 'formRequestList',
    query: listQuery(RequestFilters, requestSorts, { most: 200 }),
    /** Of what one or two letters leave of a long list only the newest are counted: then there are more. */
    response: paginated(RequestSummary).extend({ isCountCapped: z.boolean(), groupings: RequestGroupings }),
  },
  get: {
    service: 'forms',
    method: 'GET',
    path: '/request/:id',
    action: 'formRequest:read',
    permission: ['formRequest:read'],
    audit: 'formRequestRead',
    params: byId,
    response: RequestDetails,
  },
  create: {
    service: 'forms',
    method: 'POST',
    path: '/request',
    action: 'formRequest:create',
    permission: ['formRequest:create'],
    audit: 'verb',
    body: z.object({
      patientIds: z.array(z.uuid()).min(1, 'Patient is required.').max(1_000),
      formId: z.uuid('Form is required.'),
      /** Each patient's own preferred method where none is named. */
      method: method.optional(),
      specialty: words(10).default(''),
      pathwayId: words(20).default(''),
      location: words(200).default(''),
      event: words(200).default(''),
      sendAt: IsoMoment.optional(),
      /** Made by the caller for one sending: asked again with the same one (a second press, a lost answer), nothing is sent again. */
      key: z.uuid().optional(),
    }),
    response: z.object({ ids: z.array(z.uuid()) }),
  },
  assign: {
    ...action,
    path: '/request/:id/assign/:userId',
    action: 'formRequest:assign',
    params: byId.extend({ userId: z.uuid() }),
    body: takeOver,
  },
  unassign: { ...action, path: '/request/:id/unassign', action: 'formRequest:unassign', params: byId, body: takeOver },
  close: { ...action, path: '/request/:id/close', action: 'formRequest:close', params: byId, body: takeOver },
  reopen: { ...action, path: '/request/:id/reopen', action: 'formRequest:reopen', params: byId, body: takeOver },
  unlock: { ...action, path: '/request/:id/unlock', action: 'formRequest:unlock', params: byId },
  patchMany: {
    service: 'forms',
    method: 'PATCH',
    path: '/request',
    action: 'formRequest:patch',
    permission: ['formRequest:update'],
    audit: 'verb',
    body: z
      .object({
        /** null unassigns. */
        userId: z.uuid().nullable().optional(),
        status: status.optional(),
        requests: z.array(z.uuid()).min(1).max(1_000),
        takeOver: z.boolean().default(false),
      })
      .refine(({ userId, status }) => userId !== undefined || status !== undefined, {
        error: 'Either userId or status need to be selected.',
        path: ['status'],
      }),
    response: z.object({
      /** Why one was not done: words, and the code of problems.ts, by which `taken_control` can be told apart. */
      results: z.array(z.object({ id: z.uuid(), done: z.boolean(), code: z.string().optional(), reason: z.string().optional() })),
    }),
  },
})
