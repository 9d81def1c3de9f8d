import type { Context } from '#server/platform/context.ts'

/** Whom a mail goes to, as far as they are a member still. */
export const findAddressee = ({ tx }: Context, memberId: string) =>
  tx
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['m.subject', 'm.first_name as firstName', 'm.email_address as emailAddress', 'o.name as organisation'])
    .where('m.id', '=', memberId)
    .where('m.is_active', '=', true)
    .executeTakeFirst()
