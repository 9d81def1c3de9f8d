import { randomUUID } from 'node:crypto'

import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { keepStaffMail } from './keep-in-outbox.ts'
import { mailFailure, sendMail } from './send-mail.ts'

/** By the same `id` a mail server knows a mail that was sent again after a crash. */
type Mail = { id?: string; to: string; subject: string; body: string }
type Outcome = {
  /** In the transaction that keeps the mail in the outbox. */
  onKept?: (ctx: Context) => Promise<unknown>
  /** Once the mail server has it. */
  onSent?: (ctx: Context) => Promise<unknown>
  /** The address is refused for good. */
  onRefused?: (ctx: Context, reason: string) => Promise<unknown>
}

/** Sends a mail to a colleague by the way that is configured; nothing composed, nothing sent. Throws where trying again later may help. */
export async function deliverStaffMail(
  { step, services }: Pick<Steps, 'step' | 'services'>,
  compose: (ctx: Context) => Promise<Mail | undefined>,
  { onKept, onSent, onRefused }: Outcome = {},
) {
  const isKept = services.config.NOTIFICATION_TRANSPORT === 'outbox'
  const mail = await step(async (ctx) => {
    const composed = await compose(ctx)
    if (composed && isKept) {
      await keepStaffMail(ctx, composed)
      await onKept?.(ctx)
    }
    return composed
  })
  if (!mail || isKept) return
  try {
    await sendMail(services.config, { id: randomUUID(), ...mail })
  } catch (error) {
    const { isFinal, reason } = mailFailure(error)
    if (!isFinal) throw error
    services.log.warn({ reason }, 'a mail to a colleague could not be sent')
    if (onRefused) await step((ctx) => onRefused(ctx, reason))
    return
  }
  if (onSent) await step(onSent)
}
