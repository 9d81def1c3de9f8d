import type { SendingPreview } from '#contract/requests.ts'
import { addDays, formatDate } from '#domain/dates.ts'
import { dateOf, formatDateTime, hourOf, weekdayOf } from '#domain/moments.ts'
import type { NotificationMethod } from '#domain/notification.ts'

type Messages = SendingPreview['messages'][number]

const nounOf: Record<NotificationMethod, string> = { sms: 'text messages', email: 'emails', nhs_app: 'NHS App messages' }

type Circumstances = {
  /** messages are put in the outbox of this system instead of going out */
  areKept?: boolean
  now?: Date
}

/** When messages go out, in sentences: those by methods that go out together share one. */
export function messageTimes(messages: readonly Messages[], { areKept = false, now = new Date() }: Circumstances = {}): string[] {
  const together = [...Map.groupBy(messages, ({ from, waitsForSendingHours }) => `${from} ${waitsForSendingHours}`).values()]
  return together.map((group) => {
    const { from, waitsForSendingHours } = group[0]! // a group has at least one
    const nouns = group.map(({ method }) => nounOf[method]).join(' and ')
    // NHS App messages have hours of their own, which are not the settings of the organisation.
    const why = waitsForSendingHours && group.some(({ method }) => method !== 'nhs_app') ? ', when your sending hours begin' : ''
    const subject = together.length === 1 ? 'Messages' : nouns.charAt(0).toUpperCase() + nouns.slice(1)
    return `${subject} ${areKept ? 'are put in the outbox' : 'go out'} ${momentInWords(from, now)}${why}.`
  })
}

/**
 * Whether messages would arrive at night or at a weekend by the user's choice. Sending hours of the organisation are not the user's
 * mistake.
 */
export const isUnusualTime = (messages: readonly Messages[], now = new Date()) =>
  messages.some(({ from, waitsForSendingHours }) => !waitsForSendingHours && isUnusual(from === null ? now : new Date(from)))

const isUnusual = (moment: Date) => hourOf(moment) < 8 || hourOf(moment) >= 20 || ['Saturday', 'Sunday'].includes(weekdayOf(moment))

function momentInWords(from: string | null, now: Date) {
  if (from === null) return `now: ${weekdayOf(now)} ${formatDateTime(now)}`
  const [day, today] = [dateOf(from), dateOf(now)]
  const time = formatDateTime(from).slice(-5)
  if (day === today) return `today at ${time}`
  const date = `${weekdayOf(from)} ${formatDate(day)}`
  return day === addDays(today, 1) ? `tomorrow, ${date}, at ${time}` : `on ${date} at ${time}`
}
