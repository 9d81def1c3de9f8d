import { scores } from '#contract/scores.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { readPatientScores } from './read-patient-scores.ts'

export const serveScores = (door: Door) => serve(door, scores, { ofPatient: (ctx, { params }) => readPatientScores(ctx, params.id) })
