import type pg from 'pg'

import { runInParallel } from './run-in-parallel.ts'

/**
 * Lets every index of these tables sleep while they are filled, those of the keys too, and makes each anew in one go. An index that is not ready is passed
 * over by whoever writes, and REINDEX makes it whole: the catalog is written by hand because keys cannot be dropped without all that refers to them.
 */
export async function withDeferredIndexes(client: pg.Client, url: string, tables: readonly string[], work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string }>(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any($1::regclass[])
     returning indexrelid::regclass::text as name`,
    [tables],
  )
  await work()
  await runInParallel(
    url,
    rows.map(({ name }) => `reindex index ${name}`),
  )
}
