import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

type Value = { value: string }

/** Titles of forms and names of members, looked up once for each value and not once for a row. */
export async function namesOf({ tx }: Context, forms: Value[], members: Value[]) {
  const idsOf = (values: Value[]) => values.map(({ value }) => value).filter((value) => value !== 'none')
  const [titles, names] = await Promise.all([
    tx
      .selectFrom('forms')
      .select(['id', 'title as name'])
      .where(sql<boolean>`id = any(${idsOf(forms)}::uuid[])`)
      .execute(),
    tx
      .selectFrom('members')
      .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
      .where(sql<boolean>`id = any(${idsOf(members)}::uuid[])`)
      .execute(),
  ])
  const asMap = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { titles: asMap(titles), members: asMap(names) }
}
