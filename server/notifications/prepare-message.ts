import { formatDateTime } from '#domain/moments.ts'
import { mayTryAnother } from '#domain/cascade.ts'
import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import { english } from '#domain/languages.ts'
import { titleInMessage } from '#domain/template-languages.ts'
import { maskedContact } from '#domain/masked-contact.ts'
import { sendingMomentOf } from '#domain/sending-times.ts'
import { fillIn, type PersonalValues, smsLength, tooLong } from '#domain/template.ts'
import {
  type Channel,
  channelFor,
  noteAccepted,
  type OutgoingMessage,
  reasonUnsupported,
  type SendResult,
} from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccepted, recordNotDelivered, recordSent } from '#server/timeline/timeline.ts'

import { cancelReason, removalCancelReason } from './cancel-reason.ts'
import { hashOfRecipient, isCorrected, recipientOf, sendToCorrected } from './corrected-contact.ts'
import { linkAddress } from './links.ts'
import { messageValues } from './message-values.ts'
import { followOptedOut, queueNextMethods } from './next-method.ts'
import { queueAgain } from './queue-messages.ts'
import { referenceOf } from './receipts.ts'
import {
  acceptNotifications,
  beginTries,
  closeTries,
  countAttempt,
  endNotification,
  findWanted,
  lockSendings,
  markUnreached,
  type Sending,
} from './sending.sql.ts'
import { stopEmailsAddress, withStopLine } from './stop-emails.ts'
import { optedOutReason } from './stop-messages.ts'
import { findInForce, findUsedTemplate, templateFor, type UsedTemplate } from './template-versions.sql.ts'

/** A message that may be sent now, and the channel that carries it. */
export type Prepared = { sending: Sending; channel: Channel; message: OutgoingMessage; template: UsedTemplate }

/**
 * Decides what to do with a queued message, in the caller's transaction. Cancels a message that is no longer needed, fails a message that
 * cannot be sent, and postpones a message to the sending hours. Undefined in all these cases, and for a message that is no longer queued.
 */
export const prepareMessage = async (ctx: Context, id: string, now: Date) => (await prepareMessages(ctx, [id], now))[0]

/** Decides what to do with each of some queued messages, as `prepareMessage` does. Locks and reads them together. */
export async function prepareMessages(ctx: Context, ids: readonly string[], now: Date): Promise<Prepared[]> {
  const shared = readOnce(ctx, now)
  const prepared: Prepared[] = []
  const held: Held[] = []
  for (const sending of await lockSendings(ctx, ids)) {
    const one = await prepare(ctx, sending, shared)
    if (one && 'until' in one) held.push(one)
    else if (one) prepared.push(one)
  }
  await holdUntilSendingHours(ctx, held)
  return prepared
}

/** A message that waits for the sending hours. */
type Held = { sending: Sending; until: Date }

async function holdUntilSendingHours(ctx: Context, held: readonly Held[]) {
  const alike = Map.groupBy(held, ({ sending: { method, hasOpenTry }, until }) => `${method} ${hasOpenTry} ${until.getTime()}`)
  for (const some of alike.values()) {
    const { sending, until } = some[0]! // a group has at least one
    const sent = `will be sent on ${formatDateTime(until)}, within your organisation’s sending hours.`
    const reason = sending.hasOpenTry ? `The message may have been sent already. If not, it ${sent}` : `The message ${sent}`
    await queueAgain(
      ctx,
      sending.method,
      some.map((one) => one.sending.id),
      until,
      reason,
    )
  }
}

type Shared = ReturnType<typeof readOnce>

/** What messages of the same method have in common is found once for all of them. */
function readOnce(ctx: Context, now: Date) {
  const [channels, reasons, moments, templates] = [
    new Map<NotificationMethod, ReturnType<typeof channelFor>>(),
    new Map<NotificationMethod, ReturnType<typeof reasonUnsupported>>(),
    new Map<NotificationMethod, Date | undefined>(),
    new Map<string, ReturnType<typeof findInForce>>(),
  ]
  const once = <K, V>(kept: Map<K, V>, key: K, read: () => V) => {
    const known = kept.has(key) ? kept.get(key)! : read() // present, as checked
    kept.set(key, known)
    return known
  }
  return {
    channelFor: (method: NotificationMethod) => once(channels, method, () => channelFor(ctx, method)),
    reasonUnsupported: (method: NotificationMethod) => once(reasons, method, () => reasonUnsupported(ctx, method)),
    waitsUntil: (sending: Sending) => once(moments, sending.method, () => waitsUntil(sending, now)),
    findInForce: (method: NotificationMethod, category: NotificationCategory) =>
      once(templates, `${method} ${category}`, () => findInForce(ctx, method, category)),
  }
}

