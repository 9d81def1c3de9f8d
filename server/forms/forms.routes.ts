import { forms } from '#contract/forms.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createForm, publishForm, readSubmission, removeForm, updateForm, withPepPlace } from './forms.ts'
import { listSubmissions } from './form-submissions.sql.ts'
import { getFormVersion, listVersions } from './form-versions.sql.ts'
import { getForm, listForms } from './forms.sql.ts'

export const serveForms = (deps: RouteDeps) =>
  serve(deps, forms, {
    list: (ctx, { query }) => listForms(ctx, query),
    create: (ctx, { body }) => createForm(ctx, body),
    get: (ctx, { params }) => getForm(ctx, params.id),
    update: {
      before: async (call, { params, body }) => {
        const change = await withPepPlace(call, body)
        return (ctx) => updateForm(ctx, params.id, change)
      },
    },
    delete: (ctx, { params }) => removeForm(ctx, params.id),
    publish: (ctx, { params, body }) => publishForm(ctx, params.id, body),
    listVersions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
    getVersion: (ctx, { params }) => getFormVersion(ctx, params.id, params.version),
    listSubmissions: (ctx, { params, query }) => listSubmissions(ctx, params.id, query),
    getSubmission: (ctx, { params }) => readSubmission(ctx, params.id, params.submissionId),
  })
