import { sql } from 'kysely'

import { inTransaction, type Database } from './database.ts'
import { readOnlyError } from './database-client.sql.ts'

/**
 * How many of these migrations the database has. Fails when the database is away, and when it can only be read. Also fails when its disk is
 * full, because every call writes to the audit log: the sort has so little memory that it writes a temporary file of about 4 MB.
 */
export const countMigrations = (db: Database, names: string[]) =>
  inTransaction(db, {}, async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    const { rows } = await sql<{ present: number; isReadOnly: boolean }>`
      with spilled as materialized (select count(*) as rows from (select n from generate_series(1, 50000) n order by md5(n::text)) sorted)
      select count(*)::int as present,
        pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"
      from public.schema_migrations, spilled where name = any(${names}) and spilled.rows > 0`.execute(tx)
    if (rows[0]!.isReadOnly) throw readOnlyError()
    return rows[0]!.present
  })
