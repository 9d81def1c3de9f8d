import type { ScoreSeries } from '#contract/scores.ts'
import { getPatient } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'

import { findScoresOf, getScoredVersion, resultsOf } from './scores.sql.ts'

type Row = Awaited<ReturnType<typeof findScoresOf>>[number]

/** All scores of a patient over time, with the name and bands of the version that was answered last. */
export async function readPatientScores(ctx: Context, patientId: string): Promise<{ docs: ScoreSeries[] }> {
  await getPatient(ctx, patientId)
  const rows = await findScoresOf(ctx, patientId)
  const madeOf = await resultsOf(ctx, [...new Set(rows.map((row) => row.request_id))])
  const docs: ScoreSeries[] = []
  for (const series of Map.groupBy(rows, (row) => `${row.form_id} ${row.score_id}`).values()) {
    const latest = series[0]! // a group has at least one
    const { title, scores } = await getScoredVersion(ctx, latest.form_id, latest.form_version)
    docs.push({
      form: { id: latest.form_id, title },
      score: { id: latest.score_id, name: latest.name },
      bands: scores?.find(({ id }) => id === latest.score_id)?.bands ?? [],
      points: series.map((row) => toPoint(row, madeOf(row.request_id).redFlags)).toReversed(),
    })
  }
  return { docs }
}

const toPoint = (row: Row, redFlags: { name: string }[]) => ({
  requestId: row.request_id,
  version: row.form_version,
  submittedAt: row.submitted_at,
  value: row.value,
  band: row.band,
  formula: row.formula,
  answered: row.answered,
  outOf: row.out_of,
  redFlags: redFlags.map(({ name }) => name),
})
