import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, sexes } from '#domain/patient-choices.ts'
import { comparedDetails } from '#domain/patient-match.ts'
import { type PatientField, patientFields } from '#domain/patient-rules.ts'

import { byId, flag, IsoDate, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText } from './fields.ts'

const address = { line1: z.string(), line2: z.string(), town: z.string(), county: z.string(), postcode: z.string() }

export const Patient = z.object({
  id: z.uuid(),
  /** Ten digits; shown 3-3-4. */
  nhsNumber: z.string().nullable(),
  localPatientId: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  dateOfBirth: IsoDate,
  sex: z.enum(sexes).nullable(),
  address: z.object(address),
  /** E.164. */
  phoneNumber: z.string().nullable(),
  emailAddress: z.string().nullable(),
  preferredMethod: z.enum(notificationMethods).nullable(),
  mayBeContacted: z.boolean(),
  admissionStatus: z.enum(admissionStatuses),
  /** Whether they have submitted a form. */
  submitted: z.boolean(),
  /** Whether the organisation's own patient record knows them. */
  onRecord: z.boolean(),
  locale: z.string(),
  ward: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  archived: z.boolean(),
  archivedAt: IsoMoment.nullable(),
  /** Form requests that are unopened or opened. */
  openRequests: z.number().int(),
  createdAt: IsoMoment,
  updatedAt: IsoMoment,
})
export type Patient = z.infer<typeof Patient>
/** As much of a patient as a row about something else shows. */
export const PatientInList = Patient.pick({ id: true, firstName: true, lastName: true, nhsNumber: true, dateOfBirth: true })

/** Nothing is '' or null, as one likes. Which words may stand where is said in domain/patient-rules.ts, because it depends on the organisation. */
const text = (field: PatientField) => oneLineText(patientFields[field], 1_000).nullable()

/** What a person can write about a patient. */
const fields = z.object({
  nhsNumber: text('nhsNumber'),
  localPatientId: text('localPatientId'),
  firstName: text('firstName'),
  lastName: text('lastName'),
  dateOfBirth: text('dateOfBirth'),
  sex: text('sex'),
  address: z
    .object({ line1: text('line1'), line2: text('line2'), town: text('town'), county: text('county'), postcode: text('postcode') })
    .partial(),
  phoneNumber: text('phoneNumber'),
  emailAddress: text('emailAddress'),
  preferredMethod: text('preferredMethod'),
  mayBeContacted: z.boolean(),
  admissionStatus: text('admissionStatus'),
  onRecord: z.boolean(),
  wardId: z.uuid('Ward is not valid.').nullable(),
  locale: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Language is not valid.'),
})
/** Possible duplicates that somebody has looked at: each is somebody else (PAT-4). */
const ruledOut = z.array(z.uuid()).max(200).optional()

export const NewPatient = fields.partial().extend({ ruledOut })
export type NewPatient = z.output<typeof NewPatient>

/** What is not named stays as it is; `archived: false` brings an archived patient back. */
export const PatientChanges = fields.extend({ archived: z.literal(false), ruledOut }).partial()
export type PatientChanges = z.output<typeof PatientChanges>

export const PatientFilters = z.object({
  archived: flag.default(false),
  /** Words of the name, or how the NHS number or the local id begins, as one types. */
  search: z.string().trim().max(200).optional(),
  sex: oneOrMore(z.enum(sexes)).optional(),
  wardId: oneOrMore(z.uuid()).optional(),
  /** The preferred method. */
  method: oneOrMore(z.enum(notificationMethods)).optional(),
  admissionStatus: oneOrMore(z.enum(admissionStatuses)).optional(),
  hasOpenRequest: flag.optional(),
})
export type PatientFilters = z.output<typeof PatientFilters>

/** Sorting by full name is sent as sorting by last name (specification section 5). */
export const patientSorts = ['lastName', 'dateOfBirth', 'nhsNumber', 'createdAt'] as const

const read = { service: 'patients', method: 'GET', path: '/patient', permission: ['patient:read'] } as const

export const patients = routes({
  get: { ...read, when: 'id', action: 'patient:read', audit: 'patientRead', query: byId, response: Patient },
  getByNhsNumber: {
    ...read,
    when: 'nhsNumber',
    action: 'patient:read',
    audit: 'patientRead',
    query: z.object({ nhsNumber: z.string().max(30) }),
    response: Patient,
  },
  list: {
    ...read,
    action: 'patient:list',
    audit: 'patientList',
    query: listQuery(PatientFilters, patientSorts),
    response: paginated(Patient),
  },
  create: {
    service: 'patients',
    method: 'POST',
    path: '/patient',
    action: 'patient:create',
    permission: ['patient:create'],
    audit: 'verb',
    body: NewPatient,
    response: Patient,
  },
  update: {
    service: 'patients',
    method: 'PATCH',
    path: '/patient/:id',
    action: 'patient:update',
    permission: ['patient:update'],
    audit: 'verb',
    params: byId,
    body: PatientChanges,
    response: Patient,
  },
  /** Nothing is ever deleted: the patient is archived, and is no longer waited for. */
  archive: {
    service: 'patients',
    method: 'DELETE',
    path: '/patient/:id',
    action: 'patient:archive',
    permission: ['patient:delete'],
    audit: 'verb',
    params: byId,
    response: Patient,
  },
})

/** A patient who may be the one that is written down, with what the two agree in (PAT-4). */
export const PossibleDuplicate = Patient.pick({
  id: true,
  nhsNumber: true,
  localPatientId: true,
  fullName: true,
  dateOfBirth: true,
  address: true,
  archived: true,
}).extend({ agreesIn: z.array(z.enum(['nhsNumber', ...comparedDetails])) })
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>
