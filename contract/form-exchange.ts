import { z } from 'zod'

import { questionnaireLimits } from '#domain/fhir/import/read-document.ts'
import { english, languagePattern } from '#domain/languages.ts'

import { FormDetails } from './forms.ts'
import { byId } from './lists.ts'
import { fhirJson, json, pdf, routes } from './route.ts'

/** The outcome for one item of a questionnaire (docs/decisions/0016-fhir-exchange.md). */
export const ReportLine = z.object({
  linkId: z.string(),
  title: z.string(),
  outcome: z.enum(['kept', 'degraded', 'dropped']),
  notes: z.array(z.string()),
})
export type ReportLine = z.infer<typeof ReportLine>

export const ImportPreview = z.object({
  title: z.string(),
  /** Of all forms that will be created. */
  questionCount: z.number().int(),
  /** The forms that will be created: several for a questionnaire that is too long for one form. */
  forms: z.array(z.object({ title: z.string(), questionCount: z.number().int() })),
  /** Losses that concern the whole questionnaire. */
  notes: z.array(z.string()),
  lines: z.array(ReportLine),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** The first form, and the other forms of a questionnaire that was too long for one. */
const ImportedForms = FormDetails.extend({ otherParts: z.array(z.object({ id: z.uuid(), title: z.string() })) })

const importing = {
  service: 'forms',
  method: 'POST',
  action: 'form:import',
  permission: ['form:create'],
  body: 'bytes',
  bodyTypes: [fhirJson, json],
  maxBytes: questionnaireLimits.bytes,
} as const

/** Import and export of FHIR R4 (FORM-9). */
export const formExchange = routes({
  /** A preview of an import; nothing is stored. */
  preview: { ...importing, path: '/form/fhir/preview', audit: 'formImportPreviewed', response: ImportPreview },
  create: { ...importing, path: '/form/fhir', audit: 'verb', response: ImportedForms },
  /** One version as a Questionnaire. */
  version: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/versions/:version/fhir',
    action: 'form:export',
    permission: ['form:read'],
    isForSystems: true,
    audit: 'formRead',
    params: byId.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
    response: 'file',
    fileTypes: [fhirJson],
  },
  /** One submission as a QuestionnaireResponse. */
  response: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/responses/:submissionId/fhir',
    action: 'form:listResponses',
    permission: ['formRequest:read'],
    isForSystems: true,
    audit: 'verb',
    params: byId.extend({ submissionId: z.uuid() }),
    response: 'file',
    fileTypes: [fhirJson],
  },
})

/** Forms as PDF (FORM-5). */
export const formFiles = routes({
  /**
   * An empty form to print. Without a version: the live version, or the draft of a form that was never published. A draft without changes is the
   * live version.
   */
  blank: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/pdf',
    action: 'form:download',
    permission: ['form:read'],
    audit: 'verb',
    params: byId,
    query: z.object({
      version: z.union([z.literal('draft'), z.coerce.number().int().min(1).max(1_000_000)]).optional(),
      /** The texts and the fixed words in this language, as far as they are translated. */
      language: z.string().regex(languagePattern, 'Language is not valid.').default(english),
    }),
    response: 'file',
    fileTypes: [pdf],
  },
  /** The submission of a form request. */
  submission: {
    service: 'forms',
    method: 'GET',
    path: '/request/:id/pdf',
    action: 'formRequest:download',
    permission: ['formRequest:read'],
    isForSystems: true,
    audit: 'verb',
    params: byId,
    response: 'file',
    fileTypes: [pdf],
  },
})
