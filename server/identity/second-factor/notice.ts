import type { Context } from '#server/platform/context.ts'
import type { AccountMail } from '#server/platform/directory.ts'

/** Tells whom it concerns that something about how they sign in has changed: the first to notice should be the one who did not do it. */
export async function notice(ctx: Context, memberId: string | null, kind: AccountMail) {
  if (memberId !== null) await ctx.services.directory.queueMail(ctx, { memberId, kind })
}
