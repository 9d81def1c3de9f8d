import { audit } from '#contract/audit.ts'
import { getPatient } from '#server/patients/patients.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { exportLogs } from './export-logs.ts'
import { listLogs } from './audit.ts'

export const serveAudit = (deps: RouteDeps) =>
  serve(deps, audit, {
    ofOrganisation: (ctx, { query }) => listLogs(ctx, query),
    exportOfOrganisation: (ctx, { query }) => exportLogs(ctx, query),
    ofPatient: async (ctx, { params, query }) => {
      await getPatient(ctx, params.id) // the log of a patient whom the member may not see does not exist
      return listLogs(ctx, { ...query, patientId: params.id })
    },
  })
