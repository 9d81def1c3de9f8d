import type { series, SeriesResults } from '#contract/series.ts'
import type { Input } from '#contract/route.ts'
import { dateOf } from '#domain/moments.ts'
import { isInSchedule, occasionReasonWords, startDateProblem } from '#domain/series.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { findLiveForm } from '#server/forms/forms.ts'
import { findPatients } from '#server/patients/patients.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { getSendingTerms } from '#server/requests/requests.ts'

import { getSharedSeries } from './act-on-enrolments.ts'
import { keyOf, lockEnrolling } from './enrol.ts'
import { findAlreadyEnrolled, type LockedEnrolment, lockEnrolments, setEnrolments } from './enrolments.sql.ts'
import { decideOccasions, findOccasions, type Occasion, setMoved } from './occasions.sql.ts'
import { planEnrolments } from './plan-enrolments.ts'
import { judgeOccasions, type OccasionToSend, sendJudged } from './send-occasions.ts'
import type { LockedSeries } from './series.sql.ts'

type Found = Occasion & { patientId: string; enrolment: LockedEnrolment }
type Refusals = Map<string, string>

/** The occasions with their locked enrolments. Occasions of another series, and of patients whom the user may not see, are left out. */
async function lockOccasions(ctx: Context, seriesId: string, ids: readonly string[]): Promise<Found[]> {
  const found = await findOccasions(ctx, seriesId, ids)
  const enrolments = await lockEnrolments(
    ctx,
    found.map(({ enrolmentId }) => enrolmentId),
  )
  const byId = new Map(enrolments.map((one) => [one.id, one]))
  return (await findOccasions(ctx, seriesId, ids)).flatMap((one) => {
    const enrolment = byId.get(one.enrolmentId)
    return enrolment ? [{ ...one, enrolment }] : []
  })
}

const resultsOf = (ids: readonly string[], found: readonly Found[], refusals: Refusals): SeriesResults => {
  const known = new Set(found.map(({ id }) => id))
  return {
    results: ids.map((id) => {
      const reason = refusals.get(id) ?? (known.has(id) ? undefined : 'Form of the series is not valid.')
      return reason === undefined ? { id, done: true } : { id, done: false, reason }
    }),
  }
}

async function planAgain(ctx: Context, series: LockedSeries, touched: readonly Found[]) {
  const enrolments = [...new Map(touched.map(({ enrolment }) => [enrolment.id, enrolment])).values()]
  const current = enrolments.filter((one) => one.state !== 'ended' && one.scheduleVersion === series.scheduleVersion)
  await planEnrolments(ctx, series, current, dateOf(new Date()))
}

const alreadySent = 'The form was already sent.'

/** Skips occasions that were not sent. */
export async function skipOccasions(
  ctx: Context,
  { params: { id }, body: { occasions } }: Input<typeof series.skip>,
): Promise<SeriesResults> {
  const locked = await getSharedSeries(ctx, id)
  const found = await lockOccasions(ctx, id, occasions)
  const refusals: Refusals = new Map(found.filter(({ state }) => state === 'sent').map((one) => [one.id, alreadySent]))
  const skipping = found.filter(({ state }) => state !== 'sent' && state !== 'skipped')
  await decideOccasions(
    ctx,
    skipping.map((one) => one.id),
    { state: 'skipped', reason: 'user' },
  )
  await auditOccasions(ctx, 'seriesOccasionSkipped', locked, skipping)
  await planAgain(ctx, locked, skipping)
  return resultsOf(occasions, found, refusals)
}

/** Moves occasions to a day to come. An enrolment that had nothing left becomes active again. */
export async function moveOccasions(ctx: Context, { params: { id }, body }: Input<typeof series.move>): Promise<SeriesResults> {
  const locked = await getSharedSeries(ctx, id)
  const today = dateOf(new Date())
  const { day, occasions } = body
  const problem = day < today ? 'Date must be today or later.' : startDateProblem(day, today)
  if (problem) throw fieldProblem('day', problem)
  if (locked.state === 'ended') throw new Problem('conflict', 'This series has ended.')
  await lockEnrolling(ctx, id)
  const found = await lockOccasions(ctx, id, occasions)
  const taken = await findTaken(ctx, id, found)
  const refusals: Refusals = new Map(
    found.flatMap((one) => {
      const reason = refusalOfMoving(locked, one) ?? (taken.has(one.enrolmentId) ? enrolledAgain : undefined)
      return reason === undefined ? [] : [[one.id, reason]]
    }),
  )
  const moving = found.filter((one) => !refusals.has(one.id))
  await setMoved(
    ctx,
    moving.map((one) => one.id),
    day,
  )
  await reopenCompleted(ctx, locked, moving)
  await auditOccasions(ctx, 'seriesOccasionMoved', locked, moving)
  return resultsOf(occasions, found, refusals)
}

const enrolledAgain = 'The patient was enrolled again with the same date. Move the form of that enrolment, or send this one now.'

