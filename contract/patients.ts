import { z } from 'zod'

import { optOutSources } from '#domain/contactability.ts'
import { patientLanguagePattern } from '#domain/languages.ts'
import { notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, sexes } from '#domain/patient-choices.ts'
import { comparedDetails } from '#domain/patient-match.ts'
import { type PatientField, patientFields } from '#domain/patient-rules.ts'

import { byId, flag, IsoDate, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'
import { identityCheck, oneLineText } from './fields.ts'

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
  /** The NHS App shows none of the form requests of the patient. */
  leftOutOfNhsApp: z.boolean(),
  deceased: z.boolean(),
  /** Null if it is not known, or the patient has not died. */
  dateOfDeath: IsoDate.nullable(),
  /** The methods by which the patient has asked not to get messages. */
  optedOutMethods: z.array(z.enum(notificationMethods)),
  /** When and how the patient opted out of each of them. */
  optOuts: z.array(z.object({ method: z.enum(notificationMethods), at: IsoMoment, by: z.enum(optOutSources) })),
  admissionStatus: z.enum(admissionStatuses),
  /** Whether the patient has submitted a form. */
  submitted: z.boolean(),
  /** Whether the organisation's record system has this patient. */
  onRecord: z.boolean(),
  /** The language that the patient reads, such as cy; '' if it is not known. */
  locale: z.string(),
  ward: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  archived: z.boolean(),
  archivedAt: IsoMoment.nullable(),
  /** The record that this one was merged into. A merged record is archived and is not changed. */
  mergedIntoId: z.uuid().nullable(),
  /** Keeps the record from being erased. Null if there is none. */
  legalHold: z.object({ since: IsoMoment, reason: z.string() }).nullable(),
  /** Number of unopened or opened form requests. */
  openRequests: z.number().int(),
  createdAt: IsoMoment,
  updatedAt: IsoMoment,
})
export type Patient = z.infer<typeof Patient>
/** The fields of a patient that rows about other records show. */
export const PatientInList = Patient.pick({ id: true, firstName: true, lastName: true, nhsNumber: true, dateOfBirth: true })

/** '' and null both mean no value. The rules are in domain/patient-rules.ts, because they depend on the organisation. */
const text = (field: PatientField) => oneLineText(patientFields[field], 1_000).nullable()

/** The writable fields of a patient. */
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
  /** Marking a patient as deceased ends their form requests and cancels waiting messages. */
  deceased: z.boolean(),
  dateOfDeath: text('dateOfDeath'),
  optedOutMethods: z
    .array(z.enum(notificationMethods, 'Method is not valid.'))
    .max(notificationMethods.length, 'Each method can be chosen once.'),
  admissionStatus: text('admissionStatus'),
  onRecord: z.boolean(),
  wardId: z.uuid('Ward is not valid.').nullable(),
  locale: z.string().regex(patientLanguagePattern, 'Language is not valid.'),
  leftOutOfNhsApp: z.boolean(),
})
/** Possible duplicates that the user has confirmed to be other patients (PAT-4). */
const ruledOut = z.array(z.uuid()).max(200).optional()

export const NewPatient = fields.partial().extend({ ruledOut })
export type NewPatient = z.output<typeof NewPatient>

/** Missing fields stay unchanged; `archived: false` restores an archived patient. */
export const PatientChanges = fields
  .extend({
    archived: z.literal(false),
    ruledOut,
    /** What the caller read in the fields that it changes. 409 if one of them has been changed since to something else. */
    before: fields.partial(),
    /** Recorded with the correction of a phone number or email address. */
    identityCheck,
  })
  .partial()
  .refine((given) => given.identityCheck === undefined || given.phoneNumber !== undefined || given.emailAddress !== undefined, {
    error: 'An identity check is recorded only with a phone number or email address.',
    path: ['identityCheck'],
  })
export type PatientChanges = z.output<typeof PatientChanges>

export const PatientFilters = z.object({
  archived: flag.default(false),
  /** Words of the name, or the beginning of the NHS number or local patient ID. */
  search: z.string().trim().max(200).optional(),
  sex: oneOrMore(z.enum(sexes)).optional(),
  wardId: oneOrMore(z.uuid()).optional(),
  /** The preferred method. */
  method: oneOrMore(z.enum(notificationMethods)).optional(),
  admissionStatus: oneOrMore(z.enum(admissionStatuses)).optional(),
  hasOpenRequest: flag.optional(),
  deceased: flag.optional(),
  /** Whether the patient has asked not to get messages by a method. */
  optedOut: flag.optional(),
})
export type PatientFilters = z.output<typeof PatientFilters>

/** Sorting by full name is sent as sorting by last name (specification section 5). */
export const patientSorts = ['lastName', 'dateOfBirth', 'nhsNumber', 'createdAt'] as const

const read = { service: 'patients', method: 'GET', path: '/patient', permission: ['patient:read'], isForSystems: true } as const

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
    /** `isCountCapped`: true when a search matches more than 50,000 patients. The others are not counted. */
    response: paginated(Patient).extend({ isCountCapped: z.boolean() }),
  },
  create: {
    service: 'patients',
    method: 'POST',
    path: '/patient',
    action: 'patient:create',
    permission: ['patient:create'],
    isForSystems: true,
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
    isForSystems: true,
    audit: 'verb',
    params: byId,
    body: PatientChanges,
    response: Patient,
  },
  /**
   * Adds a patient, or changes the patient with this NHS number or local patient ID; missing fields stay unchanged. Only a patient who is
   * surely the same person is changed. Otherwise nothing is changed, and a user decides (PAT-4).
   */
  save: {
    service: 'patients',
    method: 'PUT',
    path: '/patient',
    action: 'patient:save',
    permission: ['patient:update'],
    isForSystems: true,
    audit: 'verb',
    body: fields
      .omit({ optedOutMethods: true, mayBeContacted: true })
      .partial()
      .refine(({ nhsNumber, localPatientId }) => Boolean(nhsNumber || localPatientId), {
        error: 'NHS number or local patient ID is required.',
        path: ['nhsNumber'],
      }),
    response: z.object({ result: z.enum(['created', 'updated', 'unchanged']), patient: Patient }),
  },
  /** Archives the patient and closes the open requests. The record stays. */
  archive: {
    service: 'patients',
    method: 'DELETE',
    path: '/patient/:id',
    action: 'patient:archive',
    permission: ['patient:delete'],
    isForSystems: true,
    audit: 'verb',
    params: byId,
    response: Patient,
  },
})

/** A possible duplicate of the entered patient, with the details that agree (PAT-4). */
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
