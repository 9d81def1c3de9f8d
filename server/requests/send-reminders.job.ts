import { queueNotifications } from '#server/notifications/notifications.ts'
import { getOrganisationSettings, jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findToRemind } from './due-requests.sql.ts'

/** Reminders that are queued for the same minute, so that many that are due at once stay below the limits of a provider. */
const perMinute = 500

/** Sends reminders of open form requests, every 15 minutes (NOT-5). */
export const sendRemindersJobs = jobForEveryOrganisation('send-reminders')

export const startSendingReminders = (services: Services) =>
  workForEveryOrganisation(services, sendRemindersJobs, { at: '*/15 * * * *', run: (steps) => sendReminders(steps) })

/**
 * Queues a reminder for every form request whose reminder is due. Right before it is sent, the worker cancels it if the request was answered or
 * closed meanwhile, and holds it for the sending hours.
 */
export async function sendReminders({ step, signal }: Pick<Steps, 'step' | 'signal'>, now = new Date()) {
  for (let minute = 0; !signal.aborted; minute++) {
    const queued = await step((ctx) => queueSome(ctx, now, new Date(now.getTime() + minute * 60_000)))
    if (queued < perMinute) return
  }
}

async function queueSome(ctx: Context, now: Date, sendAfter: Date) {
  const { reminderDays } = await getOrganisationSettings(ctx)
  if (reminderDays === 0) return 0
  const due = await findToRemind(ctx, { reminderDays, now, limit: perMinute })
  await queueNotifications(
    ctx,
    due.map(({ id, notification_method }) => ({ requestId: id, method: notification_method })),
    { category: 'request_reminder', sendAfter },
  )
  return due.length
}
