import { z } from 'zod'

import { notificationCategories, notificationMethods, notificationStatuses } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'

import { IsoMoment } from './lists.ts'
import { PatientInList } from './patients.ts'
import { results } from './scores.ts'

const status = z.enum(requestStatuses)
const method = z.enum(notificationMethods)

/** A form request as the worklist shows it. */
export const RequestSummary = z.object({
  id: z.uuid(),
  status,
  isUrgent: z.boolean(),
  ...results,
  patient: PatientInList,
  form: z.object({ id: z.uuid(), title: z.string(), version: z.number().int() }),
  specialty: z.string(),
  pathwayId: z.string(),
  location: z.string(),
  event: z.string(),
  notificationMethod: method,
  /** The latest message and its status. */
  notification: z.object({ category: z.enum(notificationCategories), status: z.enum(notificationStatuses), at: IsoMoment }).nullable(),
  /** The last message did not reach the patient, or the request was reopened and has not been sent again. */
  isUnreached: z.boolean(),
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: IsoMoment,
  updatedAt: IsoMoment,
  openedAt: IsoMoment.nullable(),
  submittedAt: IsoMoment.nullable(),
  expiresAt: IsoMoment,
})
export type RequestSummary = z.infer<typeof RequestSummary>

export const RequestDetails = RequestSummary.extend({
  closedAt: IsoMoment.nullable(),
  contact: z.object({ phoneNumber: z.string().nullable(), emailAddress: z.string().nullable(), localPatientId: z.string().nullable() }),
  /** The questions of the requested version with the answers as text; null until submitted. */
  answers: z
    .array(
      z.object({
        questionId: z.string(),
        title: z.string(),
        category: z.string().nullable(),
        /** The heading of its section. */
        section: z.string().nullable(),
        /** False when an earlier answer hid the question; a question left empty is true. */
        isAsked: z.boolean(),
        answer: z.string(),
      }),
    )
    .nullable(),
  /** The first reader of the answers; null while they are unread. */
  firstRead: z.object({ by: z.string(), at: IsoMoment }).nullable(),
  timeline: z.array(
    z.object({ id: z.number().int(), at: IsoMoment, kind: z.string(), by: z.string(), detail: z.record(z.string(), z.unknown()) }),
  ),
  notifications: z.array(
    z.object({
      id: z.uuid(),
      category: z.enum(notificationCategories),
      method,
      status: z.enum(notificationStatuses),
      reason: z.string(),
      attempts: z.number().int(),
      createdAt: IsoMoment,
      sentAt: IsoMoment.nullable(),
    }),
  ),
  /** Why no message can be sent to the patient, such as a missing phone number; null if one can. */
  unreachable: z.string().nullable(),
  /** When the patient gets a reminder by itself; null if they get none. */
  reminderAt: IsoMoment.nullable(),
  /** Whether the patient's link is locked, after five wrong dates of birth. */
  link: z.object({ isLocked: z.boolean(), wrongAttempts: z.number().int() }),
})
export type RequestDetails = z.infer<typeof RequestDetails>
