import type { Reachable } from './contactability.ts'
import { daysBetween } from './dates.ts'
import { dateOf, daysLater } from './moments.ts'
import type { MessageMethod } from './notification.ts'

const dayMs = 86_400_000

/** How late a reminder may be sent, in days. After a longer stop of the workers it is left out. */
export const latestByDays = 3
/** Two messages about the same form are at least a day apart. */
const dayAfter = (moment: string | number) => daysLater(new Date(moment), 1).getTime()

/** In calendar days of London, 0 for none: the first two are counted from the message, the last one back from the day on which the form request expires. */
export type ReminderRule = { firstDays: number; secondDays: number; lastDays: number }
/** 3 is the last one before the form request expires. */
export type ReminderNumber = 1 | 2 | 3

export type RemindedRequest = {
  status: string
  /** When the form was last sent to the patient; null if no message has left. */
  leftAt: string | null
  /** When the latest message about it left, whether form or reminder. */
  lastMessageAt: string | null
  /** The method of the next reminder: the one that reached the patient. A patient whom a letter has to reach gets no reminder. */
  method: MessageMethod
  /** The last message that was tried has failed. */
  isUnreached: boolean
  expiresAt: string
  /** The highest number of a reminder that was sent or is queued; 0 if there is none. */
  reminded: number
}
type Terms = {
  rule: ReminderRule
  /** The first moment from a moment on in which the message may be sent. */
  sendingMoment: (moment: Date) => Date
  now: Date
}
export type PlannedReminder = { number: ReminderNumber; at: Date }

/**
 * The reminders that a form request will get, in order, if nothing changes: the job that sends them and the screen that shows them both call
 * this. Of two within a day of each other the later one is kept, also of those that fell due while no worker ran. None is sent after the
 * request expires.
 */
export function plannedReminders(request: RemindedRequest, { rule, sendingMoment, now }: Terms): PlannedReminder[] {
  const { status, leftAt, lastMessageAt, method, isUnreached, expiresAt, reminded } = request
  if ((status !== 'unopened' && status !== 'opened') || leftAt === null || isUnreached || method === 'letter') return []
  const expires = Date.parse(expiresAt)
  const due: { number: ReminderNumber; days: number; at: number }[] = [
    { number: 1, days: rule.firstDays, at: daysLater(leftAt, rule.firstDays).getTime() },
    { number: 2, days: rule.secondDays, at: daysLater(leftAt, rule.secondDays).getTime() },
    { number: 3, days: rule.lastDays, at: lastReminderAt(leftAt, expiresAt, rule.lastDays) },
  ]
  const earliest = Math.max(now.getTime(), dayAfter(lastMessageAt ?? leftAt))
  const planned = due
    .filter(({ number, days, at }) => days > 0 && number > reminded && at >= dayAfter(leftAt))
    .filter(({ at }) => sendingMoment(new Date(at)).getTime() > now.getTime() - latestByDays * dayMs)
    .map(({ number, at }) => ({ number, at: sendingMoment(new Date(Math.max(at, earliest))) }))
    .filter(({ at }) => at.getTime() < expires)
  return withoutClose(planned)
}

/** So many days before the day on which the form request expires, at the time of day at which the form was sent. */
const lastReminderAt = (leftAt: string, expiresAt: string, days: number) =>
  daysLater(leftAt, daysBetween(dateOf(leftAt), dateOf(expiresAt)) - days).getTime()

/** Keeps the later of two reminders that are too close: the last one before the end counts most. */
function withoutClose(planned: readonly PlannedReminder[]) {
  const kept: PlannedReminder[] = []
  for (const reminder of planned.toReversed()) {
    const next = kept[0]
    if (!next || dayAfter(reminder.at.getTime()) <= next.at.getTime()) kept.unshift(reminder)
  }
  return kept
}

/** The reminder that has to be sent now; undefined if none has. */
export function dueReminder(request: RemindedRequest, terms: Terms): PlannedReminder | undefined {
  const [next] = plannedReminders(request, terms)
  return next && next.at <= terms.now ? next : undefined
}

/** Why an open form request gets no reminders. */
export const noReminderReasons = [
  'deceased',
  'archived',
  'not_to_be_contacted',
  'opted_out',
  'turned_off',
  'not_sent',
  'unreached',
  'letter',
  'all_sent',
  'expires_first',
] as const
export type NoReminderReason = (typeof noReminderReasons)[number]

/** Why an open form request gets no reminders at the moment, whatever its dates are; undefined if it may get some. */
export function reasonWithoutReminders(
  { status, leftAt, method, isUnreached }: Pick<RemindedRequest, 'status' | 'leftAt' | 'method' | 'isUnreached'>,
  patient: Pick<Reachable, 'deceased' | 'archived' | 'mayBeContacted' | 'optedOutMethods'>,
  rule: ReminderRule,
): NoReminderReason | undefined {
  if (status !== 'unopened' && status !== 'opened') return undefined
  if (patient.deceased) return 'deceased'
  if (patient.archived) return 'archived'
  if (!patient.mayBeContacted) return 'not_to_be_contacted'
  if (patient.optedOutMethods.some((optedOut) => optedOut === method)) return 'opted_out'
  if (rule.firstDays + rule.secondDays + rule.lastDays === 0) return 'turned_off'
  if (isUnreached) return 'unreached'
  if (method === 'letter') return 'letter'
  return leftAt === null ? 'not_sent' : undefined
}

/** A rule in words, such as 'after 3 and 7 days, and 2 days before the form expires'; undefined for no reminders. */
export function reminderRuleWords({ firstDays, secondDays, lastDays }: ReminderRule): string | undefined {
  const counted = [firstDays, secondDays].filter((days) => days > 0)
  const unit = (days: number) => (days === 1 ? 'day' : 'days')
  const parts = [
    ...(counted.length > 0 ? [`after ${counted.join(' and ')} ${unit(counted.at(-1)!)}`] : []),
    ...(lastDays > 0 ? [`${lastDays} ${unit(lastDays)} before the form expires`] : []),
  ]
  return parts.length > 0 ? parts.join(', and ') : undefined
}
