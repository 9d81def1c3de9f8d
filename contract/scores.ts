import { z } from 'zod'

import { IsoMoment } from './lists.ts'

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
