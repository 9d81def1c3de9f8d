import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { seriesStates } from '#domain/series-states.ts'
import {
  endReasons,
  occasionStates,
  offsetUnits,
  openRules,
  inOrder,
  maxEnrolmentFileBytes,
  type Schedule as ScheduleInWords,
  scheduleProblem,
} from '#domain/series.ts'

import { oneLineText, searchText } from './fields.ts'
import { byId, IsoDate, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { PatientInList } from './patients.ts'
import { routes, spreadsheet } from './route.ts'
import { KeptScore } from './scores.ts'

const state = z.enum(seriesStates)

/** A time counted from the date of an enrolment; a negative amount is before the date. */
export const Offset = z.object({ amount: z.number().int(), unit: z.enum(offsetUnits) })

/** When the form is sent: at times counted from the date, or every so many weeks. */
export const Schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offsets'), offsets: z.array(Offset).max(50) }),
  z.object({ kind: z.literal('every'), weeks: z.number().int(), times: z.number().int().nullable(), until: IsoDate.nullable() }),
])

/** A valid schedule, with its times in order. */
const NewSchedule = Schedule.superRefine((schedule, ctx) => {
  const message = scheduleProblem(schedule)
  if (message !== undefined) ctx.addIssue({ code: 'custom', message })
}).transform((schedule): ScheduleInWords =>
  schedule.kind === 'offsets' ? { kind: 'offsets', offsets: inOrder(schedule.offsets) } : schedule,
)

/** A patient who gave one of these answers is sent no more forms. */
const StopAnswer = z.object({
  questionId: oneLineText('Question', 100).min(1, 'Question is required.'),
  values: z.array(oneLineText('Answer', 200)).min(1, 'Choose at least 1 answer.').max(50),
})

const SeriesCounts = z.object({
  /** Patients with an active or paused enrolment. */
  enrolled: z.number().int(),
  /** Occasions in the next seven days. */
  dueSoon: z.number().int(),
  missed: z.number().int(),
  notSent: z.number().int(),
})

export const Series = z.object({
  id: z.uuid(),
  name: z.string(),
  form: z.object({ id: z.uuid(), title: z.string() }),
  /** What the date is called, for example "Date of operation". */
  dateLabel: z.string(),
  schedule: Schedule,
  stopAnswer: StopAnswer.nullable(),
  /** null: the preferred method of each patient. */
  method: z.enum(notificationMethods).nullable(),
  specialty: z.string(),
  /** So many days after its day an occasion is no longer sent by itself. */
  lateDays: z.number().int(),
  whenOpen: z.enum(openRules),
  state,
  /** Why nothing can be sent, such as an archived form; null if forms can be sent. */
  problem: z.string().nullable(),
  /** Why an answer no longer stops the series: the published version of the form has no such question or answer. Forms are still sent. */
  stopProblem: z.string().nullable(),
  counts: SeriesCounts,
  createdAt: IsoMoment,
})
export type Series = z.infer<typeof Series>

export const SeriesDetails = Series.extend({
  /** Enrolments that wait to be planned for a changed schedule. */
  waitingForPlan: z.number().int(),
  /** The days of the next eight weeks with the number of occasions on each. Those of paused enrolments are not counted. */
  days: z.array(z.object({ day: IsoDate, count: z.number().int() })),
})
export type SeriesDetails = z.infer<typeof SeriesDetails>

const fields = z.strictObject({
  name: oneLineText('Name', 100).min(1, 'Name is required.'),
  formId: z.uuid('Form is required.'),
  dateLabel: oneLineText('Name of the date', 60).min(1, 'Name of the date is required.'),
  schedule: NewSchedule,
  stopAnswer: StopAnswer.nullable(),
  method: z.enum(notificationMethods).nullable(),
  specialty: oneLineText('Specialty', 10),
  lateDays: z.number().int().min(1, 'Days must be between 1 and 90.').max(90, 'Days must be between 1 and 90.'),
  whenOpen: z.enum(openRules),
})
const newFields = fields.extend({
  stopAnswer: fields.shape.stopAnswer.default(null),
  method: fields.shape.method.default(null),
  specialty: fields.shape.specialty.default(''),
  lateDays: fields.shape.lateDays.default(7),
  whenOpen: fields.shape.whenOpen.default('replace'),
})