/** Completed enrolments that cannot become active again, because the patient has another one with the same date. */
async function findTaken(ctx: Context, seriesId: string, found: readonly Found[]) {
  const enrolments = [...new Map(found.map(({ enrolment }) => [enrolment.id, enrolment])).values()]
  const completed = enrolments.filter(({ endReason }) => endReason === 'completed')
  const known = new Set((await findAlreadyEnrolled(ctx, seriesId, completed)).map(keyOf))
  return new Set(
    completed.flatMap((one) => {
      if (known.has(keyOf(one))) return [one.id]
      known.add(keyOf(one)) // two enrolments of the same patient and date, completed one after the other
      return []
    }),
  )
}

function refusalOfMoving({ schedule }: LockedSeries, one: Found) {
  if (one.state === 'sent') return alreadySent
  // Planning would remove it, and nothing would be sent.
  if (!isInSchedule(schedule, one.enrolment.startsOn, one))
    return 'This time is no longer part of the series. Send the form now, or skip it.'
  return refusalOfEnrolment(one.enrolment)
}

/** A completed enrolment follows the schedule of today again: with an older version nothing would be sent. */
async function reopenCompleted(ctx: Context, series: LockedSeries, moved: readonly Found[]) {
  const ended = moved.filter(({ enrolment }) => enrolment.state === 'ended')
  await setEnrolments(
    ctx,
    ended.map(({ enrolmentId }) => enrolmentId),
    { state: 'active', scheduleVersion: series.scheduleVersion },
  )
  await planEnrolments(ctx, series, [...new Map(ended.map(({ enrolment }) => [enrolment.id, enrolment])).values()], dateOf(new Date()))
}

/** An enrolment that ended because everything was due may still get what was missed. */
const refusalOfEnrolment = ({ state, endReason }: LockedEnrolment) =>
  state === 'ended' && endReason !== 'completed' ? 'The series has ended for this patient.' : undefined

/**
 * Sends the forms of occasions now, whatever their day. Each succeeds or fails by itself. Of two occasions of one patient the later one is sent,
 * because the patient has one link at a time.
 */
export async function sendOccasionsNow(
  ctx: Context,
  { params: { id }, body: { occasions } }: Input<typeof series.send>,
): Promise<SeriesResults> {
  const locked = await getSharedSeries(ctx, id)
  await requireSendable(ctx, locked)
  // Patients are locked before everything that belongs to them, as by a user who archives one.
  const asked = await findOccasions(ctx, id, occasions)
  const patientIds = [...new Set(asked.map(({ patientId }) => patientId))]
  const patients = new Map((await findPatients(ctx, patientIds, { areHeld: true })).map((patient) => [patient.id, patient]))
  const found = await lockOccasions(ctx, id, occasions)
  const latest = new Map(found.filter(({ state }) => state !== 'sent').map((one) => [one.enrolmentId, one.id]))
  const refusals: Refusals = new Map(
    found.flatMap((one) => {
      const reason =
        refusalOfSending(one) ??
        (patients.has(one.patientId) ? undefined : patientJustMerged) ??
        (latest.get(one.enrolmentId) === one.id ? undefined : occasionReasonWords.overtaken)
      return reason === undefined ? [] : [[one.id, reason]]
    }),
  )
  const judged = await judgeOccasions(
    ctx,
    locked,
    found.flatMap((one): OccasionToSend[] => {
      const patient = patients.get(one.patientId)
      return patient && !refusals.has(one.id) ? [{ id: one.id, enrolmentId: one.enrolmentId, patient }] : []
    }),
  )
  for (const { id: occasionId, outcome } of judged) if (outcome.kind !== 'send') refusals.set(occasionId, outcome.words)
  await sendJudged(ctx, locked, judged, await getSendingTerms(ctx, { formId: locked.formId }))
  const sent = found.filter((one) => !refusals.has(one.id))
  await auditOccasions(ctx, 'seriesOccasionSent', locked, sent)
  await planAgain(ctx, locked, sent)
  return resultsOf(occasions, found, refusals)
}

async function requireSendable(ctx: Context, { state, formId, method }: LockedSeries) {
  if (state === 'ended') throw new Problem('conflict', 'This series has ended.')
  if (state === 'paused') throw new Problem('conflict', 'This series is paused. Resume the series first.')
  if (!(await findLiveForm(ctx, formId))) throw new Problem('conflict', 'The form is archived or has no published version.')
  const carried = await supportedMethods(ctx)
  if (method && !carried.includes(method)) throw new Problem('conflict', 'The method of the series cannot be used at the moment.')
}

/** The form would go to a patient who is not locked. */
const patientJustMerged = 'The record of this patient has just been merged. Try again.'

function refusalOfSending({ state, enrolment }: Found) {
  if (state === 'sent') return alreadySent
  if (enrolment.state === 'paused') return 'The series is paused for this patient.'
  return refusalOfEnrolment(enrolment)
}

const auditOccasions = (
  ctx: Context,
  event: 'seriesOccasionSkipped' | 'seriesOccasionMoved' | 'seriesOccasionSent',
  { name }: LockedSeries,
  occasions: readonly Found[],
) =>
  auditAll(
    ctx,
    event,
    occasions.map(({ id, patientId }) => ({ subjectId: id, patientId, detail: { series: name } })),
  )
