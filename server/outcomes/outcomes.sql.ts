import { sql } from 'kysely'

import type { Outcome } from '#contract/outcomes.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const selectOutcomes = (tx: Context['tx']) =>
  tx.selectFrom('outcomes as o').select([
    'o.id',
    'o.name',
    'o.is_in_use as isInUse',
    sql<Outcome['forms']>`coalesce((
      select json_agg(json_build_object('id', f.id, 'title', f.title) order by lower(f.title), f.id)
      from outcome_forms n join forms f on f.organisation_id = n.organisation_id and f.id = n.form_id
      where n.organisation_id = o.organisation_id and n.outcome_id = o.id), '[]')`.as('forms'),
  ])

/** All outcomes, in use or not, in the order of the organisation. */
export const listOutcomes = ({ tx }: Pick<Context, 'tx'>): Promise<Outcome[]> =>
  selectOutcomes(tx).orderBy('o.position').orderBy('o.created_at').orderBy('o.id').execute()

/** Throws not_found. */
export async function getOutcome({ tx }: Context, id: string): Promise<Outcome> {
  const outcome = await selectOutcomes(tx).where('o.id', '=', id).executeTakeFirst()
  if (!outcome) throw new Problem('not_found')
  return outcome
}

/** Adds outcomes at the end of the list. Returns the id of the first. */
export async function insertOutcomes({ tx, organisationId }: Context, names: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    insert into outcomes (organisation_id, name, position)
    select ${organisationId}::uuid, n.name,
      n.nth + coalesce((select max(position) from outcomes where organisation_id = ${organisationId}::uuid), 0)
    from unnest(${names}::text[]) with ordinality as n (name, nth)
    returning id`.execute(tx)
  return rows[0]!.id // there is at least one name
}

export async function setOutcome(
  { tx }: Context,
  id: string,
  { name, isInUse }: { name?: string | undefined; isInUse?: boolean | undefined },
) {
  if (name === undefined && isInUse === undefined) return
  await tx
    .updateTable('outcomes')
    .set({ ...(name !== undefined && { name }), ...(isInUse !== undefined && { is_in_use: isInUse }) })
    .where('id', '=', id)
    .execute()
}

export async function setFormsOf({ tx, organisationId }: Context, id: string, formIds: readonly string[]) {
  await tx.deleteFrom('outcome_forms').where('outcome_id', '=', id).execute()
  await sql`
    insert into outcome_forms (organisation_id, outcome_id, form_id)
    select distinct ${organisationId}::uuid, ${id}::uuid, n from unnest(${formIds}::uuid[]) as n`.execute(tx)
}

/** Whether all of these forms exist in the organisation. */
export async function areForms({ tx }: Context, ids: readonly string[]) {
  const { count } = await tx
    .selectFrom('forms')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  return count === new Set(ids).size
}

/** Outcomes that are not named keep their order, after the others. */
export async function setOutcomeOrder({ tx, organisationId }: Context, ids: readonly string[]) {
  await sql`
    update outcomes set position = coalesce(array_position(${ids}::uuid[], id), ${ids.length} + position)
    where organisation_id = ${organisationId}::uuid`.execute(tx)
}
