import { messageMethods, type MessageMethod, type NotificationStatus } from './notification.ts'

/** What is not certain about a message: a try was interrupted, and the provider cannot tell whether it has the message (NOT-8). */
export const messageDoubts = ['may_have_been_sent', 'may_have_been_sent_twice'] as const
export type MessageDoubt = (typeof messageDoubts)[number]

/** `hasOpenTry`: the result of the last try is not known. `mayBeRepeated`: a try followed one whose result is not known. */
type Tries = { status: NotificationStatus; hasOpenTry: boolean; mayBeRepeated: boolean }

/** The doubt about a message. A message that is being sent has none: its try is open until the provider answers. */
export function doubtOf({ status, hasOpenTry, mayBeRepeated }: Tries): MessageDoubt | null {
  if (status === 'queued') return mayBeRepeated ? 'may_have_been_sent' : null
  if (status === 'failed' || status === 'cancelled') return mayBeRepeated || hasOpenTry ? 'may_have_been_sent' : null
  return mayBeRepeated ? 'may_have_been_sent_twice' : null
}

/** The figures of messages on the dashboard and in totals, as statuses, so that a figure and its list always agree (REP-2). */
export const messageFigures = {
  sent: ['accepted', 'sent', 'delivered', 'read'],
  delivered: ['delivered', 'read'],
  read: ['read'],
  notReached: ['failed'],
  kept: ['kept'],
} as const satisfies Record<string, readonly NotificationStatus[]>
export type MessageFigure = keyof typeof messageFigures
export const messageFigureNames = Object.keys(messageFigures) as MessageFigure[] // exactly the keys above

type Counted = { method: MessageMethod; status: NotificationStatus; messages: number }

/** The number of messages in a figure. */
export const countMessagesIn = (figure: MessageFigure, counted: readonly Counted[]) =>
  counted
    .filter(({ status }) => (messageFigures[figure] as readonly NotificationStatus[]).includes(status))
    .reduce((sum, { messages }) => sum + messages, 0)

/** The figures of each method that has messages, in the order of the methods. */
export const figuresByMethod = (counted: readonly Counted[]) =>
  messageMethods.flatMap((method) => {
    const own = counted.filter((one) => one.method === method)
    if (own.length === 0) return []
    const figures = Object.fromEntries(messageFigureNames.map((figure) => [figure, countMessagesIn(figure, own)]))
    return [{ method, ...(figures as Record<MessageFigure, number>) }] // exactly the names above
  })

const providerLabels: Record<string, string> = {
  outbox: 'Outbox',
  smtp: 'Mail server',
  'govuk-notify': 'GOV.UK Notify',
  'nhs-notify': 'NHS Notify',
}

/** The label of the provider that carried a message. */
export const providerLabel = (channel: string) => providerLabels[channel] ?? channel

/** The price of one message, given in pence: '2.41p', '£1.20'. */
export const formatPrice = (pence: number) =>
  pence < 100 ? `${pence.toLocaleString('en-GB', { maximumFractionDigits: 2 })}p` : formatPounds(pence)

/** A sum of prices, given in pence: '£0.51', '£1,234.50'. */
export const formatPounds = (pence: number) => (pence / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