async function prepare(ctx: Context, sending: Sending, shared: Shared): Promise<Prepared | Held | undefined> {
  const { id } = sending
  const reason = whyNotSent(sending)
  if (reason) {
    await endNotification(ctx, id, 'cancelled', { reason })
    if (reason.code === 'opted_out') await followOptedOut(ctx, [sending])
    // Staff see an open form request of which no message has left, unless the patient has its link and has opened the form.
    else if (reason.code !== 'already_reached') await markUnreached(ctx, [sending.requestId], reason.code)
    return undefined
  }
  if (isCorrected(sending)) {
    await sendToCorrected(ctx, id, sending.method)
    return undefined
  }
  const channel = await shared.channelFor(sending.method)
  const notCarried = await shared.reasonUnsupported(sending.method)
  if (!channel || notCarried) {
    await countAttempt(ctx, id)
    await failMessage(ctx, sending, { code: 'method_not_set_up', words: notCarried ?? '' }, { isUncertain: sending.hasOpenTry })
    return undefined
  }
  const until = shared.waitsUntil(sending)
  if (until) return { sending, until }
  const composed = await composeMessage(ctx, sending, shared)
  if ('failure' in composed) {
    await countAttempt(ctx, id)
    await failMessage(ctx, sending, composed.failure, { isUncertain: sending.hasOpenTry })
    return undefined
  }
  const { template, ...written } = composed
  const message = {
    ...written,
    id,
    fromName: sending.organisationName,
    reference: referenceOf(ctx.organisationId, id),
    isRepeated: sending.hasOpenTry,
    nhsNumber: sending.patient.nhsNumber,
    odsCode: sending.odsCode,
  }
  return { sending, channel, message, template }
}

/**
 * The messages that may still be sent, of some whose try began a while ago and that wait for their turn. A message to a contact detail that was
 * corrected meanwhile is written again, to the new one. The others are cancelled with the reason, or were cancelled meanwhile. The tries of all of
 * these are closed, because they never left.
 */
export async function dropUnwanted<Waiting extends Prepared>(ctx: Context, waiting: readonly Waiting[], now: Date): Promise<Waiting[]> {
  const found = await findWanted(
    ctx,
    waiting.map(({ sending }) => sending.id),
  )
  const isSame = ({ sending: { id, method }, message }: Waiting) => {
    const patient = found.get(id)
    return patient && recipientOf({ method, patient }) === message.recipient && patient.nhsNumber === message.nhsNumber
  }
  const [wanted, others] = [waiting.filter(isSame), new Map(waiting.filter((one) => !isSame(one)).map((one) => [one.sending.id, one]))]
  if (others.size === 0) return wanted
  await closeTries(
    ctx,
    [...others.values()].map(({ sending }) => sending),
  )
  for (const { sending, message, template } of await prepareMessages(ctx, [...others.keys()], now)) {
    const one = { ...others.get(sending.id)!, sending, message, template } // one of those that were asked for
    await beginTries(ctx, one.channel, [tryOf(one)])
    wanted.push(one)
  }
  return wanted
}

/** Messages keep to the sending hours of the organisation and the method (ORG-6, NOT-5). */
function waitsUntil({ method, sendingHours }: Sending, now: Date) {
  const moment = sendingMomentOf(method, now, sendingHours)
  return moment > now ? moment : undefined
}

type Carrier = Pick<Channel, 'name' | 'label' | 'account' | 'providerAccount'>

/** Records that a provider has the message. */
export async function recordTaken(ctx: Context, sending: Sending, channel: Carrier, result: Taken) {
  if (result.status === 'accepted') return recordAllTaken(ctx, [{ sending, providerId: result.providerId }], channel)
  await noteAccepted(ctx, channel)
  if (await endNotification(ctx, sending.id, 'sent')) await recordSent(ctx, sending.requestId, onTimeline(sending))
}

type Taken = Exclude<SendResult, { status: 'failed' }>

