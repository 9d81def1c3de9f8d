import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { Problem } from '#server/platform/problem.ts'

/** A window that has not announced itself for this long counts as closed: three times the interval of announcements. */
const gone = sql<string>`now() - interval '45 seconds'`

/** Locks the form, so that it is not deleted before the window is stored. */
export async function findDraftRevision({ tx }: Context, formId: string) {
  const row = await tx.selectFrom('forms').select('draft_revision').where('id', '=', formId).forKeyShare().executeTakeFirst()
  return row?.draft_revision
}

/** Editors see each other's windows, so the id of a window belongs to one member. */
export async function upsertEditor({ tx, actor }: Context, formId: string, window: string) {
  if (actor.id === null) throw new Problem('not_permitted')
  const member_id = actor.id
  await tx
    .insertInto('form_editors')
    .values({ form_id: formId, window_id: window, member_id })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'form_id', 'window_id'])
        .doUpdateSet({ seen_at: sql<string>`now()` })
        .where('form_editors.member_id', '=', member_id),
    )
    .execute()
}

/** The maximum number of editors to show. */
const most = 20

export const listEditors = ({ tx }: Context, formId: string) =>
  tx
    .selectFrom('form_editors as e')
    .innerJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'e.organisation_id').onRef('m.id', '=', 'e.member_id'))
    .select(['e.window_id as window', 'e.member_id as memberId'])
    .select(sql<string>`m.first_name || ' ' || m.last_name`.as('name'))
    .where('e.form_id', '=', formId)
    .where('e.seen_at', '>', gone)
    .orderBy('name')
    .orderBy('e.window_id')
    .limit(most)
    .execute()

/** Only the member's own window. */
export async function deleteEditor({ tx, actor }: Context, formId: string, window: string) {
  await tx
    .deleteFrom('form_editors')
    .where('form_id', '=', formId)
    .where('window_id', '=', window)
    .where('member_id', '=', actor.id)
    .execute()
}

/** Deletes expired windows. Skips rows that another transaction is deleting. */
export async function removeStaleEditors({ tx }: Context) {
  await tx
    .deleteFrom('form_editors')
    .where(
      sql<boolean>`ctid = any(array(select e.ctid from form_editors e where ${ofThisOrganisation('e')} and e.seen_at <= ${gone} for update skip locked))`,
    )
    .execute()
}
