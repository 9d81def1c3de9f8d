import { waitHours } from '#domain/cascade.ts'
import { notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import { getOrganisationSettings, jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { queueNextMethods } from './next-method.ts'
import { endWait, lockWaitedFor, setUnreached } from './next-method.sql.ts'

const hour = 3_600_000
/** How late the next method may be tried. After a longer stop of the workers, or when an order is set, older messages are left alone. */
const latestByMs = 72 * hour

/** Messages that are queued for the same minute, so that many that are due at once stay below the limits of a provider. */
const perMinute = 500

/** Looks every ten minutes for messages that were not read or not delivered in time (NOT-6). */
export const tryNextMethodsJobs = jobForEveryOrganisation('try-next-methods')

export const startTryingNextMethods = (services: Services) =>
  workForEveryOrganisation(services, tryNextMethodsJobs, {
    at: '4-59/10 * * * *',
    onlyWhereDue: true,
    run: (steps) => tryNextMethods(steps),
  })

/**
 * Queues the next method for every message that was not read or delivered in time while the form is unopened. Each step commits what it queued
 * together with the end of the wait, so that a killed job continues and two at once share the work.
 */
export async function tryNextMethods({ step, signal }: Pick<Steps, 'step' | 'signal'>, now = new Date()) {
  for (const method of notificationMethods)
    for (let minute = 0, done = perMinute; done === perMinute && !signal.aborted; minute++)
      done = await step((ctx) => followSome(ctx, method, now, new Date(now.getTime() + minute * 60_000)))
}

async function followSome(ctx: Context, method: NotificationMethod, now: Date, sendAfter: Date) {
  const { cascade } = await getOrganisationSettings(ctx)
  if (cascade.methods.length === 0) return 0
  const sentUntil = new Date(now.getTime() - waitHours(method, cascade) * hour)
  const ids = await lockWaitedFor(ctx, method, { sentAfter: new Date(sentUntil.getTime() - latestByMs), sentUntil, limit: perMinute })
  if (ids.length === 0) return 0
  const leftOver = await queueNextMethods(ctx, ids, { cause: 'waited', sendAfter })
  await endWait(ctx, ids)
  await setUnreached(
    ctx,
    leftOver.map(({ requestId }) => requestId),
    method === 'nhs_app' ? 'not_read' : 'not_confirmed',
  )
  return ids.length
}
