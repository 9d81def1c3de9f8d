import { getColleague } from '#server/members/get-colleague.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { getWard, insertMemberWard, removeMemberWard } from './wards.sql.ts'

/** Lets a member see a ward's patients. Asked twice, it is done once. */
export async function assignWard(ctx: Context, memberId: string, wardId: string) {
  await getColleague(ctx, memberId)
  const ward = await getWard(ctx, wardId)
  if (ward.isArchived) throw new Problem('conflict', 'This ward is archived.')
  if (await insertMemberWard(ctx, memberId, wardId)) await audit(ctx, 'wardAssigned', { subjectId: memberId, detail: { ward: ward.name } })
}

export async function unassignWard(ctx: Context, memberId: string, wardId: string) {
  await getColleague(ctx, memberId)
  const ward = await getWard(ctx, wardId)
  if (await removeMemberWard(ctx, memberId, wardId))
    await audit(ctx, 'wardUnassigned', { subjectId: memberId, detail: { ward: ward.name } })
}
