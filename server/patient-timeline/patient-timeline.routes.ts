import { patientTimeline } from '#contract/patient-timeline.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { readPatientTimeline } from './read-timeline.ts'

export const servePatientTimeline = (deps: RouteDeps) =>
  serve(deps, patientTimeline, { read: (ctx, { params, query }) => readPatientTimeline(ctx, params.id, query) })
