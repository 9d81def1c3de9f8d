import type { EndReason } from '#domain/series.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { lockEnrolmentsOf, setEnrolments } from './enrolments.sql.ts'
import { skipPlanned } from './occasions.sql.ts'

type Ending = { id: string; patientId: string; seriesName: string }

/** Ends locked enrolments and skips what is planned for them. */
export async function endEnrolments(ctx: Context, enrolments: readonly Ending[], reason: EndReason) {
  if (enrolments.length === 0) return
  const ids = enrolments.map(({ id }) => id)
  await skipPlanned(ctx, ids)
  await setEnrolments(ctx, ids, { state: 'ended', endReason: reason })
  await auditAll(
    ctx,
    'seriesEnrolmentEnded',
    enrolments.map(({ id, patientId, seriesName }) => ({ subjectId: id, patientId, detail: { series: seriesName, reason } })),
  )
}

/** Ends every series of a patient who was archived or has died. The patient is locked before. */
export async function endSeriesOf(ctx: Context, patientId: string, because: 'archived' | 'deceased') {
  await endEnrolments(ctx, await lockEnrolmentsOf(ctx, patientId), because)
}
