import type pg from 'pg'

/** Takes the indexes off these tables while they are filled, and makes them again, each in one go. Those that hold a key stay. */
export async function withoutIndexes(client: pg.Client, tables: readonly string[], work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  await work()
  await client.query("set maintenance_work_mem = '512MB'")
  await client.query('set max_parallel_maintenance_workers = 2')
  for (const { definition } of rows) await client.query(definition)
}
