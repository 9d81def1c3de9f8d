import { formFiles } from '#contract/form-files.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { downloadForm } from './download-form.ts'
import { downloadSubmission } from './download-submission.ts'

export const serveFormFiles = (door: Door) =>
  serve(door, formFiles, {
    blank: (ctx, { params, query }) => downloadForm(ctx, params.id, query.version),
    submission: (ctx, { params }) => downloadSubmission(ctx, params.id),
  })
