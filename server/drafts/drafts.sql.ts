import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

type Own = Pick<Context, 'tx'> & { memberId: string }
type Place = { screen: string; form: string }

/** More drafts than a member has open at once. */
const most = 20

const ofMember = ({ tx, memberId }: Own) =>
  tx
    .selectFrom('drafts')
    .where('member_id', '=', memberId)
    .where('kept_at', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('kept_at', 'desc')
    .limit(most)

export const listSealedDrafts = (own: Own) => ofMember(own).select(['screen', 'form', 'sealed', 'kept_at']).execute()

/** Keeps the newest drafts. */
export async function upsertDraft(own: Own, { screen, form }: Place, sealed: Buffer) {
  const { tx, memberId } = own
  await tx
    .insertInto('drafts')
    .values({ member_id: memberId, screen, form, sealed })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'member_id', 'screen', 'form']).doUpdateSet({ sealed, kept_at: sql<string>`now()` }),
    )
    .execute()
  await tx
    .deleteFrom('drafts')
    .where('member_id', '=', memberId)
    .where((e) => e(e.refTuple('screen', 'form'), 'not in', ofMember(own).select(['screen', 'form']).$asTuple('screen', 'form')))
    .execute()
}

export async function deleteDraft({ tx, memberId }: Own, { screen, form }: Place) {
  await tx.deleteFrom('drafts').where('member_id', '=', memberId).where('screen', '=', screen).where('form', '=', form).execute()
}

/** In every organisation: the policy shows the system organisation only drafts that have expired. */
export async function deleteOldDrafts({ tx }: Pick<Context, 'tx'>) {
  await tx
    .deleteFrom('drafts')
    .where('kept_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}
