import type { Context } from '#server/platform/context.ts'
import { enqueueAll } from '#server/platform/jobs.ts'

import { listAdminIds } from './addressee.sql.ts'
import type { OutsideAct } from './member-mail-words.ts'
import { sendMemberMailJob } from './send-member-mail.job.ts'

/** Whether somebody acts in an organisation that is not their own: a system administrator. */
export const isFromOutside = ({ actor, organisationId }: Pick<Context, 'actor' | 'organisationId'>) =>
  actor.kind === 'member' && actor.organisationId !== organisationId

/**
 * Queues a mail to the organisation's admins when somebody from outside put one of its accounts into other hands. The member concerned is
 * not told by this mail: they get their own.
 */
export async function tellAdmins(ctx: Context, memberId: string, act: OutsideAct) {
  if (!isFromOutside(ctx)) return
  const admins = (await listAdminIds(ctx)).filter((id) => id !== memberId)
  const mailTo = (id: string) => ({ memberId: id, kind: 'changedFromOutside' as const, about: { memberId, act } })
  await enqueueAll(ctx, sendMemberMailJob, admins.map(mailTo))
}
