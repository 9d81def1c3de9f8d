import { patientRecords } from '#contract/patient-records.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { endHold, eraseRecord, holdRecord } from './erase-record.ts'
import { listOldRecords } from './old-records.sql.ts'
import { downloadRecord } from './download-record.ts'

export const servePatientRecords = (deps: RouteDeps) =>
  serve(deps, patientRecords, {
    download: (ctx, { params }) => downloadRecord(ctx, params.id),
    hold: (ctx, { params, body }) => holdRecord(ctx, params.id, body.reason),
    endHold: (ctx, { params }) => endHold(ctx, params.id),
    erase: (ctx, { params, body }) => eraseRecord(ctx, params.id, body),
    listOld: (ctx) => listOldRecords(ctx),
  })
