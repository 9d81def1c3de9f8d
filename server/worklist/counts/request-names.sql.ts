import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

type Value = { value: string }

/** Titles of forms and names of members, looked up once for each value. */
export async function namesOf({ tx }: Context, forms: Value[], members: Value[]) {
  if (forms.length === 0 && members.length === 0) return { titles: new Map<string, string>(), members: new Map<string, string>() }
  const idsOf = (values: Value[]) => values.map(({ value }) => value).filter((value) => value !== 'none')
  const [titles, names] = [idsOf(forms), idsOf(members)]
  const { rows } = await sql<{ id: string; name: string; kind: 'form' | 'member' }>`
    select id, title as name, 'form' as kind from forms where id = any(${titles}::uuid[])
    union all select id, first_name || ' ' || last_name, 'member' from members where organisation_id = current_organisation() and id = any(${names}::uuid[])`.execute(
    tx,
  )
  const asMap = (wanted: string) => new Map(rows.filter(({ kind }) => kind === wanted).map(({ id, name }) => [id, name]))
  return { titles: asMap('form'), members: asMap('member') }
}
