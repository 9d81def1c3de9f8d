import type { TestOrganisation } from '#test/organisation.ts'

import { tenantTables } from './example-rows.ts'

/** Everything that an organisation has, as one word for each table. */
export async function snapshotOf(ward: TestOrganisation, only?: string[]) {
  const tables = only ?? ['organisations', ...(await tenantTables(ward)).keys()]
  const found = await Promise.all(
    tables.map((table) =>
      ward.query(
        `select md5(string_agg(x::text, '|' order by x::text)) as rows from ${table} x where ${table === 'organisations' ? 'id' : 'organisation_id'} = $1`,
        [ward.id],
      ),
    ),
  )
  return Object.fromEntries(tables.map((table, n) => [table, found[n]![0]!['rows']]))
}
