import { z } from 'zod'

import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** A score at the time of submission. */
export const KeptScore = z.object({
  id: z.string(),
  name: z.string(),
  /** null while a question that counts is unanswered. */
  value: z.number().nullable(),
  /** The label of the band; null when the value is in no band. */
  band: z.string().nullable(),
  /** The sum as a formula. */
  formula: z.string(),
  answered: z.number().int(),
  outOf: z.number().int(),
})
export type KeptScore = z.infer<typeof KeptScore>

export const RaisedFlag = z.object({
  id: z.string(),
  name: z.string(),
  /** Minutes until an alert for an unread submission; null without an alert. */
  alertMinutes: z.number().int().nullable(),
  alertedAt: IsoMoment.nullable(),
})
export type RaisedFlag = z.infer<typeof RaisedFlag>

/** The scores and raised red flags of a submission, in the order of the form. */
export const results = { scores: z.array(KeptScore), redFlags: z.array(RaisedFlag) }

/** One score of one patient over time, across the versions of a form. */
export const ScoreSeries = z.object({
  form: z.object({ id: z.uuid(), title: z.string() }),
  score: z.object({ id: z.string(), name: z.string() }),
  /** The bands of the latest answered version. */
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