/** A form of a series that is due, was sent, or was not. */
export const Occasion = z.object({
  id: z.uuid(),
  offset: Offset,
  /** The day on which it is sent, in London. */
  day: IsoDate,
  /** The day before a user moved it; null if nobody has. */
  movedFrom: IsoDate.nullable(),
  state: z.enum(occasionStates),
  /** Why it was missed, not sent or skipped; '' otherwise. */
  reason: z.string(),
  /** The form request and the scores of its answers; null if none was sent. */
  request: z.object({ id: z.uuid(), status: z.enum(requestStatuses), sentAt: IsoMoment, scores: z.array(KeptScore) }).nullable(),
})
export type Occasion = z.infer<typeof Occasion>

const EnrolmentRow = z.object({
  id: z.uuid(),
  startsOn: IsoDate,
  state,
  endReason: z.enum(endReasons).nullable(),
  createdAt: IsoMoment,
})

export const Enrolment = EnrolmentRow.extend({
  patient: PatientInList,
  /** The next occasion; null without one. */
  next: z.object({ id: z.uuid(), offset: Offset, day: IsoDate }).nullable(),
  counts: z.object({ sent: z.number().int(), missed: z.number().int(), notSent: z.number().int() }),
})
export type Enrolment = z.infer<typeof Enrolment>

/** A series of one patient with its past and coming occasions. */
export const PatientSeries = EnrolmentRow.extend({
  series: z.object({ id: z.uuid(), name: z.string(), dateLabel: z.string(), state, form: z.object({ id: z.uuid(), title: z.string() }) }),
  occasions: z.array(Occasion),
  /** The bands of each score in the version of the form that was answered last. */
  bands: z.array(z.object({ scoreId: z.string(), bands: z.array(z.object({ from: z.number(), to: z.number(), label: z.string() })) })),
})
export type PatientSeries = z.infer<typeof PatientSeries>

export const OccasionInList = Occasion.omit({ request: true }).extend({
  enrolmentId: z.uuid(),
  startsOn: IsoDate,
  patient: PatientInList,
})
export type OccasionInList = z.infer<typeof OccasionInList>

/** One answer for each row of an act on several: done or why not. */
const results = z.object({ results: z.array(z.object({ id: z.uuid(), done: z.boolean(), reason: z.string().optional() })) })
export type SeriesResults = z.infer<typeof results>

/** What a change of a series does to the patients who are enrolled. What was sent stays. */
export const SeriesChange = z.object({
  enrolments: z.number().int(),
  /** Planned occasions that are removed. */
  removed: z.number().int(),
  /** Occasions that are added; null for a schedule without a list of times. */
  added: z.number().int().nullable(),
  /** Enrolments that end, because nothing is left to send. */
  ending: z.number().int(),
  sent: z.number().int(),
})
export type SeriesChange = z.infer<typeof SeriesChange>

/** The rows of an uploaded file. Nothing is enrolled while it is only checked. */
export const EnrolmentFile = z.object({
  enrolled: z.number().int(),
  /** Rows without a problem. */
  good: z.number().int(),
  problems: z.array(z.object({ row: z.number().int(), message: z.string() })),
})
export type EnrolmentFile = z.infer<typeof EnrolmentFile>

const reading = { service: 'forms', method: 'GET', permission: ['formRequest:read'] } as const
const planning = { service: 'forms', permission: ['form:update'], audit: 'verb' } as const
const acting = { service: 'forms', method: 'POST', permission: ['formRequest:update'], audit: 'verb' } as const
const enrolling = { service: 'forms', permission: ['formRequest:create'] } as const
const one = { params: byId } as const
const several = z.array(z.uuid()).min(1).max(500)

