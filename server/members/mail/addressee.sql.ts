import { canManagePeople } from '#domain/role-abilities.ts'
import { roles } from '#domain/roles.ts'
import type { Context } from '#server/platform/context.ts'

/** The recipient of an email, if they are still a member. */
export const findAddressee = ({ tx }: Context, memberId: string) =>
  tx
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['m.subject', 'm.first_name as firstName', 'm.email_address as emailAddress', 'o.name as organisation'])
    .where('m.id', '=', memberId)
    .where('m.is_active', '=', true)
    .executeTakeFirst()

/** The name of a member, active or removed. */
export async function findNameOf({ tx }: Context, memberId: string) {
  const row = await tx.selectFrom('members').select(['first_name', 'last_name']).where('id', '=', memberId).executeTakeFirstOrThrow()
  return `${row.first_name} ${row.last_name}`
}

/** The active members who manage users of the organisation. */
export async function listAdminIds({ tx }: Pick<Context, 'tx'>) {
  const rows = await tx
    .selectFrom('members')
    .select('id')
    .where('is_active', '=', true)
    .where('role', 'in', roles.filter(canManagePeople))
    .execute()
  return rows.map(({ id }) => id)
}
