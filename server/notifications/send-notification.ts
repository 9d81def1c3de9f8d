import { setTimeout as sleep } from 'node:timers/promises'

import { formatDateTime } from '#domain/dates.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { nextSendingMoment } from '#domain/sending-times.ts'
import { specialtyName } from '#domain/specialties.ts'
import { fillIn, tooLong } from '#domain/template.ts'
import { type Channel, channelFor, type OutgoingMessage, reasonUnsupported, type SendResult } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import type { Steps } from '#server/platform/jobs.ts'
import { recordAccepted, recordHeldInOutbox, recordNotDelivered, recordSent } from '#server/timeline/timeline.ts'

import { defaultTemplate } from './default-templates.ts'
import { linkAddress, queueAgain } from './notifications.ts'
import { referenceOf } from './receipts.ts'
import { acceptNotification, countAttempt, endNotification, lockSending, type Sending, setReason } from './sending.sql.ts'
import { findSelected } from './templates.sql.ts'

/** With the back-off of the queue, about 1 hour 45 minutes. After that staff see the failure. */
const maxAttempts = 16
/** How long to wait for the database after a message was sent, in milliseconds. */
const recordForMs = 120_000

/**
 * Sends one message once. Cancels a message that is no longer needed; fails a message that cannot be sent. The provider is called between
 * two short transactions, so that a slow provider locks no row. Throws if a retry may help.
 */
export async function sendNotification({ step, services }: Pick<Steps, 'step' | 'services'>, notificationId: string, now = new Date()) {
  const outgoing = await step((ctx) => prepare(ctx, notificationId, now))
  if (!outgoing) return
  const { sending, message, channel } = outgoing
  const result = await channel.send(services.config, message)
  if (result.status !== 'failed') return recordReliably(() => step((ctx) => succeed(ctx, sending, channel, result)))
  const { reason, isFinal, cause } = result
  if (isFinal || sending.attempts + 1 >= maxAttempts) return step((ctx) => fail(ctx, sending, reason))
  await step((ctx) => setReason(ctx, notificationId, `${reason} It will be tried again.`))
  throw cause
}

/**
 * Records the result of a sent message. Waits for a database that is away, because the next worker would otherwise send the message again.
 */
async function recordReliably(record: () => Promise<unknown>) {
  for (const end = Date.now() + recordForMs; ;) {
    try {
      return await record()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > end) throw error
      await sleep(250)
    }
  }
}

/** Decides what to do with a queued message. Returns a message for a provider; every other case ends in this transaction. */
async function prepare(ctx: Context, id: string, now: Date) {
  const sending = await lockSending(ctx, id)
  if (!sending) return undefined
  const reason = cancelReason(sending)
  if (reason) {
    await endNotification(ctx, id, 'cancelled', reason)
    return undefined
  }
  const { config } = ctx.services
  const channel = channelFor(config, sending.method)
  const notCarried = reasonUnsupported(config, sending.method)
  if (!channel || notCarried) {
    await countAttempt(ctx, id)
    await fail(ctx, sending, notCarried ?? '')
    return undefined
  }
  const later = waitsUntil(sending, now)
  if (later) {
    await queueAgain(ctx, id, later, `The message will be sent on ${formatDateTime(later)}, within your organisation’s sending hours.`)
    return undefined
  }
  const paused = 'send' in channel && channel.pausedUntil?.(config)
  if (paused) {
    await queueAgain(ctx, id, paused, `${channel.label} cannot take messages at the moment. Formward will try again.`)
    return undefined
  }
  await countAttempt(ctx, id)
  const composed = await composeMessage(ctx, sending)
  if ('failure' in composed) {
    await fail(ctx, sending, composed.failure)
    return undefined
  }
  const message: OutgoingMessage = {
    ...composed,
    id,
    fromName: sending.organisationName,
    reference: referenceOf(ctx.organisationId, id),
    isRepeated: sending.attempts > 0,
  }
  if ('send' in channel) return { sending, message, channel }
  await channel.keep(ctx, message)
  if (await endNotification(ctx, id, 'kept')) await recordHeldInOutbox(ctx, sending.requestId, onTimeline(sending))
  return undefined
}

/** Text messages and emails keep to the organisation's sending hours (ORG-6). The NHS App has its own. */
function waitsUntil({ method, sendingHours }: Sending, now: Date) {
  const moment = method === 'nhs_app' ? now : nextSendingMoment(now, sendingHours)
  return moment > now ? moment : undefined
}

async function succeed(ctx: Context, sending: Sending, { name, label }: Pick<Channel, 'name' | 'label'>, result: Taken) {
  if (result.status === 'sent') {
    if (await endNotification(ctx, sending.id, 'sent')) await recordSent(ctx, sending.requestId, onTimeline(sending))
    return
  }
  const { providerId } = result
  if (await acceptNotification(ctx, sending.id, { channel: name, providerId }))
    await recordAccepted(ctx, sending.requestId, { ...onTimeline(sending), provider: label })
}

type Taken = Exclude<SendResult, { status: 'failed' }>

async function fail(ctx: Context, sending: Sending, reason: string) {
  if (await endNotification(ctx, sending.id, 'failed', reason))
    await recordNotDelivered(ctx, sending.requestId, onTimeline(sending), reason)
}

const onTimeline = ({ id, method, category }: Sending) => ({ notificationId: id, method, category })

type Message = { notificationId: string; method: NotificationMethod; recipient: string; subject: string; body: string }

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

const recipientOf = ({ method, patient }: Sending) =>
  ({ sms: patient.phoneNumber, email: patient.emailAddress, nhs_app: patient.nhsNumber })[method]

const noRecipient: Record<NotificationMethod, string> = {
  sms: 'The patient has no mobile phone number.',
  email: 'The patient has no email address.',
  nhs_app: 'The patient has no NHS number.',
}

/** Composes a message, or returns the reason why it cannot be sent. A selected custom template replaces the default (NOT-1). */
async function composeMessage(ctx: Context, sending: Sending): Promise<Message | { failure: string }> {
  const { id, method, category, requestId, request, patient, organisationName } = sending
  const recipient = recipientOf(sending)
  if (!recipient) return { failure: noRecipient[method] }
  const template = (await findSelected(ctx, method, category)) ?? defaultTemplate(method, category)
  const { subject, body } = fillIn(template, {
    firstName: patient.firstName,
    lastName: patient.lastName,
    fullName: `${patient.firstName} ${patient.lastName}`,
    organisationName,
    formTitle: request.formTitle,
    link: linkAddress(ctx.services.config.PUBLIC_URL, ctx.services.keys, requestId),
    expiryDate: longDay.format(new Date(request.expiresAt)),
    specialty: specialtyName(request.specialty) ?? '',
  })
  const failure = tooLong(method, body)
  return failure ? { failure } : { notificationId: id, method, recipient, subject, body }
}

/**
 * The reason why a message is no longer needed, or undefined. Checked right before sending, because the form request may have changed
 * since.
 */
function cancelReason({ request, patient }: Sending) {
  if (!['unopened', 'opened'].includes(request.status)) return 'The form request was no longer open.'
  if (new Date(request.expiresAt) < new Date()) return 'The form request had expired.'
  if (patient.isArchived) return 'The patient is archived.'
  if (!patient.mayBeContacted) return 'The patient does not want to be contacted.'
  return undefined
}
