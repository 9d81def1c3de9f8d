import { imports } from '#contract/imports.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { completeImport } from './completing/complete-import.ts'
import { planImport } from './completing/plan-import.ts'
import { correctedFile } from './deciding/corrected-file.ts'
import { decideImport, decideRows } from './deciding/decide-import.ts'
import { listImportRows } from './deciding/import-rows.sql.ts'
import { getImportJob, listImportJobs } from './import-jobs.sql.ts'
import { revertImport } from './undoing/revert-import.ts'
import { mapColumns, readColumns, receiveImport } from './uploading/upload-import.ts'
import { writeTemplate } from './uploading/write-template.ts'

export const serveImports = (deps: RouteDeps) =>
  serve(deps, imports, {
    template: (ctx) => writeTemplate(ctx),
    upload: { before: receiveImport },
    readColumns: { before: readColumns },
    mapColumns: (ctx, { body }) => mapColumns(ctx, body),
    get: (ctx, { query }) => getImportJob(ctx, query.id),
    list: (ctx, { query }) => listImportJobs(ctx, query),
    rows: (ctx, { params, query }) => listImportRows(ctx, params.id, query),
    decide: (ctx, { params, body }) => decideImport(ctx, params.id, body.choices),
    decideRows: (ctx, { params, body }) => decideRows(ctx, params.id, body),
    correctedFile: (ctx, { params, query }) => correctedFile(ctx, params.id, query.rows),
    plan: (ctx, { params }) => planImport(ctx, params.id),
    complete: (ctx, { params, body }) => completeImport(ctx, params.id, body),
    revert: (ctx, { params, body }) => revertImport(ctx, params.id, body),
  })
