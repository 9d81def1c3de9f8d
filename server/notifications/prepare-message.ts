import { formatDateTime } from '#domain/dates.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { nextSendingMoment } from '#domain/sending-times.ts'
import { specialtyName } from '#domain/specialties.ts'
import { fillIn, tooLong } from '#domain/template.ts'
import { type Channel, channelFor, type OutgoingMessage, reasonUnsupported, type SendResult } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccepted, recordNotDelivered, recordSent } from '#server/timeline/timeline.ts'

import { defaultTemplate } from './default-templates.ts'
import { linkAddress, queueAgain } from './notifications.ts'
import { referenceOf } from './receipts.ts'
import { acceptNotification, countAttempt, endNotification, lockSending, type Sending } from './sending.sql.ts'
import { findSelected } from './templates.sql.ts'

/** A message that may be sent now, and the channel that carries it. */
export type Prepared = { sending: Sending; channel: Channel; message: OutgoingMessage }

/**
 * Decides what to do with a queued message, in the caller's transaction. Cancels a message that is no longer needed, fails a message that
 * cannot be sent, and postpones a message to the sending hours. Undefined in all these cases, and for a message that is no longer queued.
 */
export async function prepareMessage(ctx: Context, id: string, now: Date): Promise<Prepared | undefined> {
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
    await failMessage(ctx, sending, notCarried ?? '')
    return undefined
  }
  const later = waitsUntil(sending, now)
  if (later) {
    await queueAgain(ctx, id, later, `The message will be sent on ${formatDateTime(later)}, within your organisation’s sending hours.`)
    return undefined
  }
  const composed = await composeMessage(ctx, sending)
  if ('failure' in composed) {
    await countAttempt(ctx, id)
    await failMessage(ctx, sending, composed.failure)
    return undefined
  }
  const message = {
    ...composed,
    id,
    fromName: sending.organisationName,
    reference: referenceOf(ctx.organisationId, id),
    isRepeated: sending.attempts > 0,
    nhsNumber: sending.patient.nhsNumber,
    odsCode: sending.odsCode,
  }
  return { sending, channel, message }
}

/** Text messages and emails keep to the organisation's sending hours (ORG-6). The NHS App has its own. */
function waitsUntil({ method, sendingHours }: Sending, now: Date) {
  const moment = method === 'nhs_app' ? now : nextSendingMoment(now, sendingHours)
  return moment > now ? moment : undefined
}

/** Records that a provider has the message. */
export async function recordTaken(ctx: Context, sending: Sending, { name, label }: Pick<Channel, 'name' | 'label'>, result: Taken) {
  if (result.status === 'sent') {
    if (await endNotification(ctx, sending.id, 'sent')) await recordSent(ctx, sending.requestId, onTimeline(sending))
    return
  }
  // Empty for a batch of which only an earlier try was told the ids.
  const providerId = result.providerId || null
  if (await acceptNotification(ctx, sending.id, { channel: name, providerId }))
    await recordAccepted(ctx, sending.requestId, { ...onTimeline(sending), provider: label })
}

type Taken = Exclude<SendResult, { status: 'failed' }>

/** Ends a message that cannot be sent, with the reason for staff. */
export async function failMessage(ctx: Context, sending: Sending, reason: string) {
  if (await endNotification(ctx, sending.id, 'failed', reason))
    await recordNotDelivered(ctx, sending.requestId, onTimeline(sending), reason)
}

export const onTimeline = ({ id, method, category }: Sending) => ({ notificationId: id, method, category })

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
