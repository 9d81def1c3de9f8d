import { isDeepStrictEqual } from 'node:util'

import type { series, Series, SeriesChange, SeriesDetails } from '#contract/series.ts'
import type { Input } from '#contract/route.ts'
import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { choicesOf } from '#domain/form/logic/condition.ts'
import type { SeriesState } from '#domain/series-states.ts'
import { endDateProblem, isSomethingLeft, planOccasions, type Schedule } from '#domain/series.ts'
import { isSpecialty } from '#domain/specialties.ts'
import { requireSupportedMethod } from '#server/channels/channels.ts'
import { findLiveForm } from '#server/forms/forms.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { planAgainJob } from './plan-again.job.ts'
import { sendSeriesJobs } from './send-series.job.ts'
import {
  countAlike,
  countDays,
  countSent,
  countWaitingForPlan,
  getSeries,
  insertSeries,
  lockSeries,
  type SeriesChanges,
  setSeries,
} from './series.sql.ts'

export { endSeriesOf } from './end-enrolments.ts'

export async function createSeries(ctx: Context, { body }: Input<typeof series.create>): Promise<Series> {
  await requireAllWards(ctx)
  requireEndDate(body.schedule)
  await requireValid(ctx, body)
  const id = await insertSeries(ctx, body)
  await audit(ctx, 'seriesCreated', { subjectId: id, detail: { series: body.name } })
  return getSeries(ctx, id)
}

function requireEndDate(schedule: Schedule) {
  const problem = endDateProblem(schedule, dateOf(new Date()))
  if (problem) throw fieldProblem('schedule.until', problem)
}

async function requireValid(ctx: Context, { formId, stopAnswer, specialty, method }: SeriesChanges & { formId: string }) {
  const form = await findLiveForm(ctx, formId)
  if (!form) throw fieldProblem('formId', 'Form is not valid.')
  const question = stopAnswer && form.definition.questions.find(({ id }) => id === stopAnswer.questionId)
  const choices = (question && choicesOf(question)) ?? []
  if (stopAnswer && !stopAnswer.values.every((value) => choices.some((choice) => choice.value === value)))
    throw fieldProblem('stopAnswer', 'The form has no such question or answer.')
  if (specialty && !isSpecialty(specialty)) throw fieldProblem('specialty', 'Specialty is not valid.')
  await requireSupportedMethod(ctx, method ?? undefined)
}

/**
 * Changes a series. After a change of the schedule a job plans the enrolments again, in batches. Until then nothing is sent to those that wait
 * for it.
 */
export async function updateSeries(ctx: Context, { params: { id }, body }: Input<typeof series.update>): Promise<Series> {
  const before = await lockSeries(ctx, id, 'update')
  if (!before) throw new Problem('not_found')
  if (before.state === 'ended') throw new Problem('conflict', 'This series has ended, so it cannot be changed.')
  await requireAllWards(ctx)
  const { schedule, formId } = body
  const { stopQuestion, stopValues } = before
  const stopAnswer =
    body.stopAnswer === undefined ? (stopQuestion === null ? null : { questionId: stopQuestion, values: stopValues }) : body.stopAnswer
  const isChecked = formId !== undefined || body.stopAnswer !== undefined || body.method !== undefined
  if (isChecked || body.specialty) await requireValid(ctx, { ...body, formId: formId ?? before.formId, stopAnswer })
  const isReplanned = schedule !== undefined && !isDeepStrictEqual(schedule, before.schedule)
  if (isReplanned) requireEndDate(schedule)
  await setSeries(ctx, id, body, { isReplanned })
  if (isReplanned) await enqueue(ctx, planAgainJob, { seriesId: id })
  await audit(ctx, 'seriesUpdated', { subjectId: id, detail: { series: body.name ?? before.name, fields: Object.keys(body) } })
  return getSeries(ctx, id)
}

/** A series sends to the patients of every ward, so only users who see them all may create or change one. */
async function requireAllWards(ctx: Context) {
  if (await isLimitedToWards(ctx))
    throw new Problem('conflict', 'You see the patients of some wards only. Ask a user who sees all patients to create or change a series.')
}

const events = { active: 'seriesResumed', paused: 'seriesPaused', ended: 'seriesEnded' } as const satisfies Record<SeriesState, string>

/**
 * What falls due while a series is paused is missed, and is not sent when it is resumed. The enrolments of a series that has ended are ended by the
 * job that sends series, in batches.
 */
export async function setSeriesState(ctx: Context, { params: { id }, body: { state } }: Input<typeof series.setState>): Promise<Series> {
  const before = await lockSeries(ctx, id, 'update')
  if (!before) throw new Problem('not_found')
  await requireAllWards(ctx)
  if (before.state === state) {
    await audit(ctx, 'seriesRead', { subjectId: id })
    return getSeries(ctx, id)
  }
  if (before.state === 'ended') throw new Problem('conflict', 'This series has ended. Create a new series instead.')
  await setSeries(ctx, id, { state, ...(state === 'active' && { resumedOn: dateOf(new Date()) }) })
  if (state === 'ended') await enqueue(ctx, sendSeriesJobs.inOne, {}, { key: ctx.organisationId })
  await audit(ctx, events[state], { subjectId: id, detail: { series: before.name } })
  return getSeries(ctx, id)
}

/** The days of the calendar. */
const daysShown = 56

export async function readSeries(ctx: Context, id: string): Promise<SeriesDetails> {
  const found = await getSeries(ctx, id)
  return {
    ...found,
    waitingForPlan: await countWaitingForPlan(ctx, id),
    days: found.state === 'ended' ? [] : await countDays(ctx, id, addDays(dateOf(new Date()), daysShown)),
  }
}

/** What a change of the schedule would do: every enrolment is planned again, as the job does it. Those that are alike are planned once. */
export async function previewChange(
  ctx: Context,
  { params: { id }, body: { schedule } }: Input<typeof series.preview>,
): Promise<SeriesChange> {
  const before = await lockSeries(ctx, id, 'share')
  if (!before) throw new Problem('not_found')
  const today = dateOf(new Date())
  const change = { enrolments: 0, removed: 0, added: 0, ending: 0 }
  for (const { startsOn, occasions, enrolments } of await countAlike(ctx, id)) {
    const plan = planOccasions(schedule, startsOn, occasions, today)
    const removed = occasions.filter((one) => one.state === 'planned' && plan.removed.includes(one.id))
    const added = plan.added.filter(({ isPassed }) => !isPassed)
    change.enrolments += enrolments
    change.removed += enrolments * removed.length
    change.added += enrolments * added.length
    if (!isSomethingLeft(plan, occasions)) change.ending += enrolments
  }
  return { ...change, added: schedule.kind === 'every' ? null : change.added, sent: await countSent(ctx, id) }
}
