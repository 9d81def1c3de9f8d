import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { limitToWardsOf } from '#server/platform/database.ts'

import { findColleague } from './find-actor.ts'

/** A worker that does somebody's work sees what they see, and no more; of who is a member no longer, what their wards let them see. */
export async function actForMember(ctx: Context, memberId: string | null): Promise<Context> {
  if (memberId === null) return ctx
  const member = await findColleague(ctx.tx, memberId)
  await limitToWardsOf(ctx.tx, member ? wardLimitOf(member) : memberId)
  return member ? { ...ctx, actor: member } : ctx
}
