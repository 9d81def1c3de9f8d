import { z } from 'zod'

import { messageMethods, notificationCategories, notificationMethods, notificationStatuses } from '#domain/notification.ts'
import { noReminderReasons } from '#domain/reminders.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { unreachedReasons } from '#domain/unreached.ts'

import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { waitingListOutcomes } from '#domain/waiting-list.ts'

import { IsoDate, IsoMoment } from './lists.ts'
import { MessageRecord } from './messages.ts'
import { Note } from './notes.ts'
import { RecordedOutcome } from './outcomes.ts'
import { PatientInList } from './patients.ts'
import { AnsweringRecord } from './answering.ts'
import { RaisedFlag, results } from './scores.ts'
import { offsetUnits } from '#domain/series.ts'

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
  /** The latest message and its status. `reason`: in words, '' without one. */
  notification: z
    .object({
      category: z.enum(notificationCategories),
      method: z.enum(messageMethods),
      status: z.enum(notificationStatuses),
      reason: z.string(),
      at: IsoMoment,
      /** When it leaves, if it waits for that; null otherwise. */
      leavesAt: IsoMoment.nullable(),
    })
    .nullable(),
  /** The last message did not reach the patient, or the request was reopened and has not been sent again. */
  isUnreached: z.boolean(),
  /** Why and since when; null unless `isUnreached`. */
  unreached: z.object({ reason: z.enum(unreachedReasons), since: IsoMoment }).nullable(),
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  outcome: RecordedOutcome.nullable(),
  /** Since when the patient has been waiting; null if that is not known. */
  waitingSince: IsoDate.nullable(),
  createdAt: IsoMoment,
  updatedAt: IsoMoment,
  openedAt: IsoMoment.nullable(),
  submittedAt: IsoMoment.nullable(),
  expiresAt: IsoMoment,
})
export type RequestSummary = z.infer<typeof RequestSummary>

export const RequestDetails = RequestSummary.extend({
  /** Whether the form is of the type "Waiting list". */
  isWaitingListForm: z.boolean(),
  closedAt: IsoMoment.nullable(),
  redFlags: z.array(
    RaisedFlag.extend({
      /** The questions whose answers raised the red flag; empty if only a score did. */
      questionIds: z.array(z.string()),
      /** The score that raised the red flag; null if only answers did. */
      scoreId: z.string().nullable(),
    }),
  ),
  /** `locale`: the language that the patient reads; '' if it is not known. */
  contact: z.object({
    phoneNumber: z.string().nullable(),
    emailAddress: z.string().nullable(),
    localPatientId: z.string().nullable(),
    locale: z.string(),
  }),
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
  /** How the answers were given; null until submitted. */
  answering: AnsweringRecord.nullable(),
  /** The first reader of the answers, besides the user who typed them; null while they are unread. */
  firstRead: z.object({ by: z.string(), at: IsoMoment }).nullable(),
  timeline: z.array(
    z.object({
      id: z.number().int(),
      at: IsoMoment,
      kind: z.string(),
      by: z.string(),
      /** The user who did it; null if it was nobody of the organisation. */
      memberId: z.uuid().nullable(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Oldest first. */
  notes: z.array(Note),
  notifications: z.array(
    MessageRecord.extend({
      /** The template that the message was written with, once it was handed over. */
      template: z.object({ id: z.string(), version: z.number().int(), language: z.string(), description: z.string() }).nullable(),
    }),
  ),
  /** Why no message can be sent to the patient, such as a missing phone number; null if one can. */
  unreachable: z.string().nullable(),
  /** When a message that is sent now leaves, by method: outside the sending hours later than now, which is null. */
  leavesAt: z.record(method, IsoMoment.nullable()),
  /** Why no letter can be put in the queue, such as a message that reached the patient; null if one can. */
  letterRefusal: z.string().nullable(),
  /** The methods that are tried one after the other, with the hours of waiting before each; the first is the one of the form request. */
  methodOrder: z.array(z.object({ method, afterHours: z.number().int() })),
  /** The method of the next reminder: the one that reached the patient. After a letter there are no reminders. */
  reminderMethod: z.enum(messageMethods),
  /** Why no reminder can be sent, such as an opt-out of that method; null if one can. */
  reminderRefusal: z.string().nullable(),
  /** The reminders that the patient will get by itself, in order. `none`: why an open form request gets none. */
  reminders: z.object({
    planned: z.array(z.object({ number: z.number().int(), at: IsoMoment })),
    none: z.enum(noReminderReasons).nullable(),
  }),
  /** The series that sent it; null if a user or an import did. */
  series: z
    .object({
      id: z.uuid(),
      name: z.string(),
      dateLabel: z.string(),
      startsOn: IsoDate,
      /** A time counted from the date; a negative amount is before it. */
      offset: z.object({ amount: z.number().int(), unit: z.enum(offsetUnits) }),
    })
    .nullable(),
  /** The queues of the waiting list that the form request is or was in. */
  waitingList: z.array(
    z.object({
      queue: z.enum(waitingListQueues),
      openedAt: IsoMoment,
      /** Null while the entry is open. `decision`: null where it left the queue without one. `by`: '' for no user. */
      done: z.object({ decision: z.enum(waitingListOutcomes).nullable(), by: z.string(), at: IsoMoment, note: z.string() }).nullable(),
    }),
  ),
  /** Whether the patient's link is locked, after five wrong dates of birth. */
  link: z.object({ isLocked: z.boolean(), wrongAttempts: z.number().int() }),
})
export type RequestDetails = z.infer<typeof RequestDetails>
