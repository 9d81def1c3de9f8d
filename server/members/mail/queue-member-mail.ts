import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'

import type { MemberMailKind } from './member-mail-words.ts'
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
