import { randomUUID } from 'node:crypto'

import type { MessageReason } from '#domain/message-reasons.ts'
import type { LetterCategory } from '#domain/notification.ts'
import { staffMailChannel } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { insertNotifications } from './notifications.sql.ts'
import { cancelQueued, findGoneOut, findLastMessages, findWithoutMessage, holdQueued, type LastMessage } from './sending.sql.ts'

/** Queues one letter for each request. No job sends letters: they wait until a user prints a batch. */
export const queueLetters = (ctx: Context, requestIds: readonly string[], category: LetterCategory = 'request_created') =>
  insertNotifications(
    ctx,
    requestIds.map((requestId) => ({ requestId, method: 'letter' as const })),
    category,
    new Date(),
  )

export { codePageAddress, hashOfCode, hashOfLink, letterCode, linkAddress, linkToken } from './links.ts'
export { reminderMethodOf } from './notifications.sql.ts'
export { failUnsendableJob, queueNotifications, sendBatchJob, sendNotificationJob, sendTogetherJob } from './queue-messages.ts'
export { stopMessages } from './stop-messages.ts'
export { type ExampleMessage, writeExamples } from './example-messages.ts'
export { planMessages, type MessagesToPlan } from './plan-messages.ts'
export { sampleText } from './message-samples.ts'
export {
  countTemplateUses,
  findInForce,
  findTemplatesOf,
  type TemplateInForce,
  templateFor,
  usedTemplate,
  type UsedTemplate,
} from './template-versions.sql.ts'
export { translatedTitle } from './translated-title.sql.ts'
export { cancelReason, removalCancelReason, type StillNeeded } from './cancel-reason.ts'
export { messageValues } from './message-values.ts'
export { readStopEmailsToken, stopEmailsPath } from './stop-emails.ts'
export { findLastMessages, findWithoutMessage, type LastMessage }

/** Cancels the messages of these requests that were not sent. Returns the requests with a message that was sent or may be being sent. */
export async function cancelMessages(ctx: Context, requestIds: string[], reason: MessageReason) {
  if (requestIds.length === 0) return []
  const goneOut = await findGoneOut(ctx, requestIds)
  await cancelQueued(ctx, requestIds, reason)
  return goneOut
}

/**
 * Locks waiting messages until the transaction ends. Must come before locking the requests: the sender locks the message first, and
 * another order would deadlock.
 */
export async function holdMessages(ctx: Context, requestIds: string[]) {
  if (requestIds.length > 0) await holdQueued(ctx, requestIds)
}

/** `id`: the same for every try, so that a mail server recognises an email that was sent again after a crash. */
type Mail = { id?: string; to: string; subject: string; body: string }
type Outcome = {
  /** Runs in the transaction that stores the email in the outbox. */
  onKept?: (ctx: Context) => Promise<unknown>
  /** Runs when the mail server has accepted the email. */
  onSent?: (ctx: Context) => Promise<unknown>
  /** Runs when the mail server has refused the address for good. */
  onRefused?: (ctx: Context, reason: string) => Promise<unknown>
}

/** Sends an email to a member of staff. Sends nothing if `compose` returns undefined. Throws if a retry may help. */
export async function deliverStaffMail(
  { step, services }: Pick<Steps, 'step' | 'services'>,
  compose: (ctx: Context) => Promise<Mail | undefined>,
  { onKept, onSent, onRefused }: Outcome = {},
) {
  const channel = staffMailChannel(services.config)
  if (!channel) throw new Error('No channel for email is set up')
  const message = await step(async (ctx) => {
    const mail = await compose(ctx)
    if (!mail) return undefined
    const { id = randomUUID(), to, subject, body } = mail
    const composed = { id, method: 'email' as const, recipient: to, subject, body }
    if ('keep' in channel) await channel.keep(ctx, composed)
    else return composed
    await onKept?.(ctx)
    return undefined
  })
  if (!message || !('send' in channel)) return
  const result = await channel.send(message)
  if (result.status === 'failed') {
    const { isFinal, reason, cause } = result
    if (!isFinal) throw cause
    services.log.warn({ reason: reason.words }, 'an email to a member of staff could not be sent')
    if (onRefused) await step((ctx) => onRefused(ctx, reason.words))
    return
  }
  if (onSent) await step(onSent)
}
