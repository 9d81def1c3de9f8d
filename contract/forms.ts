import { z } from 'zod'

import { formTypeNames } from '#domain/form/form.ts'

import { Definition, draftRevision } from './form-definition.ts'
import { FormDetails, FormResponse, FormResponseDetails, FormSummary, FormVersion, FormVersionDetails, pepCode } from './form-records.ts'
import { byId, done, flag, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText, severalLines } from './text.ts'

const fields = {
  title: oneLineText('Title', 200).min(1, 'Title is required.'),
  description: severalLines('Description', 2_000).trim(),
  type: z.enum(formTypeNames),
}

export const forms = routes({
  list: {
    service: 'forms',
    method: 'GET',
    path: '/form',
    action: 'form:list',
    permission: ['form:read'],
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
    body: z.object({
      title: fields.title,
      description: fields.description.default(''),
      type: fields.type.default('general'),
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
    params: byId,
    body: z
      .object({ ...fields, pepCode, draft: Definition, draftRevision, archived: z.boolean() })
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
    audit: 'formRead',
    params: byId.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
    response: FormVersionDetails,
  },
  listResponses: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/responses',
    action: 'form:listResponses',
    permission: ['formRequest:read'],
    audit: 'formRequestList',
    params: byId,
    query: listQuery(z.object({}), ['submittedAt']),
    response: paginated(FormResponse),
  },
  getResponse: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/responses/:submissionId',
    action: 'form:listResponses',
    permission: ['formRequest:read'],
    audit: 'verb',
    params: byId.extend({ submissionId: z.uuid() }),
    response: FormResponseDetails,
  },
})
