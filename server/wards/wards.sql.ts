import { sql } from 'kysely'

import type { Ward } from '#contract/wards.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const wardsOf = (tx: Context['tx']) =>
  tx
    .selectFrom('wards as w')
    .select(['w.id', 'w.name', 'w.is_archived as isArchived'])
    .select(
      sql<number>`(select count(*) from member_wards mw where mw.organisation_id = w.organisation_id and mw.ward_id = w.id)`.as('members'),
    )

export const listWards = ({ tx }: Context, withArchived: boolean): Promise<Ward[]> =>
  wardsOf(tx)
    .$if(!withArchived, (q) => q.where('w.is_archived', '=', false))
    .orderBy(sql`lower(w.name)`)
    .limit(1_000)
    .execute()

export async function getWard({ tx }: Context, id: string): Promise<Ward> {
  const ward = await wardsOf(tx).where('w.id', '=', id).executeTakeFirst()
  if (!ward) throw new Problem('not_found')
  return ward
}

export async function insertWard({ tx, organisationId }: Context, name: string) {
  const { id } = await tx.insertInto('wards').values({ organisation_id: organisationId, name }).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function setWard(
  { tx }: Context,
  id: string,
  { name, isArchived }: { name?: string | undefined; isArchived?: boolean | undefined },
) {
  if (name === undefined && isArchived === undefined) return
  await tx
    .updateTable('wards')
    .set({ ...(name !== undefined && { name }), ...(isArchived !== undefined && { is_archived: isArchived }) })
    .where('id', '=', id)
    .execute()
}

export async function insertMemberWard({ tx, organisationId }: Context, memberId: string, wardId: string) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('member_wards')
    .values({ organisation_id: organisationId, member_id: memberId, ward_id: wardId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function removeMemberWard({ tx }: Context, memberId: string, wardId: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('member_wards')
    .where('member_id', '=', memberId)
    .where('ward_id', '=', wardId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
