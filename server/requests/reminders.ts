import { plannedReminders, reasonWithoutReminders, type RemindedRequest, type ReminderRule } from '#domain/reminders.ts'
import type { Reachable } from '#domain/contactability.ts'
import type { RequestDetails } from '#contract/request-records.ts'
import { sendingMomentOf } from '#domain/sending-times.ts'
import type { getOrganisationSettings } from '#server/organisations/organisations.ts'

type Settings = Awaited<ReturnType<typeof getOrganisationSettings>>

/** The reminders of an organisation, for forms without reminders of their own. */
export const organisationRule = ({ reminderDays, secondReminderDays, lastReminderDays }: Settings): ReminderRule => ({
  firstDays: reminderDays,
  secondDays: secondReminderDays,
  lastDays: lastReminderDays,
})

type Sent = { category: string; status: string; sentAt: string | null; sendAfter: string; reminderNumber: number | null }
type Asked = Pick<RemindedRequest, 'status' | 'leftAt' | 'method' | 'isUnreached' | 'expiresAt'>

/** The reminders that a form request will get by itself, or why it gets none. */
export function remindersToCome(
  request: Asked,
  patient: Pick<Reachable, 'deceased' | 'archived' | 'mayBeContacted' | 'optedOutMethods'>,
  messages: readonly Sent[],
  { rule, settings, now = new Date() }: { rule: ReminderRule; settings: Settings; now?: Date },
): RequestDetails['reminders'] {
  const waiting = messages.find(({ status }) => status === 'queued')
  const waitsUntil = waiting && new Date(Math.max(now.getTime(), Date.parse(waiting.sendAfter))).toISOString()
  const sentAgainAt = waiting?.category === 'request_created' ? waitsUntil : undefined
  const reminded: RemindedRequest = {
    ...request,
    leftAt: request.leftAt && (sentAgainAt ?? request.leftAt),
    lastMessageAt: waitsUntil ?? latest(messages.map(({ sentAt }) => sentAt)),
    reminded: Math.max(0, ...messages.map(({ reminderNumber }) => reminderNumber ?? 0)),
  }
  const reason = reasonWithoutReminders(reminded, patient, rule)
  if (reason !== undefined) return { planned: [], none: reason }
  const sendingMoment = (moment: Date) => sendingMomentOf(request.method, moment, settings.sendingHours)
  const planned = plannedReminders(reminded, { rule, sendingMoment, now }).map(({ number, at }) => ({ number, at: at.toISOString() }))
  const isOpen = request.status === 'unopened' || request.status === 'opened'
  return { planned, none: isOpen && planned.length === 0 ? (reminded.reminded > 0 ? 'all_sent' : 'expires_first') : null }
}

const latest = (moments: readonly (string | null)[]) =>
  moments.reduce((last, at) => (at !== null && (last === null || Date.parse(at) > Date.parse(last)) ? at : last), null)
