import { imports } from '#contract/imports.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { completeImport } from './complete-import.ts'
import { getImportJob, listImportJobs } from './import-jobs.sql.ts'
import { listImportRows } from './import-rows.sql.ts'
import { uploadImport } from './upload-import.ts'
import { writeTemplate } from './write-template.ts'

export const serveImports = (door: Door) =>
  serve(door, imports, {
    template: (ctx) => writeTemplate(ctx),
    upload: (ctx, { body, fileName }) => uploadImport(ctx, body, fileName),
    get: (ctx, { query }) => getImportJob(ctx, query.id),
    list: (ctx, { query }) => listImportJobs(ctx, query),
    rows: (ctx, { params, query }) => listImportRows(ctx, params.id, query),
    complete: (ctx, { params, body }) => completeImport(ctx, params.id, body.skipWarnings),
  })