/** Records that a provider has messages. `providerId` is empty where only an earlier try was told. */
export async function recordAllTaken(ctx: Context, taken: readonly { sending: Sending; providerId: string }[], channel: Carrier) {
  await noteAccepted(ctx, channel)
  const accepted = await acceptNotifications(
    ctx,
    channel,
    taken.map(({ sending: { id }, providerId }) => ({ id, providerId: providerId || null })),
  )
  const recorded = taken.filter(({ sending }) => accepted.has(sending.id))
  if (recorded.length === 0) return
  await recordAccepted(
    ctx,
    channel.label,
    recorded.map(({ sending }) => ({ ...onTimeline(sending), requestId: sending.requestId })),
  )
}

/**
 * Ends a message that cannot be sent, with the reason for staff, and queues the next method if there is one. `isUncertain`: the provider may have
 * sent the message all the same.
 */
export async function failMessage(ctx: Context, sending: Sending, reason: MessageReason, { isUncertain = false } = {}) {
  if (!(await endNotification(ctx, sending.id, 'failed', { reason, isUncertain }))) return
  await recordNotDelivered(ctx, sending.requestId, onTimeline(sending), reason.words)
  if (mayTryAnother(reason.code)) await queueNextMethods(ctx, [sending.id], { cause: 'failed' })
}

/** What is recorded when a message is handed over. Only text messages are charged by their fragments. */
export const tryOf = ({ message: { id, method, body, recipient }, template }: Prepared) => ({
  id,
  sentTo: maskedContact(method, recipient),
  recipient: hashOfRecipient(id, recipient),
  fragments: method === 'sms' ? smsLength(body).fragments : null,
  template,
})

export const onTimeline = ({ id, method, category }: Sending) => ({ notificationId: id, method, category })

type Message = Pick<OutgoingMessage, 'method' | 'recipient' | 'subject' | 'body' | 'stopAddress'> & {
  notificationId: string
  values: PersonalValues
  template: UsedTemplate
}

const noRecipient: Record<NotificationMethod, string> = {
  sms: 'The patient has no mobile phone number.',
  email: 'The patient has no email address.',
  nhs_app: 'The patient has no NHS number.',
}

/** Composes a message, or returns the reason why it cannot be sent. A selected custom template replaces the default (NOT-1). */
async function composeMessage(ctx: Context, sending: Sending, shared: Shared): Promise<Message | { failure: MessageReason }> {
  const { id, method, requestId, request, patient, organisationName } = sending
  const recipient = recipientOf(sending)
  if (!recipient) return { failure: { code: 'no_contact_detail', words: noRecipient[method] } }
  const template = await findTemplate(ctx, sending, shared)
  const { language } = template
  const values = messageValues(
    {
      firstName: patient.firstName,
      lastName: patient.lastName,
      organisationName,
      formTitle: titleInMessage(language, { ...request, locale: patient.locale }),
      link: linkAddress(ctx.services.config.PUBLIC_URL, ctx.services.keys, requestId),
      expiresAt: sending.removalFinalAt ?? request.expiresAt,
      specialty: request.specialty,
    },
    language,
  )
  const { subject, body } = fillIn(template, values)
  const failure = tooLong({ method, subject, body })
  if (failure) return { failure: { code: 'message_not_valid', words: failure } }
  const message = { notificationId: id, method, recipient, subject, values, template }
  if (method !== 'email') return { ...message, body }
  const { config, keys } = ctx.services
  const stopAddress = stopEmailsAddress(config.PUBLIC_URL, keys, ctx.organisationId, requestId)
  return { ...message, body: withStopLine(body, organisationName, stopAddress, language), stopAddress }
}

/** A message that was tried keeps its text, so that a second try never sends another one, or one in another language. */
async function findTemplate(ctx: Context, { id, method, category, attempts, patient }: Sending, shared: Shared) {
  const used = attempts > 0 ? await findUsedTemplate(ctx, id) : undefined
  // A default text of an earlier release is gone. The message may have been sent in English, so no other language follows it.
  return used ?? templateFor(await shared.findInForce(method, category), attempts > 0 ? english : patient.locale)
}

/**
 * The reason why a message must no longer be sent, or undefined. Checked right before sending, because the form request or the patient may
 * have changed since.
 */
function whyNotSent(sending: Sending): MessageReason | undefined {
  const { method, request, patient, followedAt } = sending
  const reason = sending.category === 'removal_approved' ? removalCancelReason(sending) : cancelReason(sending)
  if (reason?.code === 'deceased' || reason?.code === 'archived') return reason
  if (followedAt !== null && request.openedAt !== null && Date.parse(request.openedAt) > Date.parse(followedAt))
    return { code: 'already_reached', words: 'The patient has opened the form.' }
  return reason ?? (patient.optedOutMethods.includes(method) ? optedOutReason : undefined)
}
