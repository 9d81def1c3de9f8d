import { z } from 'zod'

import { formTypeNames } from '#domain/form/form.ts'
import { reminderOrderProblem } from '#domain/organisation-rules.ts'

import { Definition, draftRevision, GivenAnswers } from './form-definition.ts'
import { byId, done, flag, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { PatientInList } from './patients.ts'
import { PepPlace } from './pep.ts'
import { routes } from './route.ts'
import { results } from './scores.ts'
import { oneLineText, severalLines, wholeField } from './fields.ts'

const Editor = z.object({ id: z.uuid(), name: z.string() })

export const FormSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  /** The live version; null until first published. */
  version: z.number().int().nullable(),
  publishedAt: IsoMoment.nullable(),
  isArchived: z.boolean(),
  questionCount: z.number().int(),
  /** The draft differs from the live version. */
  isChanged: z.boolean(),
  editedBy: Editor.nullable(),
  editedAt: IsoMoment,
  /** The number of requests sent, up to a limit (domain/form/form.ts). A form that was ever sent cannot be deleted. */
  requestCount: z.number().int(),
  createdAt: IsoMoment,
  updatedAt: IsoMoment,
})
export type FormSummary = z.infer<typeof FormSummary>

/** The PEP department or clinic (appointment type) a form belongs to. */
export const pepCode = oneLineText('Code', 50).nullable()

/** 0: no such reminder. */
export const ReminderDays = z.object({ firstDays: z.number().int(), secondDays: z.number().int(), lastDays: z.number().int() })

const reminders = z
  .object({ firstDays: wholeField('reminderDays'), secondDays: wholeField('secondReminderDays'), lastDays: wholeField('lastReminderDays') })
  .superRefine(({ firstDays, secondDays }, ctx) => {
    const message = reminderOrderProblem(firstDays, secondDays)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message, path: ['secondDays'] })
  })
  .nullable()

export const FormDetails = FormSummary.extend({
  draft: Definition,
  /** Each save creates the next revision and names the revision it changes. */
  draftRevision: z.number().int(),
  pepCode,
  /** What the PEP says about the code; null if the code was not confirmed. */
  pepPlace: PepPlace.omit({ code: true }).extend({ confirmedAt: IsoMoment }).nullable(),
  /** The NHS App shows no form request of a sensitive form. */
  isSensitive: z.boolean(),
  /** The form's own reminders; null for those of the organisation. */
  reminders: ReminderDays.nullable(),
})
export type FormDetails = z.infer<typeof FormDetails>

export const FormVersion = z.object({
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  changeNotes: z.string(),
  questionCount: z.number().int(),
  publishedBy: Editor.nullable(),
  publishedAt: IsoMoment,
})
export type FormVersion = z.infer<typeof FormVersion>
export const FormVersionDetails = FormVersion.extend({ definition: Definition })

export const SubmissionSummary = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  version: z.number().int(),
  channel: z.string(),
  submittedAt: IsoMoment,
  patient: PatientInList,
})
export type SubmissionSummary = z.infer<typeof SubmissionSummary>
/** The answers with the form version they were given to (FORM-2). */
export const SubmissionDetails = SubmissionSummary.extend({ title: z.string(), definition: Definition, answers: GivenAnswers, ...results })

const fields = {
  title: oneLineText('Title', 200).min(1, 'Title is required.'),
  description: severalLines('Description', 2_000).trim(),
  type: z.enum(formTypeNames),
}

/** 300 questions with their translations into several languages. Each translation repeats its English text. */
const maxFormBytes = 8 * 1024 * 1024

export const forms = routes({
  list: {
    service: 'forms',
    method: 'GET',
    path: '/form',
    action: 'form:list',
    permission: ['form:read'],
    isForSystems: true,
    audit: 'formList',
    query: listQuery(
      z.object({
        archived: flag.default(false),
        search: z.string().trim().max(200).optional(),
        type: oneOrMore(z.string().max(50)).optional(),
        published: flag.optional(),
      }),
      ['title', 'updatedAt', 'version'],
    ),
    response: paginated(FormSummary),
  },
  create: {
    service: 'forms',
    method: 'POST',
    path: '/form',
    action: 'form:create',
    permission: ['form:create'],
    audit: 'verb',
    maxBytes: maxFormBytes,
    body: z.object({
      title: fields.title,
      description: fields.description.default(''),
      type: fields.type.default('general'),
      isSensitive: z.boolean().default(false),
      draft: Definition.optional(),
    }),
    response: FormDetails,
  },
  get: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id',
    action: 'form:get',
    permission: ['form:read'],
    isForSystems: true,
    audit: 'formRead',
    params: byId,
    response: FormDetails,
  },
  update: {
    service: 'forms',
    method: 'PATCH',
    path: '/form/:id',
    action: 'form:update',
    permission: ['form:update'],
    audit: 'verb',
    maxBytes: maxFormBytes,
    params: byId,
    body: z
      .object({ ...fields, pepCode, reminders, draft: Definition, draftRevision, archived: z.boolean(), isSensitive: z.boolean() })
      .partial()
      .refine(({ draft, draftRevision }) => !draft || draftRevision !== undefined, {
        error: 'Draft revision is required.',
        path: ['draftRevision'],
      }),
    response: FormDetails,
  },
  delete: {
    service: 'forms',
    method: 'DELETE',
    path: '/form/:id',
    action: 'form:delete',
    permission: ['form:delete'],
    audit: 'verb',
    params: byId,
    response: done,
  },
  publish: {
    service: 'forms',
    method: 'POST',
    path: '/form/:id/publish',
    action: 'form:update',
    permission: ['form:update'],
    audit: 'verb',
    params: byId,
    body: z.object({
      changeNotes: severalLines('Change notes', 2_000).trim().default(''),
      draftRevision,
    }),
    response: FormDetails,
  },
  listVersions: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/versions',
    action: 'form:listVersions',
    permission: ['form:read'],
    isForSystems: true,
    audit: 'formRead',
    params: byId,
    query: listQuery(z.object({}), ['version']),
    response: paginated(FormVersion),
  },
  getVersion: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/versions/:version',
    action: 'form:listQuestions',
    permission: ['form:read'],
    isForSystems: true,
    audit: 'formRead',
    params: byId.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
    response: FormVersionDetails,
  },
  listSubmissions: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/responses',
    action: 'form:listResponses',
    permission: ['formRequest:read'],
    isForSystems: true,
    audit: 'formRequestList',
    params: byId,
    query: listQuery(z.object({}), ['submittedAt']),
    response: paginated(SubmissionSummary),
  },
  getSubmission: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/responses/:submissionId',
    action: 'form:listResponses',
    permission: ['formRequest:read'],
    isForSystems: true,
    audit: 'verb',
    params: byId.extend({ submissionId: z.uuid() }),
    response: SubmissionDetails,
  },
})
