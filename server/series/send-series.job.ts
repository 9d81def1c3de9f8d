import { dateOf } from '#domain/moments.ts'
import { dueDays } from '#domain/series.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { findLiveForm } from '#server/forms/forms.ts'
import { getOrganisationSettings, jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import { findPatients } from '#server/patients/patients.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import { describeError } from '#server/platform/errors.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { getSendingTerms } from '#server/requests/requests.ts'

import { endEnrolments } from './end-enrolments.ts'
import { findJustStopped, lockEnrolments, lockUnended } from './enrolments.sql.ts'
import { decideOccasions, type DueCursor, findDue, findOccasions, findOverdue, findOvertaken, type Occasion } from './occasions.sql.ts'
import { planAgain } from './plan-again.job.ts'
import { planEnrolments } from './plan-enrolments.ts'
import { judgeOccasions, type OccasionToSend, recordNotSent, sendJudged } from './send-occasions.ts'
import { listRunningSeries, listSeriesToEnd, type LockedSeries, lockSeries } from './series.sql.ts'

/** Form requests that one worker creates for the same minute, so that many that are due at once stay below the limits of a provider. */
const perMinute = 500
/** Occasions that are read and decided in one transaction: at most {@link perMinute}. */
const batch = 500
const minuteMs = 60_000
/** Answers of this time are read for one that ends the series. Right before a form is sent, all answers are. */
const answersMs = 2 * 86_400_000

/** Sends the forms of series that are due, every 15 minutes, and when a series has ended (REQ-10). */
export const sendSeriesJobs = jobForEveryOrganisation('send-series')

export const startSendingSeries = (services: Services) =>
  workForEveryOrganisation(services, sendSeriesJobs, { at: '7-59/15 * * * *', onlyWhereDue: true, run: (steps) => sendSeries(steps) })

/**
 * Sends what is due in the running series of an organisation. What fell due too long ago, or while the series was paused, becomes missed and waits
 * for a user. Two workers never send one occasion twice: each locks the enrolment and reads the occasion again. The enrolments of series that have
 * ended are ended. A series that fails holds up no other one. Throws the first failure at the end, so that the queue tries again.
 */
export async function sendSeries({ step, signal, services, organisationId }: Steps, now = new Date()) {
  let filled: FilledMinute = { minute: 0, count: 0 }
  const sendOne = async (seriesId: string) => {
    await inPages(signal, (after) => step((ctx) => missOverdue(ctx, seriesId, { now, after })))
    while (!signal.aborted && (await step((ctx) => endAnswered(ctx, seriesId, now))));
    await inPages(signal, async (after) => {
      const page = await step((ctx) => sendDue(ctx, seriesId, { now, after, filled }))
      filled = page.filled
      return page.after
    })
    // Enrolments whose job for a changed schedule was lost would never be sent anything again.
    await planAgain({ step, signal }, seriesId, now)
  }
  const endOne = async (seriesId: string) => {
    while (!signal.aborted && (await step((ctx) => endUnended(ctx, seriesId))));
  }
  const { running, ended } = await step(async (ctx) => ({ running: await listRunningSeries(ctx), ended: await listSeriesToEnd(ctx) }))
  const failures: unknown[] = []
  for (const { seriesId, work } of [
    ...running.map((seriesId) => ({ seriesId, work: sendOne })),
    ...ended.map((seriesId) => ({ seriesId, work: endOne })),
  ]) {
    try {
      await work(seriesId)
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      services.log.error({ job: 'send-series', organisationId, seriesId, ...describeError(error, services.config) }, 'a series failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** The last minute that form requests were created for, counted from the start of the job, and how many of them. */
type FilledMinute = { minute: number; count: number }

/** A page that no longer fits into the minute begins the next one: pages are short where another worker has locked some enrolments. */
const addPage = ({ minute, count }: FilledMinute, size: number): FilledMinute =>
  count + size > perMinute ? { minute: minute + 1, count: size } : { minute, count: count + size }

async function inPages(signal: AbortSignal, work: (after: DueCursor | undefined) => Promise<DueCursor | undefined>) {
  let after: DueCursor | undefined
  do after = await work(after)
  while (after && !signal.aborted)
}

const lastOf = (rows: readonly { day: string; id: string }[]): DueCursor | undefined => {
  const last = rows.length === batch ? rows.at(-1) : undefined
  return last && { day: last.day, id: last.id }
}

/** Locks a series that runs, and the days that are due in it. */
async function lockRunning(ctx: Context, seriesId: string, now: Date) {
  const series = await lockSeries(ctx, seriesId, 'share')
  if (!series || series.state === 'ended') return undefined
  const { sendingHours } = await getOrganisationSettings(ctx)
  const { from, until } = dueDays(now, sendingHours, series.lateDays)
  const today = dateOf(now)
  const resumedOn = series.state === 'paused' ? today : series.resumedOn
  return { series, today, until, from: resumedOn !== null && resumedOn > from ? resumedOn : from }
}

type Page = { now: Date; after: DueCursor | undefined }

async function missOverdue(ctx: Context, seriesId: string, { now, after }: Page): Promise<DueCursor | undefined> {
  const locked = await lockRunning(ctx, seriesId, now)
  if (!locked) return undefined
  const { series, today, from } = locked
  const found = await findOverdue(ctx, { seriesId, before: from, today, after, limit: batch })
  const enrolments = await lockEnrolments(
    ctx,
    found.map(({ enrolmentId }) => enrolmentId),
    { skipsLocked: true },
  )
  const paused = new Set(enrolments.filter(({ state }) => state === 'paused').map(({ id }) => id))
  const isPaused = ({ day, enrolmentId }: Occasion) =>
    series.state === 'paused' || paused.has(enrolmentId) || (series.resumedOn !== null && day < series.resumedOn)
  const overdue = (await stillPlanned(ctx, seriesId, found, enrolments)).filter(
    ({ day, enrolmentId }) => day < from || (day < today && paused.has(enrolmentId)),
  )
  for (const reason of ['paused', 'late'] as const) {
    const alike = overdue.filter((one) => isPaused(one) === (reason === 'paused'))
    await miss(ctx, series, alike, reason)
  }
  await planTouched(ctx, series, enrolments, overdue, today)
  return lastOf(found)
}

type Missed = { id: string; patientId: string }

async function miss(ctx: Context, series: LockedSeries, missed: readonly Missed[], reason: 'paused' | 'late' | 'overtaken') {
  await decideOccasions(
    ctx,
    missed.map(({ id }) => id),
    { state: 'missed', reason },
  )
  await auditAll(
    ctx,
    'seriesOccasionMissed',
    missed.map(({ id, patientId }) => ({ subjectId: id, patientId, detail: { series: series.name, reason } })),
  )
}

type Found = { id: string; enrolmentId: string }
type Locked = Awaited<ReturnType<typeof lockEnrolments>>

/** Those of the found occasions that are still planned, now that their enrolments are locked. */
async function stillPlanned(ctx: Context, seriesId: string, found: readonly Found[], enrolments: Locked) {
  const lockedIds = new Set(enrolments.filter(({ state }) => state !== 'ended').map(({ id }) => id))
  const ids = found.filter(({ enrolmentId }) => lockedIds.has(enrolmentId)).map(({ id }) => id)
  return (await findOccasions(ctx, seriesId, ids)).filter(({ state }) => state === 'planned')
}

/** Plans the next occasions of the enrolments that were touched. Those that wait for a changed schedule are left to its job. */
async function planTouched(
  ctx: Context,
  series: LockedSeries,
  enrolments: Locked,
  touched: readonly { enrolmentId: string }[],
  today: string,
) {
  const ids = new Set(touched.map(({ enrolmentId }) => enrolmentId))
  const current = enrolments.filter(({ id, scheduleVersion }) => ids.has(id) && scheduleVersion === series.scheduleVersion)
  await planEnrolments(ctx, series, current, today)
}

/** Ends the series for patients whose answer stops it. Returns whether there may be more. */
async function endAnswered(ctx: Context, seriesId: string, now: Date): Promise<boolean> {
  const series = await lockSeries(ctx, seriesId, 'share')
  if (!series || series.state === 'ended' || series.stopQuestion === null) return false
  const { formId, stopQuestion: questionId, stopValues: values } = series
  const ids = await findJustStopped(ctx, { seriesId, formId, questionId, values }, new Date(now.getTime() - answersMs), batch)
  const enrolments = (await lockEnrolments(ctx, ids, { skipsLocked: true })).filter(({ state }) => state !== 'ended')
  await endEnrolments(
    ctx,
    enrolments.map(({ id, patientId }) => ({ id, patientId, seriesName: series.name })),
    'answered',
  )
  return enrolments.length === batch
}

/** Ends enrolments of a series that a user has ended. Returns whether there may be more. */
async function endUnended(ctx: Context, seriesId: string): Promise<boolean> {
  const series = await lockSeries(ctx, seriesId, 'share')
  if (series?.state !== 'ended') return false
  const enrolments = await lockUnended(ctx, seriesId, batch)
  await endEnrolments(
    ctx,
    enrolments.map(({ id, patientId }) => ({ id, patientId, seriesName: series.name })),
    'user',
  )
  return enrolments.length === batch
}

/** Sends one page of what is due. While the form or the method cannot be used, what is due waits until it is too late. */
async function sendDue(ctx: Context, seriesId: string, { now, after, filled: before }: Page & { filled: FilledMinute }) {
  const none = { filled: before, after: undefined }
  const locked = await lockRunning(ctx, seriesId, now)
  if (!locked || locked.series.state !== 'active') return none
  const { series, today, from, until } = locked
  if (!(await findLiveForm(ctx, series.formId))) return none
  const carried = await supportedMethods(ctx)
  if (series.method ? !carried.includes(series.method) : carried.length === 0) return none

  const { scheduleVersion } = series
  const found = await findDue(ctx, { seriesId, scheduleVersion, from, until, after, limit: batch })
  // Patients are locked before everything that belongs to them, as by a user who archives one.
  const patientIds = [...new Set(found.map(({ patientId }) => patientId))]
  const patients = new Map((await findPatients(ctx, patientIds, { areHeld: true })).map((patient) => [patient.id, patient]))
  const enrolments = await lockEnrolments(
    ctx,
    found.map(({ enrolmentId }) => enrolmentId),
    { skipsLocked: true },
  )
  const active = enrolments.filter((one) => one.state === 'active' && one.scheduleVersion === scheduleVersion)
  const due = (await stillPlanned(ctx, seriesId, found, active)).filter(({ day }) => day >= from && day <= until)
  // Asked of the database, because the later occasion of an enrolment may be on the next page.
  const later = await findOvertaken(
    ctx,
    due.map(({ id }) => id),
    until,
  )
  await miss(
    ctx,
    series,
    due.filter(({ id }) => later.has(id)),
    'overtaken',
  )
  const latest = due.filter(({ id }) => !later.has(id))
  const toSend = latest.flatMap(({ id, enrolmentId, patientId }): OccasionToSend[] => {
    const patient = patients.get(patientId)
    return patient ? [{ id, enrolmentId, patient }] : []
  })
  const judged = await judgeOccasions(ctx, series, toSend)
  await recordNotSent(ctx, series, judged)
  const filled = addPage(before, judged.filter(({ outcome }) => outcome.kind === 'send').length)
  const sendAt = new Date(now.getTime() + filled.minute * minuteMs)
  const terms = await getSendingTerms(ctx, { formId: series.formId, sendAt: sendAt.toISOString(), now })
  await sendJudged(ctx, series, judged, terms)
  const ended = new Set(judged.filter(({ outcome }) => outcome.kind === 'end').map(({ enrolmentId }) => enrolmentId))
  const continuing = due.filter(({ enrolmentId }) => !ended.has(enrolmentId))
  await planTouched(ctx, series, active, continuing, today)
  return { filled, after: lastOf(found) }
}
