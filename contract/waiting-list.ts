import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { waitedAtLeast } from '#domain/worklist-filters.ts'
import { maxDecisionNoteLength, maxWaitingListDecisions, waitingListDecisions } from '#domain/waiting-list.ts'

import { exportFormat } from './exports.ts'
import { searchText, severalLines } from './fields.ts'
import { IsoDate, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { MessagePlan } from './message-plan.ts'
import { PatientInList } from './patients.ts'
import { csv, routes, spreadsheet } from './route.ts'

const count = z.number().int()
const queue = z.enum(waitingListQueues)

export const WaitingListFilters = z.object({
  queue: queue.optional(),
  specialty: oneOrMore(searchText(10)).optional(),
  formId: oneOrMore(z.uuid()).optional(),
  /** At least so many whole weeks today. */
  waited: z.enum(waitedAtLeast).optional(),
})
export type WaitingListFilters = z.infer<typeof WaitingListFilters>

/** A form request in a queue. */
export const WaitingListEntry = z.object({
  /** Of the form request. */
  id: z.uuid(),
  patient: PatientInList,
  form: z.object({ id: z.uuid(), title: z.string() }),
  specialty: z.string(),
  status: z.enum(requestStatuses),
  isUrgent: z.boolean(),
  /** The answers to the questions about the reason and about symptoms; '' for none. */
  reason: z.string(),
  symptoms: z.string(),
  /** The patient says in this or another form request that symptoms are worse, and nobody has reviewed it yet. */
  saysWorse: z.boolean(),
  answeredAt: IsoMoment.nullable(),
  openedAt: IsoMoment,
  waitingSince: IsoDate.nullable(),
  localPatientId: z.string(),
  pathwayId: z.string(),
  /** A moment of the last day on which the patient can change their mind, or when the removal became final; null for none. */
  finalAt: IsoMoment.nullable(),
  /** The user who approved the removal, and the reason that the user gave; '' for none. */
  approvedBy: z.string(),
  approvalReason: z.string(),
})
export type WaitingListEntry = z.infer<typeof WaitingListEntry>

const chosen = z.union([
  z.array(z.uuid()).min(1).max(maxWaitingListDecisions),
  /** All that match, as the user saw them: at most the oldest 1,000, and none that came later. */
  z.object({ filters: WaitingListFilters.omit({ queue: true }).default({}), until: IsoMoment, expected: count.min(1) }),
])

/** What approving removals would do. */
export const RemovalPreview = z.object({
  /** Removals that can be approved. */
  count,
  /** Form requests that are refused, by reason. */
  refused: z.array(z.object({ reason: z.string(), count })),
  /** Patients whom no method reaches: how many, how many of them can get a letter, and the first of them. */
  untold: z.object({
    count,
    letters: count,
    first: z.array(
      z.object({ id: z.uuid(), patientId: z.uuid(), patient: PatientInList.pick({ firstName: true, lastName: true }), reason: z.string() }),
    ),
  }),
  /** Patients who have died, and get no message. */
  deceased: count,
  /** The text of each method with sample details. */
  texts: z.array(z.object({ method: z.enum(notificationMethods), subject: z.string(), body: z.string() })),
  plan: MessagePlan,
  /** A moment of the last day on which the patients can change their mind. */
  finalAt: IsoMoment,
})
export type RemovalPreview = z.infer<typeof RemovalPreview>

const value = z.object({ value: z.string(), label: z.string(), count })

/** The waiting list as queues of what staff have to decide (PTN-5). */
export const waitingList = routes({
  list: {
    service: 'forms',
    method: 'GET',
    path: '/waiting-list',
    action: 'waitingList:list',
    permission: ['formRequest:read'],
    audit: 'waitingListRead',
    query: listQuery(WaitingListFilters, ['openedAt'], { most: 200 }),
    response: paginated(WaitingListEntry).extend({
      /** When the list was read, for a decision about all that it shows. */
      asOf: IsoMoment,
      /** How many form requests each queue has under the other filters. */
      queues: z.record(queue, count),
      /** The values of the other filters in this queue. */
      specialties: z.array(value),
      forms: z.array(value),
      waited: z.array(value),
    }),
  },
  /** A file of the patients whose removal is final and who wait to be taken off the list in the patient administration system. */
  exportFinal: {
    service: 'forms',
    method: 'GET',
    path: '/waiting-list/final-removals/export',
    action: 'waitingList:export',
    permission: ['formRequest:export'],
    freshProof: 'always',
    audit: 'verb',
    query: WaitingListFilters.omit({ queue: true }).extend({ format: exportFormat }),
    response: 'file',
    fileTypes: [spreadsheet, csv],
  },
  /** What approving removals would do. Changes nothing. */
  previewRemovals: {
    service: 'forms',
    method: 'POST',
    path: '/waiting-list/removal-preview',
    action: 'waitingList:decide',
    permission: ['formRequest:update'],
    audit: 'waitingListRead',
    body: z.object({ queue, requests: chosen }),
    response: RemovalPreview,
  },
  /** Decides form requests of one queue, each once. Each succeeds or fails by itself. */
  decide: {
    service: 'forms',
    method: 'POST',
    path: '/waiting-list/decide',
    action: 'waitingList:decide',
    permission: ['formRequest:update'],
    audit: 'verb',
    body: z.object({
      queue,
      decision: z.enum(waitingListDecisions),
      note: severalLines('Note', maxDecisionNoteLength).trim().default(''),
      requests: chosen,
    }),
    response: z.object({ done: count, refused: z.array(z.object({ id: z.uuid(), reason: z.string() })) }),
  },
})
