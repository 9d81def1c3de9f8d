import { sql } from 'kysely'
import type pg from 'pg'

import type { MovedTable } from './copy-rows.sql.ts'
import { run } from './run-statement.sql.ts'

/**
 * Deletes the rows of an organisation, and returns their number. Keeps the hashes of its patients' links, which lead to the other installation from now
 * on.
 */
export async function deleteRows(source: pg.Client, tables: readonly MovedTable[], organisationId: string) {
  await source.query(
    `insert into moved_links (hash, organisation, request_id)
     select hash, $1::uuid, request_id
     from patient_links, unnest(array[token_hash, code_hash]) as hash where organisation_id = $1::uuid and hash is not null`,
    [organisationId],
  )
  // The accounts are found through the members, and what belongs to an account through both.
  const last = ['accounts', 'members']
  const ordered = [...tables.filter(({ name }) => !last.includes(name)), ...last.map((name) => tables.find((one) => one.name === name)!)]
  let deleted = 0
  for (const { name, isMoved } of ordered)
    deleted += (await run(source, sql<object>`delete from ${sql.table(name)} where ${isMoved}`)).rowCount ?? 0
  await source.query('update moved_organisations set moved_at = now() where id = $1', [organisationId])
  await source.query('delete from moving_jobs where organisation = $1', [organisationId])
  return deleted
}
