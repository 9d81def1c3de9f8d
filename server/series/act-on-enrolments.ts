import type { series, SeriesResults } from '#contract/series.ts'
import type { HandlerResult, Input } from '#contract/route.ts'
import { dateOf } from '#domain/moments.ts'
import type { SeriesState } from '#domain/series-states.ts'
import { isSomethingLeft, planOccasions, startDateProblem } from '#domain/series.ts'
import { audit, auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { endEnrolments } from './end-enrolments.ts'
import { lockEnrolling } from './enrol.ts'
import { findAlreadyEnrolled, getEnrolmentRow, type LockedEnrolment, lockEnrolments, setEnrolments } from './enrolments.sql.ts'
import { findOccasionsOf, missPlannedBefore } from './occasions.sql.ts'
import { planEnrolments } from './plan-enrolments.ts'
import { type LockedSeries, lockSeries } from './series.sql.ts'

/** The series, which nobody changes until the transaction ends. Throws not_found. */
export async function getSharedSeries(ctx: Context, id: string): Promise<LockedSeries> {
  const found = await lockSeries(ctx, id, 'share')
  if (!found) throw new Problem('not_found')
  return found
}

/** Pauses, resumes or ends enrolments. What fell due during a pause is missed, so nothing is sent all at once. */
export async function setEnrolmentStates(
  ctx: Context,
  { params: { id }, body }: Input<typeof series.setEnrolments>,
): Promise<SeriesResults> {
  const { state } = body
  const locked = await getSharedSeries(ctx, id)
  const enrolments = (await lockEnrolments(ctx, body.enrolments)).filter(({ seriesId }) => seriesId === id)
  const byId = new Map(enrolments.map((one) => [one.id, one]))
  const changing = enrolments.filter((one) => refusalOf(one, state) === undefined && one.state !== state)
  if (state === 'ended')
    await endEnrolments(
      ctx,
      changing.map((one) => ({ id: one.id, patientId: one.patientId, seriesName: locked.name })),
      'user',
    )
  else await pauseOrResume(ctx, locked, changing, state)
  return {
    results: body.enrolments.map((enrolmentId) => {
      const reason = refusalOf(byId.get(enrolmentId), state)
      return reason === undefined ? { id: enrolmentId, done: true } : { id: enrolmentId, done: false, reason }
    }),
  }
}

function refusalOf(enrolment: LockedEnrolment | undefined, state: SeriesState) {
  if (!enrolment) return 'Enrolment is not valid.'
  return enrolment.state === 'ended' && state !== 'ended' ? 'The series has ended for this patient. Enrol the patient again.' : undefined
}

async function pauseOrResume(ctx: Context, series: LockedSeries, changing: readonly LockedEnrolment[], state: 'active' | 'paused') {
  const ids = changing.map((one) => one.id)
  await setEnrolments(ctx, ids, { state })
  await auditAll(
    ctx,
    state === 'active' ? 'seriesEnrolmentResumed' : 'seriesEnrolmentPaused',
    changing.map((one) => ({ subjectId: one.id, patientId: one.patientId, detail: { series: series.name } })),
  )
  if (state === 'paused') return
  const today = dateOf(new Date())
  await missPlannedBefore(ctx, ids, today)
  await planEnrolments(
    ctx,
    series,
    changing.filter(({ scheduleVersion }) => scheduleVersion === series.scheduleVersion),
    today,
  )
}

/** Corrects the date of an enrolment. What was sent stays, what is planned moves, and what has passed with the new date is skipped. */
export async function correctDate(
  ctx: Context,
  { params: { id, enrolmentId }, body: { startsOn } }: Input<typeof series.correctDate>,
): Promise<HandlerResult<typeof series.correctDate>> {
  const locked = await getSharedSeries(ctx, id)
  await lockEnrolling(ctx, id)
  const [enrolment] = await lockEnrolments(ctx, [enrolmentId])
  if (enrolment?.seriesId !== id) throw new Problem('not_found')
  if (enrolment.state === 'ended') throw new Problem('conflict', 'The series has ended for this patient. Enrol the patient again.')
  if (enrolment.startsOn === startsOn) {
    await audit(ctx, 'seriesEnrolmentList', { subjectId: id, patientId: enrolment.patientId })
    return getEnrolmentRow(ctx, enrolmentId)
  }
  const today = dateOf(new Date())
  const problem = startDateProblem(startsOn, today)
  if (problem) throw fieldProblem('startsOn', problem)
  const taken = await findAlreadyEnrolled(ctx, id, [{ patientId: enrolment.patientId, startsOn }])
  if (taken.length > 0) throw fieldProblem('startsOn', 'The patient is already enrolled with this date.')
  await requireSomethingPlanned(ctx, locked, { ...enrolment, startsOn }, today)
  await setEnrolments(ctx, [enrolmentId], { startsOn, scheduleVersion: locked.scheduleVersion })
  await planEnrolments(ctx, locked, [{ id: enrolmentId, startsOn }], today)
  await auditAll(ctx, 'seriesDateCorrected', [
    { subjectId: enrolmentId, patientId: enrolment.patientId, detail: { series: locked.name, from: enrolment.startsOn, to: startsOn } },
  ])
  return getEnrolmentRow(ctx, enrolmentId)
}

/** A date with a wrong year would end the series without a word. */
async function requireSomethingPlanned(ctx: Context, series: LockedSeries, { id, startsOn }: LockedEnrolment, today: string) {
  const stored = await findOccasionsOf(ctx, [id])
  if (!isSomethingLeft(planOccasions(series.schedule, startsOn, stored, today), stored))
    throw fieldProblem('startsOn', 'Every time of the series that was not sent yet has passed for this date.')
}
