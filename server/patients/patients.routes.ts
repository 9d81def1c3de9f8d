import { patients } from '#contract/patients.ts'
import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { archivePatient, createPatient, type EndRequestsOf, updatePatient } from './patients.ts'
import { savePatient } from './save-patient.ts'
import { getPatient, getPatientByNhsNumber, listPatients } from './patients.sql.ts'

export const servePatients = (deps: RouteDeps, endRequestsOf: EndRequestsOf) =>
  serve(deps, patients, {
    get: (ctx, { query }) => getPatient(ctx, query.id),
    getByNhsNumber: (ctx, { query }) => getPatientByNhsNumber(ctx, normaliseNhsNumber(query.nhsNumber)),
    list: (ctx, { query }) => listPatients(ctx, query),
    create: (ctx, { body }) => createPatient(ctx, body),
    update: (ctx, { params, body }) => updatePatient(ctx, params.id, body, endRequestsOf),
    save: (ctx, { body }) => savePatient(ctx, body, endRequestsOf),
    archive: (ctx, { params }) => archivePatient(ctx, params.id, endRequestsOf),
  })
