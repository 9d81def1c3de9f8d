import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** The active members who want the email and have not had it on this day. */
export async function listWithoutEmail({ tx }: Context, day: string) {
  const rows = await tx
    .selectFrom('members')
    .select('id')
    .where('daily_email', '=', true)
    .where('is_active', '=', true)
    .where(sql<boolean>`daily_email_on is distinct from ${day}::date`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The recipient; undefined if the email of this day was settled or is not wanted any longer. */
export const lockRecipient = ({ tx }: Context, memberId: string, day: string) =>
  tx
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['m.first_name as firstName', 'm.email_address as emailAddress', 'o.name as organisation'])
    .where('m.id', '=', memberId)
    .where('m.daily_email', '=', true)
    .where('m.is_active', '=', true)
    .where(sql<boolean>`m.daily_email_on is distinct from ${day}::date`)
    .forUpdate('m')
    .executeTakeFirst()

export async function settleEmail({ tx, organisationId }: Context, memberId: string, day: string) {
  await tx
    .updateTable('members')
    .set({ daily_email_on: day })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', memberId)
    .execute()
}
