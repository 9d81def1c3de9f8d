import { z } from 'zod'

import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** A score as it was when the answers were sent. */
export const KeptScore = z.object({
  id: z.string(),
  name: z.string(),
  /** null while a question that counts is unanswered. */
  value: z.number().nullable(),
  /** The author's words for where the value lies; null where no band holds it. */
  band: z.string().nullable(),
  /** The sum as anybody would write it. */
  formula: z.string(),
  answered: z.number().int(),
  outOf: z.number().int(),
})
export type KeptScore = z.infer<typeof KeptScore>

export const RaisedFlag = z.object({
  id: z.string(),
  name: z.string(),
  /** After how many minutes unread somebody is alerted; null where nobody is. */
  alertMinutes: z.number().int().nullable(),
  alertedAt: IsoMoment.nullable(),
})
export type RaisedFlag = z.infer<typeof RaisedFlag>

/** What a form made of its answers, in the form's order. */
export const results = { scores: z.array(KeptScore), redFlags: z.array(RaisedFlag) }

/** One score of one patient over time: of one form, whatever its versions. */
export const ScoreSeries = z.object({
  form: z.object({ id: z.uuid(), title: z.string() }),
  score: z.object({ id: z.string(), name: z.string() }),
  /** Those of the version answered last. */
  bands: z.array(z.object({ from: z.number(), to: z.number(), label: z.string() })),
  /** Oldest first. */
  points: z.array(
    KeptScore.omit({ id: true, name: true }).extend({
      requestId: z.uuid(),
      version: z.number().int(),
      submittedAt: IsoMoment,
      redFlags: z.array(z.string()),
    }),
  ),
})
export type ScoreSeries = z.infer<typeof ScoreSeries>

export const scores = routes({
  ofPatient: {
    service: 'patients',
    method: 'GET',
    path: '/patient/:id/scores',
    action: 'patient:listScores',
    permission: ['formRequest:read'],
    audit: 'patientScoresRead',
    params: byId,
    response: z.object({ docs: z.array(ScoreSeries) }),
  },
})
