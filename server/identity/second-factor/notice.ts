import type { MemberMailKind } from '#server/members/mail/member-mail-words.ts'
import { queueMemberMail } from '#server/members/mail/queue-member-mail.ts'
import type { Context } from '#server/platform/context.ts'

/** Tells whom it concerns that something about how they sign in has changed: the first to notice should be the one who did not do it. */
export async function notice(ctx: Context, memberId: string | null, kind: MemberMailKind) {
  if (memberId !== null) await queueMemberMail(ctx, { memberId, kind })
}
