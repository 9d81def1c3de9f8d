import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'

import { byId, IsoMoment, listQuery, paginated } from './lists.ts'
import { PatientInList } from './patients.ts'
import { RequestFilters, RequestGroupings } from './request-filters.ts'
import { RequestDetails, RequestSummary } from './request-records.ts'
import { routes } from './route.ts'
import { oneLineText } from './fields.ts'

const status = z.enum(requestStatuses)
const method = z.enum(notificationMethods)

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

/** The fields for sending a form to one or several patients. */
const sendingForm = {
  patientIds: z.array(z.uuid()).min(1, 'Patient is required.').max(1_000),
  formId: z.uuid('Form is required.'),
  /** When missing, each patient's preferred method. */
  method: method.optional(),
  specialty: oneLineText('Specialty', 10).default(''),
  pathwayId: oneLineText('Pathway ID', 20).default(''),
  location: oneLineText('Location', 200).default(''),
  event: oneLineText('Event', 200).default(''),
  sendAt: IsoMoment.optional(),
}

const digest = z.string().regex(/^[\w-]{43}$/, 'What was reviewed is not valid.')
/** A digest of the preview, sent back with the form, so that nothing is sent that the user did not review. */
export const Reviewed = z.strictObject({
  formVersion: z.number().int(),
  details: digest,
  recipients: digest,
  openRequests: digest,
  messageTimes: digest,
})
export type Reviewed = z.infer<typeof Reviewed>

/** What sending the form now would do. */
export const SendingPreview = z.object({
  form: z.object({ id: z.uuid(), title: z.string(), version: z.number().int() }),
  /** How many patients would get a message, and the first ten of them in the order asked for. */
  recipientCount: z.number().int(),
  recipients: z.array(PatientInList.extend({ method })),
  /** The number of patients and the sending time for each method. */
  messages: z.array(
    z.object({
      method,
      count: z.number().int(),
      /** null: as soon as the form is sent. */
      from: IsoMoment.nullable(),
      /** The messages wait for the organisation's sending hours. */
      waitsForSendingHours: z.boolean(),
    }),
  ),
  expiresAt: IsoMoment,
  /** Patients who would get no message, with the reason. Sending to all is refused while there are any. */
  unreachable: z.array(PatientInList.extend({ reason: z.string() })),
  /** Recipients with the same form already open on the same pathway, who would get it twice. */
  alreadyOpen: z.array(PatientInList.extend({ requests: z.array(z.object({ requestId: z.uuid(), status, createdAt: IsoMoment })) })),
  reviewed: Reviewed,
})
export type SendingPreview = z.infer<typeof SendingPreview>

const isTakingOver = { takeOver: z.boolean().default(false) }
/** Closing an urgent request (one with a red flag) without it is refused with `confirmation_needed`, and the words name the red flags. */
const confirmation = { confirmUrgent: z.boolean().default(false) }
/**
 * Whether a reopened request is sent again, if the last message was not sent or the request had expired. A request that is not sent again
 * counts as not reached until `send`.
 */
const sending = { sendMessage: z.boolean().default(false) }

/** Whether a message is sent again that has reached the patient, who may have lost it. */
const repeating = { again: z.boolean().default(false) }

/** Takes control of a request from a colleague; needs an explicit choice. */
const takeOver = z.object(isTakingOver).prefault({})
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
    /** True when a search by one or two letters counted only the newest requests. */
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
    body: z.strictObject({
      ...sendingForm,
      /** An idempotency key of the caller: a repeated call with the same key sends nothing again. */
      key: z.uuid().optional(),
      /** The digest of the preview; nothing is sent if the preview has changed. */
      reviewed: Reviewed.optional(),
    }),
    response: z.object({ ids: z.array(z.uuid()) }),
  },
  /** A preview of the recipients, methods and times. Nothing is sent. */
  preview: {
    service: 'forms',
    method: 'POST',
    path: '/request/preview',
    action: 'formRequest:preview',
    permission: ['formRequest:create'],
    audit: 'formRequestPreviewed',
    body: z.strictObject(sendingForm),
    response: SendingPreview,
  },
  assign: {
    ...action,
    path: '/request/:id/assign/:userId',
    action: 'formRequest:assign',
    params: byId.extend({ userId: z.uuid() }),
    body: takeOver,
  },
  unassign: { ...action, path: '/request/:id/unassign', action: 'formRequest:unassign', params: byId, body: takeOver },
  close: {
    ...action,
    path: '/request/:id/close',
    action: 'formRequest:close',
    params: byId,
    body: z.object({ ...isTakingOver, ...confirmation }).prefault({}),
  },
  reopen: {
    ...action,
    path: '/request/:id/reopen',
    action: 'formRequest:reopen',
    params: byId,
    body: z.object({ ...isTakingOver, ...sending }).prefault({}),
  },
  /** Sends the message again for an open request. A message that reached the patient is repeated only with `again`. */
  send: {
    ...action,
    path: '/request/:id/send',
    action: 'formRequest:send',
    params: byId,
    body: z.object({ ...isTakingOver, ...repeating }).prefault({}),
  },
  /** Sends a reminder for an open request. */
  remind: { ...action, path: '/request/:id/remind', action: 'formRequest:remind', params: byId, body: takeOver },
  /** Cancels the message that waits to be sent. */
  cancelMessage: { ...action, path: '/request/:id/cancel-message', action: 'formRequest:cancelMessage', params: byId, body: takeOver },
  /** The patient's link to an open request, to pass on another way. Whoever has it still needs the patient's date of birth. */
  link: {
    service: 'forms',
    method: 'POST',
    path: '/request/:id/link',
    action: 'formRequest:link',
    permission: ['formRequest:update'],
    audit: 'verb',
    params: byId,
    response: z.object({ link: z.url() }),
  },
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
        ...isTakingOver,
        ...confirmation,
        ...sending,
      })
      .refine(({ userId, status }) => userId !== undefined || status !== undefined, {
        error: 'Either userId or status need to be selected.',
        path: ['status'],
      }),
    response: z.object({
      /** The reason a request was refused: a message and a code of problems.ts. `already` is true when nothing had to change. */
      results: z.array(
        z.object({
          id: z.uuid(),
          done: z.boolean(),
          already: z.literal(true).optional(),
          code: z.string().optional(),
          reason: z.string().optional(),
        }),
      ),
    }),
  },
})
