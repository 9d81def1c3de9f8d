import { z } from 'zod'

import { messageMethods, notificationCategories, notificationStatuses } from '#domain/notification.ts'
import { patientRecordEvents, patientTimelineFormEvents, timelineKinds, timelineNoteLength } from '#domain/patient-timeline.ts'

import { byId, IsoDate, IsoMoment, maxCursorLength, oneOrMore } from './lists.ts'
import { routes } from './route.ts'
import { results } from './scores.ts'

const entry = {
  /** Stays the same, and is different for every entry of the patient. */
  key: z.string(),
  at: IsoMoment,
  /** The user, the integration client, "Patient" or "Formward". */
  by: z.string(),
}
const formRequest = { request: z.object({ id: z.uuid(), formTitle: z.string() }) }
const detail = z.record(z.string(), z.unknown())

/** Something that happened with a patient. */
export const PatientTimelineEntry = z.discriminatedUnion('kind', [
  z.object({
    ...entry,
    ...formRequest,
    kind: z.literal('forms'),
    event: z.enum(patientTimelineFormEvents),
    detail,
    /**
     * What the answers came to, for `completed`; null for other events. `isClosed`: whether the form request is closed now. `firstRead`: null if nobody
     * read them before the form request was closed, or if `mayBeReadInArchive`: the events of that time are in the archive of the audit log.
     */
    answers: z
      .object({
        ...results,
        isClosed: z.boolean(),
        firstRead: z.object({ by: z.string(), at: IsoMoment }).nullable(),
        mayBeReadInArchive: z.boolean(),
      })
      .nullable(),
  }),
  /** One entry for each message, at the moment when it was queued. */
  z.object({
    ...entry,
    ...formRequest,
    kind: z.literal('messages'),
    category: z.enum(notificationCategories),
    method: z.enum(messageMethods),
    status: z.enum(notificationStatuses),
    /** Why the message waits, was cancelled or did not arrive, in words; '' for a message without a reason. */
    reason: z.string(),
    /** When it leaves, if it waits for that; null otherwise. */
    leavesAt: IsoMoment.nullable(),
    sentAt: IsoMoment.nullable(),
    deliveredAt: IsoMoment.nullable(),
    readAt: IsoMoment.nullable(),
  }),
  z.object({
    ...entry,
    ...formRequest,
    kind: z.literal('notes'),
    /** The beginning of the note. */
    text: z.string().max(timelineNoteLength),
    isShortened: z.boolean(),
    isCorrection: z.boolean(),
    /** A later note corrects this one. */
    isCorrected: z.boolean(),
  }),
  z.object({ ...entry, kind: z.literal('record'), event: z.enum(patientRecordEvents), detail }),
])
export type PatientTimelineEntry = z.infer<typeof PatientTimelineEntry>

export const patientTimeline = routes({
  /**
   * What happened with a patient, newest first: their form requests, messages, notes and changes of the record. Kinds that the caller may not read
   * are left out. `cursor` reads the entries before the last one; null at the end. A page may have fewer entries than the limit.
   */
  read: {
    service: 'patients',
    method: 'GET',
    path: '/patient/:id/timeline',
    action: 'patient:readTimeline',
    permission: ['patient:read'],
    audit: 'patientTimelineRead',
    params: byId,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(maxCursorLength).optional(),
      filters: z.object({ kind: oneOrMore(z.enum(timelineKinds)).optional() }).prefault({}),
    }),
    response: z.object({
      docs: z.array(PatientTimelineEntry),
      cursor: z.string().nullable(),
      /** Changes of the record before this day (Europe/London) are in the archive of the audit log and not in the timeline; null if none are. */
      archivedBefore: IsoDate.nullable(),
    }),
  },
})
