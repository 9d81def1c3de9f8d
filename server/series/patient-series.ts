import type { Occasion as OccasionRead, PatientSeries } from '#contract/series.ts'
import { getPatient } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { getScoredVersion, resultsOf } from '#server/submissions/submissions.ts'

import { findOccasionsOf, findRequestsOf, offsetOf, reasonOf } from './occasions.sql.ts'
import { listEnrolmentsOf } from './enrolments.sql.ts'

/** The series of a patient with every occasion, and the scores of each. */
export async function readPatientSeries(ctx: Context, patientId: string): Promise<{ docs: PatientSeries[] }> {
  await getPatient(ctx, patientId)
  const enrolments = await listEnrolmentsOf(ctx, patientId)
  const occasions = await findOccasionsOf(
    ctx,
    enrolments.map(({ id }) => id),
  )
  const requestIds = occasions.flatMap(({ requestId }) => requestId ?? [])
  const requests = new Map((await findRequestsOf(ctx, patientId, requestIds)).map((request) => [request.id, request]))
  const results = await resultsOf(ctx, requestIds)
  const docs: PatientSeries[] = []
  for (const { series, ...enrolment } of enrolments) {
    // The job may not have come to this enrolment of a series that has ended.
    const isEnding = series.state === 'ended' && enrolment.state !== 'ended'
    const own = occasions
      .filter(({ enrolmentId }) => enrolmentId === enrolment.id)
      .map((one) => (isEnding && one.state === 'planned' ? { ...one, state: 'skipped' as const, reason: 'ended' as const } : one))
    const answered = own.flatMap(({ requestId }) =>
      requestId && results(requestId).scores.length > 0 ? (requests.get(requestId) ?? []) : [],
    )
    const last = answered.at(-1)
    const { scores = [] } = last ? await getScoredVersion(ctx, series.form.id, last.formVersion) : {}
    docs.push({
      ...enrolment,
      ...(isEnding && { state: 'ended' as const, endReason: 'user' as const }),
      series,
      bands: scores.map(({ id, bands }) => ({ scoreId: id, bands })),
      occasions: own.map((one): OccasionRead => {
        const request = one.requestId === null ? undefined : requests.get(one.requestId)
        return {
          id: one.id,
          offset: offsetOf(one),
          day: one.day,
          movedFrom: one.movedTo === null ? null : one.dueOn,
          state: one.state,
          reason: reasonOf(one),
          request: request ? { id: request.id, status: request.status, sentAt: request.sentAt, scores: results(request.id).scores } : null,
        }
      }),
    })
  }
  return { docs }
}
