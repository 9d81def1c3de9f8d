import { z } from 'zod'

import { readSearchDate } from '#domain/fhir/search-date.ts'
import { isNhsNumber, nhsNumberSystem } from '#domain/nhs-number.ts'

import { byId, maxCursorLength } from './lists.ts'
import { fhirJson, json, ndjson, routes } from './route.ts'

/** Resources on a page of a search, at most. */
export const maxResources = 100

const formats = ['json', 'application/json', fhirJson] as const
const uuid = z.uuid('Enter an ID of this server.')
/** An id, or a reference to a resource of this server. */
const referenceTo = (type: string) =>
  z
    .string()
    .max(100)
    .regex(new RegExp(`^(${type}/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`), `Enter an ID, with or without ${type}/ before it.`)
const identifier = z
  .string()
  .max(100)
  .refine((text) => text.startsWith(`${nhsNumberSystem}|`) && isNhsNumber(text.slice(nhsNumberSystem.length + 1)), {
    error: `Enter ${nhsNumberSystem}| and an NHS number.`,
  })
const status = z
  .string()
  .max(200)
  .regex(/^[a-z-]+(,[a-z-]+)*$/, 'Enter one status, or several with commas between them.')
const moment = z
  .string()
  .max(60)
  .refine((text) => readSearchDate(text) !== undefined, 'Enter a date or moment, such as ge2026-07-01 or lt2026-07-01T08:30:00Z.')
/** One date, or the two ends of a period. */
const dates = z.union([z.array(moment).max(2), moment.transform((one) => [one])]).optional()

const paging = {
  _count: z.coerce.number().int().min(1).max(1_000_000).default(20),
  /** The next page, as an earlier page named it. The other parameters are then in it. */
  _page: z
    .string()
    .max(maxCursorLength)
    .regex(/^[\w-]+$/, 'The page is not valid. Start the search again.')
    .optional(),
  _format: z.enum(formats).optional(),
}
const ofPatient = { patient: referenceTo('Patient').optional(), 'patient:identifier': identifier.optional() }

const QuestionnaireSearch = z.object({ ...paging, _id: uuid.optional(), status: status.optional(), _lastUpdated: dates })
const ResponseSearch = z.object({
  ...paging,
  ...ofPatient,
  _id: uuid.optional(),
  questionnaire: referenceTo('Questionnaire').optional(),
  status: status.optional(),
  authored: dates,
  _lastUpdated: dates,
})
const TaskSearch = z.object({
  ...paging,
  ...ofPatient,
  _id: uuid.optional(),
  focus: referenceTo('Questionnaire').optional(),
  status: status.optional(),
  _lastUpdated: dates,
})

const format = z.object({ _format: z.enum(formats).optional() })
const shared = { service: 'fhir', isForSystems: true, audit: 'verb', response: 'fhir' } as const
const ofForms = { ...shared, action: 'form:list', permission: ['form:read'] } as const
const ofRequests = { ...shared, action: 'formRequest:list', permission: ['formRequest:read'] } as const
const get = { method: 'GET', query: format } as const
/** The same search with the parameters in the body, so that no NHS number is in an address. */
const inBody = { method: 'POST', bodyAs: 'form' } as const

/** FHIR R4 for other systems, read only (INT-5; docs/decisions/0062-fhir-for-systems.md). */
export const fhir = routes({
  metadata: { ...shared, ...get, path: '/metadata', action: 'form:list', permission: ['form:read', 'formRequest:read'] },
  searchQuestionnaires: { ...ofForms, method: 'GET', path: '/Questionnaire', query: QuestionnaireSearch },
  searchQuestionnairesByPost: { ...ofForms, ...inBody, path: '/Questionnaire/_search', body: QuestionnaireSearch },
  /** The live version of a form. */
  questionnaire: { ...ofForms, ...get, path: '/Questionnaire/:id', params: byId },
  questionnaireVersion: {
    ...ofForms,
    ...get,
    path: '/Questionnaire/:id/_history/:version',
    params: byId.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
  },
  searchResponses: { ...ofRequests, method: 'GET', path: '/QuestionnaireResponse', query: ResponseSearch },
  searchResponsesByPost: { ...ofRequests, ...inBody, path: '/QuestionnaireResponse/_search', body: ResponseSearch },
  questionnaireResponse: { ...ofRequests, ...get, path: '/QuestionnaireResponse/:id', params: byId },
  searchTasks: { ...ofRequests, method: 'GET', path: '/Task', query: TaskSearch },
  searchTasksByPost: { ...ofRequests, ...inBody, path: '/Task/_search', body: TaskSearch },
  /** A form request. */
  task: { ...ofRequests, ...get, path: '/Task/:id', params: byId },
})

/** The form of a filter such as `QuestionnaireResponse?questionnaire=Questionnaire/…`. */
const ofOneForm = z
  .string()
  .max(200)
  .regex(
    /^QuestionnaireResponse\?questionnaire=(Questionnaire\/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'Enter QuestionnaireResponse?questionnaire= and the ID of a form.',
  )
  .transform((filter) => filter.slice(-36))

const bulk = { ...ofRequests, isForSystems: true } as const

/**
 * The responses to one form as one file, for integration clients: FHIR Bulk Data Access (INT-5;
 * https://hl7.org/fhir/uv/bulkdata/STU2/export.html).
 */
export const fhirExports = routes({
  start: {
    ...bulk,
    method: 'GET',
    path: '/$export',
    mayBeAccepted: true,
    query: z.object({
      _type: z.literal('QuestionnaireResponse').optional(),
      _typeFilter: ofOneForm,
      /** Only responses that were sent after this moment: the transactionTime of an earlier export. */
      _since: z.iso.datetime({ offset: true }).optional(),
      _outputFormat: z.enum([ndjson, 'application/ndjson', 'ndjson']).optional(),
    }),
  },
  status: {
    ...bulk,
    method: 'GET',
    path: '/$export/:id',
    params: byId,
    audit: 'exportRead',
    fileTypes: [json],
    mayBeAccepted: true,
  },
  cancel: { ...bulk, method: 'DELETE', path: '/$export/:id', params: byId, mayBeAccepted: true },
  download: {
    ...bulk,
    method: 'GET',
    path: '/$export/:id/QuestionnaireResponse.ndjson',
    params: byId,
    audit: 'exportDownloaded',
    response: 'file',
    fileTypes: [ndjson],
  },
})
