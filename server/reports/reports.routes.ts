import { reports } from '#contract/reports.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createReport, downloadReport, runReportAgain } from './reports.ts'
import { listReports } from './reports.sql.ts'

export const serveReports = (deps: RouteDeps) =>
  serve(deps, reports, {
    create: (ctx, { body }) => createReport(ctx, body),
    list: (ctx, { query }) => listReports(ctx, query),
    run: (ctx, { params }) => runReportAgain(ctx, params.id),
    download: (ctx, { params }) => downloadReport(ctx, params.id),
  })
