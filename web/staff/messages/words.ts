import type { MessageDoubt, MessageFigure } from '#domain/message-records.ts'

export const messagesPageWords = {
  title: 'Messages',
  description: 'Every message to your patients, newest first. Open a message to see its form request.',
  list: {
    label: 'Messages',
    empty: { title: 'No messages yet', text: 'Messages appear here when you send a form to a patient.' },
    noMatch: { title: 'No message matches', text: 'Choose other filters, or clear the filters.' },
  },
  columns: {
    patient: 'Patient',
    form: 'Form',
    category: 'Message',
    method: 'Sent by',
    status: 'Status',
    reason: 'Reason',
    queued: 'Queued',
    attempts: 'Attempts',
    fragments: 'SMS fragments',
    price: 'Price',
    provider: 'Provider',
  },
  filters: {
    method: 'Sent by',
    status: 'Status',
    reason: 'Reason',
    category: 'Message',
    form: 'Form',
    days: 'Queued on',
    chip: (filter: string, value: string) => `${filter}: ${value}`,
    from: (day: string) => `from ${day}`,
    to: (day: string) => `to ${day}`,
    chosenDays: (days: string) => `Queued ${days}`,
    unknownForm: 'Unknown form',
  },
}

export const doubtWords: Record<MessageDoubt, string> = {
  may_have_been_sent: 'May have been sent',
  may_have_been_sent_twice: 'May have been sent twice',
}

export const figureWords: Record<MessageFigure, string> = {
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  notReached: 'Not delivered',
  kept: 'Kept, not sent',
}

export const totalsWords = {
  title: 'Totals',
  none: 'No messages match.',
  by: 'Group the totals',
  groupings: { method: 'By method', status: 'By status', reason: 'By reason', month: 'By month', day: 'By day' },
  columns: { method: 'Sent by', status: 'Status', reason: 'Reason', month: 'Month', day: 'Day' },
  messages: 'Messages',
  waiting: 'Queued',
  cancelled: 'Cancelled',
  fragments: 'SMS fragments',
  price: 'Price',
  noReason: 'No reason',
  whatCounts: 'Sent includes delivered and read messages. Delivered includes read messages.',
  summary: (messages: string, fragments: string, price: string | undefined) => [messages, fragments, ...(price ? [price] : [])].join(', '),
  onlyNewest: (shown: number) => `Only the newest ${shown} are shown. Choose dates to see older totals.`,
}

export const timesWords = {
  queued: 'Queued',
  heldUntil: 'Held until',
  accepted: 'Accepted by the provider',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
  cancelled: 'Cancelled',
}
