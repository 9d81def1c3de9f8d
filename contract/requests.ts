import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'

import { byId, flag, IsoDate, IsoMoment, listQuery, paginated } from './lists.ts'
import { ReminderDays } from './forms.ts'
import { MessagePlan } from './message-plan.ts'
import { noteText } from './notes.ts'
import { PatientInList } from './patients.ts'
import { RequestFilters, RequestGroupings } from './request-filters.ts'
import { RequestDetails, RequestSummary } from './request-records.ts'
import { routes } from './route.ts'
import { identityCheck, oneLineText } from './fields.ts'

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
  'unreachedAt',
  'urgent',
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
  /** The clock start of the referral to treatment: for one patient, and for a form of the type "Waiting list". */
  waitingSince: IsoDate.optional(),
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
  cost: digest,
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
  /** The languages of recipients in which the form has no translation, or not of all its texts: patients read `inEnglish` of its texts in English. */
  untranslated: z.array(z.object({ language: z.string(), count: z.number().int(), texts: z.number().int(), inEnglish: z.number().int() })),
  plan: MessagePlan,
  /**
   * The message to the first recipient of each method and language, as it would be written now, with an address that opens nothing in the place of the
   * link. `language`: of the message.
   */
  examples: z.array(
    z.object({
      method,
      language: z.string(),
      patientId: z.uuid(),
      firstName: z.string(),
      lastName: z.string(),
      subject: z.string(),
      body: z.string(),
    }),
  ),
  /** The reminders of a patient who does not answer. */
  reminders: ReminderDays,
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
 * The outcome of the requests that are closed. An urgent request without it is refused with `outcome_needed`, if the organisation has an
 * outcome in use for its form.
 */
const withOutcome = { outcomeId: z.uuid().optional() }
/**
 * Whether a reopened request is sent again, if the last message was not sent or the request had expired. A request that is not sent again
 * counts as not reached until `send`.
 */
const sending = { sendMessage: z.boolean().default(false) }

/** Sends the message again even if it has reached the patient: patients lose messages. */
const repeating = { again: z.boolean().default(false) }
/** Another method than the one of the form request, for example after a contact detail was added. */
const byMethod = { method: method.optional() }

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
    isForSystems: true,
    audit: 'formRequestList',
    /** `groupings=false`: without the numbers beside the filters, which cost more than the page. */
    query: listQuery(RequestFilters, requestSorts, { most: 200 }).extend({ groupings: flag.default(true) }),
    /** `isCountCapped`: true when a search by one or two letters counted only the newest requests. */
    response: paginated(RequestSummary).extend({ isCountCapped: z.boolean(), groupings: RequestGroupings.optional() }),
  },
  /** How many form requests each value of a filter would show. The numbers are the same for every page of a list. */
  groupings: {
    service: 'forms',
    method: 'GET',
    path: '/request/groupings',
    action: 'formRequest:groupings',
    permission: ['formRequest:read'],
    isForSystems: true,
    audit: 'formRequestsCounted',
    query: z.object({ filters: RequestFilters.prefault({}) }),
    response: RequestGroupings,
  },
  get: {
    service: 'forms',
    method: 'GET',
    path: '/request/:id',
    action: 'formRequest:read',
    permission: ['formRequest:read'],
    isForSystems: true,
    audit: 'verb',
    params: byId,
    response: RequestDetails,
  },
  /** The same while there are no answers. For a screen that loads again by itself, because reading answers is recorded. */
  getUnanswered: {
    service: 'forms',
    method: 'GET',
    path: '/request/:id/unanswered',
    action: 'formRequest:read',
    permission: ['formRequest:read'],
    audit: 'verb',
    params: byId,
    response: RequestDetails,
  },
  create: {
    service: 'forms',
    method: 'POST',
    path: '/request',
    action: 'formRequest:create',
    permission: ['formRequest:create'],
    isForSystems: true,
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
    isForSystems: true,
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
    /** `isUnanswered`: the user saw no answers, so a request that has been answered since is refused. */
    body: z
      .object({
        ...isTakingOver,
        ...confirmation,
        ...withOutcome,
        isUnanswered: z.boolean().default(false),
        note: noteText.optional(),
      })
      .prefault({}),
    response: RequestSummary.extend({ closedAt: IsoMoment }),
  },
  /** Records the outcome of a request that has ended, or corrects the outcome. */
  setOutcome: {
    ...action,
    path: '/request/:id/outcome',
    action: 'formRequest:setOutcome',
    params: byId,
    body: z.object({ ...isTakingOver, outcomeId: z.uuid('Outcome is required.') }),
  },
  /** Corrects since when the patient has been waiting. null: not known. */
  setWaitingSince: {
    ...action,
    path: '/request/:id/waiting-since',
    action: 'formRequest:setWaitingSince',
    params: byId,
    body: z.object({ ...isTakingOver, waitingSince: IsoDate.nullable() }),
  },
  reopen: {
    ...action,
    path: '/request/:id/reopen',
    action: 'formRequest:reopen',
    params: byId,
    /** `closedAt`: only if it was closed at this moment, so that an undo takes back one's own closing and not a later one. */
    body: z.object({ ...isTakingOver, ...sending, closedAt: IsoMoment.optional() }).prefault({}),
  },
  /** Sends the message again for an open request. A message that reached the patient is repeated only with `again`. */
  send: {
    ...action,
    path: '/request/:id/send',
    action: 'formRequest:send',
    params: byId,
    body: z.object({ ...isTakingOver, ...repeating, ...byMethod, identityCheck: identityCheck.optional() }).prefault({}),
  },
  /** Sends a reminder for an open request. */
  remind: { ...action, path: '/request/:id/remind', action: 'formRequest:remind', params: byId, body: takeOver },
  /** Puts a letter in the queue, for a patient whom no message reached. A patient who has had a letter gets another only with `again`. */
  letter: {
    ...action,
    path: '/request/:id/letter',
    action: 'formRequest:letter',
    params: byId,
    body: z.object({ ...isTakingOver, ...repeating }).prefault({}),
  },
  /** Cancels the message that waits to be sent, or the letter that waits to be printed. */
  cancelMessage: { ...action, path: '/request/:id/cancel-message', action: 'formRequest:cancelMessage', params: byId, body: takeOver },
  /** The patient's link to an open request, to pass on another way. A person who has it still needs the patient's date of birth. */
  link: {
    service: 'forms',
    method: 'POST',
    path: '/request/:id/link',
    action: 'formRequest:link',
    permission: ['formRequest:update'],
    takesNoKey: 'has a secret',
    audit: 'verb',
    params: byId,
    body: z.object({ identityCheck }),
    response: z.object({ link: z.url() }),
  },
  unlock: { ...action, path: '/request/:id/unlock', action: 'formRequest:unlock', params: byId, body: z.object({ identityCheck }) },
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
        /** Those of them that the user saw without answers. One that has been answered since is not closed. */
        unanswered: z.array(z.uuid()).max(1_000).default([]),
        ...isTakingOver,
        ...confirmation,
        ...withOutcome,
        ...sending,
      })
      .refine(({ userId, status }) => userId !== undefined || status !== undefined, {
        error: 'Either userId or status need to be selected.',
        path: ['status'],
      })
      .refine(({ status, outcomeId }) => outcomeId === undefined || status === 'closed', {
        error: 'An outcome can be recorded only when form requests are closed.',
        path: ['outcomeId'],
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
