import { planOccasions } from '#domain/series.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { completeEnrolments, type LockedEnrolment } from './enrolments.sql.ts'
import { applyPlans, findOccasionsOf } from './occasions.sql.ts'
import type { LockedSeries } from './series.sql.ts'

type Enrolled = Pick<LockedEnrolment, 'id' | 'startsOn'>

/**
 * Makes the occasions of locked enrolments follow the schedule of their series: after enrolling, after a change of the date or the schedule, and
 * after an occasion was decided, when a series without a list of times needs its next one. Enrolments with nothing left end.
 */
export async function planEnrolments(ctx: Context, series: LockedSeries, enrolments: readonly Enrolled[], today: string) {
  if (enrolments.length === 0) return
  const ids = enrolments.map(({ id }) => id)
  const stored = Map.groupBy(await findOccasionsOf(ctx, ids), ({ enrolmentId }) => enrolmentId)
  await applyPlans(
    ctx,
    series.id,
    enrolments.map(({ id, startsOn }) => ({
      enrolmentId: id,
      plan: planOccasions(series.schedule, startsOn, stored.get(id) ?? [], today),
    })),
  )
  const completed = await completeEnrolments(ctx, ids)
  await auditAll(
    ctx,
    'seriesEnrolmentEnded',
    completed.map(({ id, patientId }) => ({ subjectId: id, patientId, detail: { series: series.name, reason: 'completed' } })),
  )
}
