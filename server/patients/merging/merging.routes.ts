import { patientMerges } from '#contract/patient-merges.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { comparePatients, listDuplicates, setRuledOut } from './compare-patients.ts'
import { mergePatients } from './merge-patients.ts'
import { listMerges, type QueueAlertsAgain, undoMerge } from './undo-merge.ts'

export const servePatientMerges = (deps: RouteDeps, queueAlertsAgain: QueueAlertsAgain) =>
  serve(deps, patientMerges, {
    listDuplicates: (ctx, { params }) => listDuplicates(ctx, params.id),
    compare: (ctx, { params }) => comparePatients(ctx, params.id, params.otherId),
    ruleOut: async (ctx, { params, body }) => {
      await setRuledOut(ctx, params.id, params.otherId, body.isRuledOut)
      return { done: true as const }
    },
    merge: (ctx, { params, body }) => mergePatients(ctx, params.id, body),
    list: (ctx, { params }) => listMerges(ctx, params.id),
    undo: (ctx, { params }) => undoMerge(ctx, params.id, queueAlertsAgain),
  })
