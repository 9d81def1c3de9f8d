import { z } from 'zod'

import { dateOf } from '#domain/moments.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { lockUnended, setEnrolments } from './enrolments.sql.ts'
import { planEnrolments } from './plan-enrolments.ts'
import { lockSeries } from './series.sql.ts'

export const planAgainJob = job('plan-series-again', z.object({ seriesId: z.uuid() }))

export const startPlanningAgain = (services: Services) =>
  workInSteps(services, planAgainJob, (steps, { seriesId }) => planAgain(steps, seriesId), concurrency.long)

const batch = 500

/**
 * Plans the enrolments of a series for its changed schedule. Each step marks the enrolments that it has planned, so a killed job continues. Throws
 * when the process ends, because a job that ends normally is not tried again.
 */
export async function planAgain({ step, signal }: Pick<Steps, 'step' | 'signal'>, seriesId: string, now = new Date()) {
  do signal.throwIfAborted()
  while (await step((ctx) => planBatch(ctx, seriesId, dateOf(now))))
}

async function planBatch(ctx: Context, seriesId: string, today: string) {
  const series = await lockSeries(ctx, seriesId, 'share')
  if (!series || series.state === 'ended') return false
  const outdated = await lockUnended(ctx, seriesId, batch, { before: series.scheduleVersion })
  await setEnrolments(
    ctx,
    outdated.map(({ id }) => id),
    { scheduleVersion: series.scheduleVersion },
  )
  await planEnrolments(ctx, series, outdated, today)
  return outdated.length === batch
}
