import { getColleague, lockColleague } from '#server/members/members.ts'
import { unassignRequestsJob } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { getWard, insertMemberWard, insertWard, removeMemberWard, setWard } from './wards.sql.ts'

export async function createWard(ctx: Context, name: string) {
  const id = await insertWard(ctx, name)
  await audit(ctx, 'wardCreated', { subjectId: id })
  return getWard(ctx, id)
}

export async function updateWard(ctx: Context, id: string, change: { name?: string | undefined; isArchived?: boolean | undefined }) {
  await getWard(ctx, id)
  await setWard(ctx, id, change)
  await audit(ctx, 'wardUpdated', { subjectId: id, detail: { fields: Object.keys(change) } })
  return getWard(ctx, id)
}

/** Gives a member access to the patients of a ward. A second call changes nothing. */
export async function assignWard(ctx: Context, memberId: string, wardId: string) {
  await getColleague(ctx, memberId)
  const ward = await getWard(ctx, wardId)
  if (ward.isArchived) throw new Problem('conflict', 'This ward is archived.')
  if (await insertMemberWard(ctx, memberId, wardId)) await audit(ctx, 'wardAssigned', { subjectId: memberId, detail: { ward: ward.name } })
}

/** Takes the access to a ward from a member. The lock waits for form requests of the ward that are being assigned to the member. */
export async function unassignWard(ctx: Context, memberId: string, wardId: string) {
  await lockColleague(ctx, memberId)
  const ward = await getWard(ctx, wardId)
  if (!(await removeMemberWard(ctx, memberId, wardId))) return
  await audit(ctx, 'wardUnassigned', { subjectId: memberId, detail: { ward: ward.name } })
  await enqueue(ctx, unassignRequestsJob, { memberId })
}
