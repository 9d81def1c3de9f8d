import { randomUUID } from 'node:crypto'

import { channelFor } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'

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
  const channel = channelFor(services.config, 'email')
  if (!channel) throw new Error('No channel for email is set up')
  const message = await step(async (ctx) => {
    const mail = await compose(ctx)
    if (!mail) return undefined
    const { id = randomUUID(), to, subject, body } = mail
    const composed = { id, method: 'email' as const, recipient: to, subject, body }
    if ('send' in channel) return composed
    await channel.keep(ctx, composed)
    await onKept?.(ctx)
    return undefined
  })
  if (!message || !('send' in channel)) return
  const result = await channel.send(services.config, message)
  if (result.status === 'failed') {
    const { isFinal, reason, cause } = result
    if (!isFinal) throw cause
    services.log.warn({ reason }, 'an email to a member of staff could not be sent')
    if (onRefused) await step((ctx) => onRefused(ctx, reason))
    return
  }
  if (onSent) await step(onSent)
}
