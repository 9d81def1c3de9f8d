import { dueReminder, latestByDays, type ReminderNumber, type ReminderRule } from '#domain/reminders.ts'
import { nextSendingMoment, sendingMomentOf, type SendingHours } from '#domain/sending-times.ts'
import { listFormReminders } from '#server/forms/forms.ts'
import { queueNotifications } from '#server/notifications/notifications.ts'
import { getOrganisationSettings, jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findToRemind, type FormsOfRule, type RemindCursor } from './due-requests.sql.ts'
import { organisationRule } from './reminders.ts'

/** Reminders that are queued for the same minute, so that many that are due at once stay below the limits of a provider. */
const perMinute = 500
/** Form requests that are read and decided in one transaction. */
const batch = 500

/** Sends reminders of open form requests, every 15 minutes (NOT-5). */
export const sendRemindersJobs = jobForEveryOrganisation('send-reminders')

export const startSendingReminders = (services: Services) =>
  workForEveryOrganisation(services, sendRemindersJobs, { at: '2-59/15 * * * *', onlyWhereDue: true, run: (steps) => sendReminders(steps) })

/**
 * Queues a reminder for every form request of which one is due. The database keeps each reminder of a request once, so a second worker, or one
 * that continues after a crash, adds none. Right before it is sent, the worker checks again that the patient may get it.
 */
export async function sendReminders({ step, signal }: Pick<Steps, 'step' | 'signal'>, now = new Date()) {
  const { hours, scans } = await step(planScans)
  const dueAfter = earliestDue(now, hours)
  let queued = 0
  for (const scan of scans) {
    let after: RemindCursor | undefined
    do {
      const page = await step((ctx) => queuePage(ctx, { ...scan, hours, now, dueAfter, after, queued }))
      queued += page.queued
      after = page.after
    } while (after && !signal.aborted)
  }
}

const hourMs = 3_600_000

/**
 * The earliest moment for which a reminder may have been counted that is not too late yet: it may have waited for the sending hours over a
 * weekend or Christmas.
 */
function earliestDue(now: Date, hours: SendingHours) {
  const latest = now.getTime() - latestByDays * 24 * hourMs
  let earliest = latest - hourMs
  while (nextSendingMoment(new Date(earliest), hours).getTime() > latest) earliest -= hourMs
  return new Date(earliest)
}

/** The stretches of form requests to read: for each rule of reminders and each reminder that it has. */
type Scan = { rule: ReminderRule; forms: FormsOfRule; number: ReminderNumber; days: number }

async function planScans(ctx: Context): Promise<{ hours: SendingHours; scans: Scan[] }> {
  const [settings, ofForms] = [await getOrganisationSettings(ctx), await listFormReminders(ctx)]
  const alike = [...Map.groupBy(ofForms, ({ rule }) => JSON.stringify(rule)).values()].map((some) => ({
    rule: some[0]!.rule, // a group has at least one
    forms: { formIds: some.map(({ formId }) => formId), areLeftOut: false },
  }))
  const others = { rule: organisationRule(settings), forms: { formIds: ofForms.map(({ formId }) => formId), areLeftOut: true } }
  const scans = [others, ...alike].flatMap(({ rule, forms }) =>
    ([rule.firstDays, rule.secondDays, rule.lastDays] as const).flatMap(
      (days, index) => (days > 0 ? [{ rule, forms, days, number: (index + 1) as ReminderNumber }] : []), // three days, counted from 1
    ),
  )
  return { hours: settings.sendingHours, scans }
}

type Page = Scan & {
  hours: SendingHours
  now: Date
  dueAfter: Date
  after: RemindCursor | undefined
  /** in the pages before */ queued: number
}

async function queuePage(ctx: Context, { rule, hours, now, queued, ...scan }: Page) {
  const { found, after } = await findToRemind(ctx, { ...scan, now, limit: batch })
  const due = found.flatMap((request) => {
    const sendingMoment = (moment: Date) => sendingMomentOf(request.method, moment, hours)
    const reminder = dueReminder(request, { rule, sendingMoment, now })
    return reminder ? [{ requestId: request.id, method: request.method, reminderNumber: reminder.number }] : []
  })
  // In the order in which other work locks requests, also where the reminders of a page are queued for two minutes.
  due.sort((one, other) => (one.requestId < other.requestId ? -1 : 1))
  for (const [minute, some] of Map.groupBy(due, (_, index) => Math.floor((queued + index) / perMinute))) {
    const sendAfter = new Date(now.getTime() + minute * 60_000)
    await queueNotifications(ctx, some, { category: 'request_reminder', sendAfter })
  }
  return { queued: due.length, after }
}
