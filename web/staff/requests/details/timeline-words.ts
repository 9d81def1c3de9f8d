import type { RequestDetails } from '#contract/request-records.ts'
import { formatCount } from '#domain/amounts.ts'
import { assistedChannelLabels, assistedChannels, identityCheckLabels, identityChecks } from '#domain/answering.ts'
import { formatDate, isIsoDate } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { byMethod, type MessageMethod, messageMethods } from '#domain/notification.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { outcomeLabel, queueLabel, waitingListOutcomes } from '#domain/waiting-list.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'
import type { TimelineEvent } from '#web/ui/Timeline.tsx'

type Event = { kind: string; detail: Record<string, unknown> }

const textOf = ({ detail }: Event, key: string) => (typeof detail[key] === 'string' ? detail[key] : '')
const how = (event: Event) => {
  const method = messageMethods.find((one) => one === event.detail['method'])
  return method ? ` ${byMethod(method)}` : ''
}
const inBatch = ({ detail }: Event) => (typeof detail['batch'] === 'number' ? ` in batch ${detail['batch']}` : '')
const withOutcome = (event: Event) => (textOf(event, 'outcome') ? `: ${textOf(event, 'outcome')}` : '')
const to = (event: Event) => (textOf(event, 'to') ? ` to ${textOf(event, 'to')}` : '')

const messageNames: Record<string, string> = { request_reminder: 'Reminder', removal_approved: 'Message about the removal' }
const messageOf = (event: Event) => messageNames[textOf(event, 'category')] ?? 'Message'
const keptTitle = (event: Event) => `${messageOf(event)}${how(event)} kept in the outbox, not sent`

/** Why the next method was tried, from the method of the message before and the hours that were waited. */
function whyNext({ detail }: Event) {
  const after = messageMethods.find((one) => one === detail['after'])
  if (!after) return ''
  if (detail['cause'] === 'opted_out') return `The patient does not want ${messageNouns[after]}.`
  const hours = typeof detail['hours'] === 'number' ? detail['hours'] : undefined
  if (hours === undefined) return `The ${messageNoun[after]} did not arrive.`
  const waited = formatCount(hours, 'hour')
  return after === 'nhs_app'
    ? `Not read in the NHS App for ${waited}.`
    : `Delivery of the ${messageNoun[after]} not confirmed for ${waited}.`
}

const messageNouns: Record<MessageMethod, string> = {
  sms: 'text messages',
  email: 'emails',
  nhs_app: 'NHS App messages',
  letter: 'letters',
}
const messageNoun: Record<MessageMethod, string> = { sms: 'text message', email: 'email', nhs_app: 'NHS App message', letter: 'letter' }

function waitingListTitle({ detail }: Event) {
  const queue = waitingListQueues.find((one) => one === detail['queue'])
  const decision = waitingListOutcomes.find((one) => one === detail['decision'])
  return queue && decision ? `Waiting list, ${queueLabel(queue)}: ${outcomeLabel(decision)}` : 'Decision about the waiting list'
}

function waitTitle(event: Event) {
  const dayOf = (key: string) => (isIsoDate(textOf(event, key)) ? formatDate(textOf(event, key)) : 'not known')
  return `“Waiting since” corrected from ${dayOf('before')} to ${dayOf('after')}`
}

