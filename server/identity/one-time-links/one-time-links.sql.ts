import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

type At = { tx: Tx }
export type LinkPurpose = 'invitation' | 'reset' | 'first_password'

/** The only link of an account: links sent before it stop working. */
export async function replaceLink({ tx }: At, link: { tokenHash: string; accountId: string; purpose: LinkPurpose; minutes: number }) {
  await deleteLinks({ tx }, link.accountId)
  await tx
    .insertInto('one_time_links')
    .values({
      token_hash: link.tokenHash,
      account_id: link.accountId,
      purpose: link.purpose,
      expires_at: sql<string>`now() + make_interval(mins => ${link.minutes})`,
    })
    .execute()
}

export const deleteLinks = ({ tx }: At, accountId: string) =>
  tx
    .deleteFrom('one_time_links')
    .where(sql<boolean>`account_id::text = ${accountId}`)
    .execute()

/** Looking does not use it up: mail scanners look at every link. */
export async function findOpenLink({ tx }: At, tokenHash: string) {
  const row = await tx
    .selectFrom('one_time_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select(['l.account_id as accountId', 'l.purpose', 'a.email_address as emailAddress'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', sql<string>`now()`)
    .where('a.is_active', '=', true)
    .executeTakeFirst()
  return row && { ...row, purpose: row.purpose as LinkPurpose } // a check constraint holds the same three
}

/** Uses the link up. True for exactly one of several simultaneous attempts. */
export async function takeLink({ tx }: At, tokenHash: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('one_time_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
