import { scores } from '#contract/scores.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { readPatientScores } from './read-patient-scores.ts'

export const serveScores = (deps: RouteDeps) => serve(deps, scores, { ofPatient: (ctx, { params }) => readPatientScores(ctx, params.id) })
