import type { MemberMailKind } from '#domain/member-mails.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll } from '#server/platform/jobs.ts'

import { listAdminIds } from './addressee.sql.ts'
import type { OutsideAct } from './member-mail-words.ts'
import { sendMemberMailJob } from './send-member-mail.job.ts'

/**
 * Queues an email to a member about their own account, in the caller's transaction. The queue stores the recipient and the kind; the text
 * and link are made when the email is sent. A former address is stored encrypted. Sending hours do not apply.
 */
export const queueMemberMail = (
  ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
  { memberId, kind, to, at }: { memberId: string; kind: MemberMailKind; to?: string; at?: string },
) =>
  enqueue(ctx, sendMemberMailJob, {
    memberId,
    kind,
    ...(at !== undefined && { at }),
    ...(to !== undefined && { sealedTo: ctx.services.keys.seal(Buffer.from(to)).toString('base64') }),
  })

/** Whether a system administrator acts in another organisation. */
export const isExternalActor = ({ actor, organisationId }: Pick<Context, 'actor' | 'organisationId'>) =>
  actor.kind === 'member' && actor.organisationId !== organisationId

/**
 * Queues an email to the organisation's admins when a system administrator gave access to one of its accounts. The member concerned gets
 * another email.
 */
export async function notifyAdmins(ctx: Context, memberId: string, act: OutsideAct) {
  if (!isExternalActor(ctx)) return
  const admins = (await listAdminIds(ctx)).filter((id) => id !== memberId)
  const mailTo = (id: string) => ({ memberId: id, kind: 'changedFromOutside' as const, about: { memberId, act } })
  await enqueueAll(ctx, sendMemberMailJob, admins.map(mailTo))
}

/** Queues an email to the organisation's admins: one of their webhook endpoints was switched off because it is dead. */
export async function notifyWebhookSwitchedOff(ctx: Context) {
  const mailTo = (memberId: string) => ({ memberId, kind: 'webhookSwitchedOff' as const })
  await enqueueAll(ctx, sendMemberMailJob, (await listAdminIds(ctx)).map(mailTo))
}
