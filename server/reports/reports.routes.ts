import { reports, reportSchedules } from '#contract/reports.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createReport, downloadReport, runReportAgain } from './reports.ts'
import { listReports } from './reports.sql.ts'
import { createSchedule, switchSchedule } from './schedules/schedules.ts'
import { listSchedules } from './schedules/schedules.sql.ts'

export const serveReports = (deps: RouteDeps) =>
  serve(deps, reports, {
    create: (ctx, { body }) => createReport(ctx, body),
    list: (ctx, { query }) => listReports(ctx, query),
    run: (ctx, { params }) => runReportAgain(ctx, params.id),
    download: (ctx, { params }) => downloadReport(ctx, params.id),
  })

export const serveReportSchedules = (deps: RouteDeps) =>
  serve(deps, reportSchedules, {
    create: createSchedule,
    list: (ctx, { query }) => listSchedules(ctx, query),
    update: switchSchedule,
  })