/** Series: a form sent at times counted from a date (REQ-10). */
export const series = routes({
  list: {
    ...reading,
    path: '/series',
    action: 'series:list',
    audit: 'seriesList',
    query: listQuery(z.object({ search: searchText(100).optional(), state: oneOrMore(state).optional() }), ['name', 'createdAt']),
    response: paginated(Series),
  },
  create: { ...planning, method: 'POST', path: '/series', action: 'series:create', body: newFields, response: Series },
  get: { ...reading, ...one, path: '/series/:id', action: 'series:get', audit: 'seriesRead', response: SeriesDetails },
  update: {
    ...planning,
    ...one,
    method: 'PATCH',
    path: '/series/:id',
    action: 'series:update',
    body: fields.partial(),
    response: Series,
  },
  /** What a change of the schedule would do. Nothing is changed. */
  preview: {
    ...one,
    service: 'forms',
    method: 'POST',
    path: '/series/:id/preview',
    action: 'series:update',
    permission: ['form:update'],
    audit: 'seriesRead',
    body: z.strictObject({ schedule: NewSchedule }),
    response: SeriesChange,
  },
  /** Pauses, resumes or ends a series for all patients. A series that has ended stays so. */
  setState: {
    ...planning,
    ...one,
    method: 'POST',
    path: '/series/:id/state',
    action: 'series:setState',
    body: z.strictObject({ state }),
    response: Series,
  },
  enrolments: {
    ...reading,
    ...one,
    path: '/series/:id/enrolment',
    action: 'series:listEnrolments',
    audit: 'seriesEnrolmentList',
    query: listQuery(z.object({ search: searchText(100).optional(), state: oneOrMore(state).optional() }), ['lastName', 'startsOn']),
    response: paginated(Enrolment),
  },
  /** Enrols patients, each with a date. Each succeeds or fails by itself. */
  enrol: {
    ...enrolling,
    ...one,
    method: 'POST',
    path: '/series/:id/enrolment',
    action: 'series:enrol',
    audit: 'verb',
    body: z.strictObject({
      enrolments: z
        .array(z.strictObject({ patientId: z.uuid(), startsOn: IsoDate }))
        .min(1)
        .max(500),
    }),
    response: results,
  },
  /** A spreadsheet with a row for each patient. Without `enrol` the rows are only checked. */
  enrolFile: {
    ...enrolling,
    ...one,
    method: 'PUT',
    path: '/series/:id/enrolment/file',
    action: 'series:enrolFile',
    audit: 'verb',
    query: z.object({ enrol: z.enum(['true', 'false']).default('false') }),
    body: 'bytes',
    bodyTypes: [spreadsheet],
    maxBytes: maxEnrolmentFileBytes,
    response: EnrolmentFile,
  },
  template: {
    ...enrolling,
    ...one,
    method: 'GET',
    path: '/series/:id/enrolment/template',
    action: 'series:downloadTemplate',
    audit: 'seriesRead',
    response: 'file',
    fileTypes: [spreadsheet],
  },
  /** Pauses, resumes or ends enrolments. Each succeeds or fails by itself. */
  setEnrolments: {
    ...acting,
    ...one,
    path: '/series/:id/enrolment/state',
    action: 'series:setEnrolments',
    body: z.strictObject({ state, enrolments: several }),
    response: results,
  },
  /** Corrects the date of an enrolment. What was sent stays, and what is planned moves with the date. */
  correctDate: {
    ...acting,
    method: 'PATCH',
    path: '/series/:id/enrolment/:enrolmentId',
    action: 'series:correctDate',
    params: byId.extend({ enrolmentId: z.uuid() }),
    body: z.strictObject({ startsOn: IsoDate }),
    response: EnrolmentRow,
  },
  occasions: {
    ...reading,
    ...one,
    path: '/series/:id/occasion',
    action: 'series:listOccasions',
    audit: 'seriesEnrolmentList',
    query: listQuery(z.object({ state: oneOrMore(z.enum(occasionStates)).optional(), day: IsoDate.optional() }), ['day']),
    response: paginated(OccasionInList),
  },
  /** Sends the form now, also when the day is not yet due or was missed. */
  send: {
    ...acting,
    ...one,
    path: '/series/:id/occasion/send',
    action: 'series:send',
    permission: ['formRequest:create'],
    body: z.strictObject({ occasions: z.array(z.uuid()).min(1).max(200) }),
    response: results,
  },
  skip: {
    ...acting,
    ...one,
    path: '/series/:id/occasion/skip',
    action: 'series:skip',
    body: z.strictObject({ occasions: several }),
    response: results,
  },
  /** Moves planned occasions to another day, or missed and skipped ones to a day to come. */
  move: {
    ...acting,
    ...one,
    path: '/series/:id/occasion/move',
    action: 'series:move',
    body: z.strictObject({ occasions: several, day: IsoDate }),
    response: results,
  },
  ofPatient: {
    ...reading,
    ...one,
    service: 'patients',
    path: '/patient/:id/series',
    action: 'patient:listSeries',
    audit: 'patientSeriesRead',
    response: z.object({ docs: z.array(PatientSeries) }),
  },
})
