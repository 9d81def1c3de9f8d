import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll } from '#server/platform/jobs.ts'

import { listAdminIds } from './addressee.sql.ts'
import type { MemberMailKind, OutsideAct } from './member-mail-words.ts'
import { sendMemberMailJob } from './send-member-mail.job.ts'

/**
 * Queues a mail to a colleague about their own account, in the caller's transaction. The queue knows only whom and why: words and link are
 * made when it is sent, and an address that is no more the member's is sealed. These mails are no notifications to patients: quiet hours do not hold them back.
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

/** Whether somebody acts in an organisation that is not their own: a system administrator. */
export const isExternalActor = ({ actor, organisationId }: Pick<Context, 'actor' | 'organisationId'>) =>
  actor.kind === 'member' && actor.organisationId !== organisationId

/**
 * Queues a mail to the organisation's admins when somebody from outside put one of its accounts into other hands. The member concerned is
 * not told by this mail: they get their own.
 */
export async function notifyAdmins(ctx: Context, memberId: string, act: OutsideAct) {
  if (!isExternalActor(ctx)) return
  const admins = (await listAdminIds(ctx)).filter((id) => id !== memberId)
  const mailTo = (id: string) => ({ memberId: id, kind: 'changedFromOutside' as const, about: { memberId, act } })
  await enqueueAll(ctx, sendMemberMailJob, admins.map(mailTo))
}
