import { setTimeout as sleep } from 'node:timers/promises'

import { formatDateTime } from '#domain/dates.ts'
import { nextSendingMoment } from '#domain/sending-hours.ts'
import type { Context } from '#server/platform/context.ts'
import { isAway } from '#server/platform/database-problem.ts'
import type { Steps } from '#server/platform/jobs.ts'
import { recordKept, recordNotDelivered, recordSent } from '#server/timeline/timeline.ts'

import { whyNotCarried } from './carried-methods.ts'
import { composeMessage, unwanted, type Message } from './compose-message.ts'
import { keepMessage } from './keep-in-outbox.ts'
import { pausedUntil } from './mail-pause.ts'
import { queueAgain } from './notifications.ts'
import { mailFailure, sendMail } from './send-mail.ts'
import { countAttempt, endNotification, lockSending, setReason, type Sending } from './sending.sql.ts'

/** With the queue's back-off, about an hour and three quarters; then staff are told instead. */
const mostAttempts = 16

/**
 * Sends one message, once: cancelled when it is no longer wanted, failed with a reason when it cannot go. What leaves the house leaves between
 * two short transactions, so that a slow server holds no row. Throws where trying again later may help.
 */
export async function sendNotification({ step, services }: Pick<Steps, 'step' | 'services'>, notificationId: string, now = new Date()) {
  const outgoing = await step((ctx) => prepare(ctx, notificationId, now))
  if (!outgoing) return
  const { sending, message } = outgoing
  try {
    await sendMail(services.config, {
      id: notificationId,
      to: message.recipient,
      subject: message.subject,
      body: message.body,
      fromName: sending.organisationName,
    })
  } catch (error) {
    const { isFinal, reason } = mailFailure(error)
    if (isFinal || sending.attempts + 1 >= mostAttempts) return step((ctx) => fail(ctx, sending, reason))
    await step((ctx) => setReason(ctx, notificationId, `${reason} It will be tried again.`))
    throw error
  }
  await noteSurely(() => step((ctx) => succeed(ctx, sending)))
}

/** The mail is out: a database that is away at this moment is waited for, or the next worker would send it again. */
async function noteSurely(note: () => Promise<unknown>) {
  for (const end = Date.now() + 120_000; ;) {
    try {
      return await note()
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw error
      await sleep(250)
    }
  }
}

/** Decides what becomes of a message; what is given back is for the mail server, everything else is done with here. */
async function prepare(ctx: Context, id: string, now: Date): Promise<{ sending: Sending; message: Message } | undefined> {
  const sending = await lockSending(ctx, id)
  if (!sending) return undefined
  const reason = unwanted(sending)
  if (reason) {
    await endNotification(ctx, id, 'cancelled', reason)
    return undefined
  }
  const notCarried = whyNotCarried(ctx.services.config, sending.method)
  if (notCarried) {
    await countAttempt(ctx, id)
    await fail(ctx, sending, notCarried)
    return undefined
  }
  const later = waitsUntil(sending, now)
  if (later) {
    await queueAgain(ctx, id, later, `It goes out on ${formatDateTime(later)}, when messages to patients may be sent.`)
    return undefined
  }
  const { NOTIFICATION_TRANSPORT, SMTP_URL } = ctx.services.config
  const isByMail = NOTIFICATION_TRANSPORT === 'smtp'
  const paused = isByMail ? pausedUntil(SMTP_URL!) : undefined // there is an address wherever mail is sent by SMTP
  if (paused) {
    await queueAgain(ctx, id, paused, 'The mail server does not answer at the moment. It will be tried again.')
    return undefined
  }
  await countAttempt(ctx, id)
  const message = await composeMessage(ctx, sending)
  if ('failure' in message) await fail(ctx, sending, message.failure)
  else if (NOTIFICATION_TRANSPORT === 'outbox') {
    await keepMessage(ctx, message)
    if (await endNotification(ctx, id, 'kept')) await recordKept(ctx, sending.requestId, onTimeline(sending))
  } else return { sending, message }
  return undefined
}

/** Text messages and e-mails keep to the organisation's hours (ORG-6); the NHS App has its own ways of being quiet. */
function waitsUntil({ method, sendingHours }: Sending, now: Date) {
  const moment = method === 'nhs_app' ? now : nextSendingMoment(now, sendingHours)
  return moment > now ? moment : undefined
}

async function succeed(ctx: Context, sending: Sending) {
  if (await endNotification(ctx, sending.id, 'sent')) await recordSent(ctx, sending.requestId, onTimeline(sending))
}

async function fail(ctx: Context, sending: Sending, reason: string) {
  if (await endNotification(ctx, sending.id, 'failed', reason))
    await recordNotDelivered(ctx, sending.requestId, onTimeline(sending), reason)
}

const onTimeline = ({ id, method, category }: Sending) => ({ notificationId: id, method, category })