function contactTitle({ detail: { fields } }: Event) {
  const names = [
    ...(hasField(fields, 'phoneNumber') ? ['Mobile phone number'] : []),
    ...(hasField(fields, 'emailAddress') ? ['email address'] : []),
  ]
  const named = names.join(' and ')
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} of the patient changed`
}
const hasField = (fields: unknown, field: string) => Array.isArray(fields) && fields.includes(field)

const reopened: Record<string, string> = {
  queued: 'Reopened, and the message is sent again',
  not_sent: 'Reopened, and no message was sent',
}

/** How a user got the answers that they typed. */
function assisted({ detail }: Event) {
  const channel = assistedChannels.find((one) => one === detail['channel'])
  return channel ? `, ${assistedChannelLabels[channel].toLowerCase()}${detail['answeredBy'] === 'carer' ? ', by a carer' : ''}` : ''
}

const words: Record<string, { title: (event: Event) => string; kind: BadgeKind }> = {
  created: { title: () => 'Created', kind: 'dark' },
  queued: { title: (event) => `Message queued${how(event)}`, kind: 'info' },
  message_cancelled: { title: () => 'Waiting message cancelled', kind: 'dark' },
  kept: { title: keptTitle, kind: 'warning' },
  accepted: { title: (event) => `${messageOf(event)}${how(event)} accepted by ${textOf(event, 'provider')}`, kind: 'info' },
  sent: {
    title: (event) => `${event.detail['category'] === 'removal_approved' ? `${messageOf(event)} sent` : 'Sent'}${how(event)}`,
    kind: 'info',
  },
  delivered: { title: (event) => `Delivered${how(event)}`, kind: 'info' },
  read: { title: (event) => `Read${how(event)}`, kind: 'success' },
  not_delivered: { title: (event) => `Not delivered${how(event)}`, kind: 'danger' },
  next_method: { title: (event) => `Sending${how(event)} instead`, kind: 'info' },
  letter_queued: { title: () => 'Letter waiting to be printed', kind: 'info' },
  letter_printed: { title: (event) => `Letter printed${inBatch(event)}`, kind: 'info' },
  letter_printed_again: { title: (event) => `Letter printed again${inBatch(event)}`, kind: 'info' },
  reminded: { title: (event) => `Reminder sent${how(event)}`, kind: 'info' },
  opened: { title: (event) => (event.detail['channel'] ? `Opened for the patient${assisted(event)}` : 'Opened'), kind: 'notice' },
  answering_started: { title: (event) => `Answering for the patient started${assisted(event)}`, kind: 'notice' },
  saved: { title: () => 'Answers saved', kind: 'notice' },
  completed: { title: (event) => `Completed${assisted(event)}`, kind: 'success' },
  flagged: { title: () => 'Red flag raised', kind: 'danger' },
  alerted: { title: (event) => `Alert sent${to(event)}`, kind: 'warning' },
  alert_kept: { title: (event) => `Alert${to(event)} kept in the outbox, not sent`, kind: 'warning' },
  not_alerted: { title: (event) => `Alert not delivered${to(event)}`, kind: 'danger' },
  assigned: { title: (event) => `Assigned${to(event)}`, kind: 'info' },
  unassigned: { title: (event) => `Unassigned${textOf(event, 'to') ? ` from ${textOf(event, 'to')}` : ''}`, kind: 'info' },
  closed: { title: (event) => `Closed${withOutcome(event)}`, kind: 'dark' },
  outcome_set: { title: (event) => `Outcome recorded${withOutcome(event)}`, kind: 'dark' },
  note_added: { title: ({ detail }) => (detail['isCorrection'] ? 'Note corrected' : 'Note added'), kind: 'info' },
  reopened: { title: (event) => reopened[textOf(event, 'message')] ?? 'Reopened', kind: 'info' },
  sent_in_error: { title: () => 'Marked as sent in error', kind: 'danger' },
  expired: { title: () => 'Expired', kind: 'warning' },
  auto_closed: { title: () => 'Auto closed', kind: 'dark' },
  locked: { title: () => 'Link locked after too many wrong dates of birth', kind: 'danger' },
  opted_out: { title: (event) => `Patient opted out of messages${how(event)}`, kind: 'warning' },
  contact_changed: { title: contactTitle, kind: 'info' },
  deceased: { title: () => 'Patient recorded as deceased', kind: 'dark' },
  waiting_since_set: { title: waitTitle, kind: 'info' },
  waiting_list_decided: { title: waitingListTitle, kind: 'info' },
  link_copied: { title: () => 'Patient’s link viewed by a user', kind: 'info' },
  unlocked: { title: () => 'Link unlocked, count of wrong dates of birth reset to 0', kind: 'info' },
}

/** How the user checked the identity of the person. */
function checkedHow({ detail }: Event) {
  const check = identityChecks.find((one) => one === detail['identityCheck'])
  return check && `Identity check: ${identityCheckLabels[check].charAt(0).toLowerCase()}${identityCheckLabels[check].slice(1)}.`
}

/** The title, the colour and the further words of an event of a form request. */
export function eventInWords(event: Event): Pick<Required<TimelineEvent>, 'title' | 'kind' | 'detail'> {
  const { title, kind } = words[event.kind] ?? { title: () => event.kind.replaceAll('_', ' '), kind: 'dark' as const }
  const from = textOf(event, 'from')
  return {
    title: title(event),
    kind,
    detail:
      textOf(event, 'reason') ||
      checkedHow(event) ||
      (event.kind === 'next_method' && whyNext(event)) ||
      (from && `Taken over from ${from}`),
  }
}

/** What happened to a request, the latest first. */
export const timelineOf = ({ timeline }: RequestDetails): TimelineEvent[] =>
  timeline
    .map((event) => ({
      ...eventInWords(event),
      id: String(event.id),
      when: formatDateTime(event.at),
      dateTime: event.at,
      who: event.by,
    }))
    .toReversed()
