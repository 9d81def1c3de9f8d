import { v7 as timeOrderedId } from 'uuid'

import type { series, SeriesResults } from '#contract/series.ts'
import type { Input } from '#contract/route.ts'
import { reasonNotContacted } from '#domain/contactability.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { planOccasions, startDateProblem } from '#domain/series.ts'
import { findPatients } from '#server/patients/patients.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { findAlreadyEnrolled, insertEnrolments } from './enrolments.sql.ts'
import { planEnrolments } from './plan-enrolments.ts'
import { type LockedSeries, lockSeries } from './series.sql.ts'

export type NewEnrolment = { patientId: string; startsOn: string }

/** Enrols patients. Each succeeds or fails by itself; the results are in the order asked for, with the ids of the patients. */
export async function enrolPatients(ctx: Context, { params: { id }, body }: Input<typeof series.enrol>): Promise<SeriesResults> {
  const locked = await lockForEnrolling(ctx, id)
  const refusals = await judgeEnrolments(ctx, locked, body.enrolments)
  await enrolJudged(ctx, locked, body.enrolments, refusals)
  return {
    results: body.enrolments.map(({ patientId }, index) => {
      const reason = refusals[index]
      return reason === undefined ? { id: patientId, done: true } : { id: patientId, done: false, reason }
    }),
  }
}

/** The second of two simultaneous calls sees the enrolments of the first. */
export const lockEnrolling = (ctx: Context, seriesId: string) => lockKeys(ctx, [`enrolments of ${seriesId}`])

/** Throws a Problem if nobody can be enrolled. */
export async function lockForEnrolling(ctx: Context, id: string): Promise<LockedSeries> {
  const found = await lockSeries(ctx, id, 'share')
  if (!found) throw new Problem('not_found')
  refuseEnded(found)
  await lockEnrolling(ctx, id)
  return found
}

export function refuseEnded({ state }: Pick<LockedSeries, 'state'>) {
  if (state === 'ended') throw new Problem('conflict', 'This series has ended, so no patients can be enrolled.')
}

/** Why each enrolment is refused, in their order; undefined where it is not. The patients are locked, so that nobody archives them meanwhile. */
export async function judgeEnrolments(
  ctx: Context,
  series: LockedSeries,
  wanted: readonly NewEnrolment[],
): Promise<(string | undefined)[]> {
  const today = dateOf(new Date())
  const ids = [...new Set(wanted.map(({ patientId }) => patientId))]
  const patients = new Map((await findPatients(ctx, ids, { areHeld: true })).map((patient) => [patient.id, patient]))
  const known = new Set((await findAlreadyEnrolled(ctx, series.id, wanted)).map(keyOf))
  return wanted.map((one) => {
    const { patientId, startsOn } = one
    const patient = patients.get(patientId)
    if (!patient) return unknownPatient
    const reason = reasonNotContacted({ ...patient, archived: patient.archivedAt !== null }) ?? startDateProblem(startsOn, today)
    if (reason !== undefined) return reason
    const { added } = planOccasions(series.schedule, startsOn, [], today)
    if (added.every(({ isPassed }) => isPassed)) return `Every time of the series has passed for ${formatDate(startsOn)}.`
    if (known.has(keyOf(one))) return 'The patient is already enrolled with this date.'
    known.add(keyOf(one)) // the same patient and date a second time
    return undefined
  })
}

export const keyOf = ({ patientId, startsOn }: NewEnrolment) => `${patientId} ${startsOn}`

const unknownPatient = 'Patient is not valid.'

/** Enrols those without a refusal, and records who was refused and why. Returns how many were enrolled. */
export async function enrolJudged(
  ctx: Context,
  series: LockedSeries,
  wanted: readonly NewEnrolment[],
  refusals: readonly (string | undefined)[],
): Promise<number> {
  await auditAll(
    ctx,
    'seriesPatientRefused',
    wanted.flatMap(({ patientId, startsOn }, index) => {
      const reason = refusals[index]
      // An id that is no patient of this user names nobody.
      if (reason === undefined || reason === unknownPatient) return []
      return [{ subjectId: series.id, patientId, detail: { series: series.name, startsOn, reason } }]
    }),
  )
  const rows = wanted.filter((_, index) => refusals[index] === undefined).map((one) => ({ ...one, id: timeOrderedId() }))
  if (rows.length === 0) return 0
  await insertEnrolments(ctx, { seriesId: series.id, scheduleVersion: series.scheduleVersion }, rows)
  await planEnrolments(ctx, series, rows, dateOf(new Date()))
  await auditAll(
    ctx,
    'seriesPatientEnrolled',
    rows.map(({ id, patientId, startsOn }) => ({ subjectId: id, patientId, detail: { series: series.name, startsOn } })),
  )
  return rows.length
}
