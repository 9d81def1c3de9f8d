import { forms } from '#contract/forms.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createForm, publishForm, readResponse, removeForm, updateForm } from './forms.ts'
import { listResponses } from './form-responses.sql.ts'
import { getFormVersion, listVersions } from './form-versions.sql.ts'
import { getForm, listForms } from './forms.sql.ts'

export const serveForms = (deps: RouteDeps) =>
  serve(deps, forms, {
    list: (ctx, { query }) => listForms(ctx, query),
    create: (ctx, { body }) => createForm(ctx, body),
    get: (ctx, { params }) => getForm(ctx, params.id),
    update: (ctx, { params, body }) => updateForm(ctx, params.id, body),
    delete: (ctx, { params }) => removeForm(ctx, params.id),
    publish: (ctx, { params, body }) => publishForm(ctx, params.id, body),
    listVersions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
    getVersion: (ctx, { params }) => getFormVersion(ctx, params.id, params.version),
    listResponses: (ctx, { params, query }) => listResponses(ctx, params.id, query),
    getResponse: (ctx, { params }) => readResponse(ctx, params.id, params.submissionId),
  })
