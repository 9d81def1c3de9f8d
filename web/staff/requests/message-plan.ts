import type { MessagePlan } from '#contract/message-plan.ts'
import { formatCount } from '#domain/amounts.ts'
import { formatDateTime, weekdayOf } from '#domain/moments.ts'
import { byMethod, methodLabel } from '#domain/notification.ts'

type Planned = MessagePlan['messages'][number]

/** Pence as pounds: '£28.90'. */
export const formatPence = (pence: number) => (pence / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })

/** The messages by one method: 'SMS: 120 messages, 245 fragments, £5.88'. */
export function plannedMessages({ method, count, fragments, tooLong }: Planned, { fragmentPrice }: Pick<MessagePlan, 'fragmentPrice'>) {
  const price = fragments === null ? [] : [fragmentPrice === null ? 'price not set' : formatPence(fragments * fragmentPrice)]
  const parts = [
    formatCount(count, 'message'),
    ...(fragments === null ? [] : [formatCount(fragments, 'fragment')]),
    ...price,
    ...(tooLong > 0 ? [`${formatCount(tooLong, 'message')} too long to send`] : []),
  ]
  return `${methodLabel(method)}: ${parts.join(', ')}`
}

/** What happens when messages by one method do not reach the patients. Undefined without an order of methods. */
export function nextInWords({ method, next, nextAfterHours }: Planned) {
  if (next.length === 0) return undefined
  const when = method === 'nhs_app' ? 'not read' : 'not delivered'
  const hours = formatCount(nextAfterHours, 'hour')
  const parts = next.map((one) =>
    one.method === null
      ? `no other method for ${formatCount(one.count, 'patient')}`
      : `then ${byMethod(one.method)} for ${formatCount(one.count, 'patient')}`,
  )
  return `${methodLabel(method)} ${when} within ${hours}: ${parts.join(', ')}`
}

/** When the last message will be sent, and how many are sent before. Messages of others on the same account are not known. Empty where messages are kept in the outbox. */
export function finishInWords({ messages, waiting }: MessagePlan) {
  const times = messages.flatMap(({ finishedAt }) => finishedAt ?? [])
  if (times.length === 0) return ''
  const last = times.reduce((latest, one) => (Date.parse(one) > Date.parse(latest) ? one : latest))
  const before = waiting > 0 ? ` ${formatCount(waiting, 'other message is', 'other messages are')} sent first.` : ''
  const at = `${weekdayOf(last)} ${formatDateTime(last)}`
  return messages.some(({ isAccountShared }) => isAccountShared)
    ? `The last message will be sent on ${at} at the earliest.${before} Other organisations can send through the same account.`
    : `The last message will be sent by ${at}.${before}`
}
