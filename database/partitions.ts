import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { DatabaseClient } from '#server/platform/database-client.sql.ts'

import { isMigrated } from './roles.ts'
import { definitionsOf, type Definitions } from './table-definitions.ts'

/**
 * Tables that grow with patients, form requests and daily use, and whose unique keys all begin with the organisation. patient_links is not among them:
 * a link is found by the hash of its token before the organisation is known, so that hash has to be unique in one index.
 */
export const largeTables = [
  'patients',
  'patient_words',
  'form_requests',
  'form_request_events',
  'submissions',
  'submission_scores',
  'chosen_answers',
  'notifications',
  'audit_events',
] as const

/** How many partitions a table may have. PostgreSQL locks all of them, with their indexes, when it plans a statement: a list needs some 75 locks for each. */
export const partitionLimits = { least: 2, most: 16 }
const locksForEach = 32

/** `rows`: the number of rows that were copied. `seconds`: the time it took, with the indexes. */
type Partitioned = { table: string; rows: number; seconds: number }

/**
 * Divides the large tables into hash partitions by organisation (PostgreSQL, 5.12.2). Each table is copied in a transaction of its own, which compares
 * the definitions before and after: an interrupted run is continued by running it again. Needs the owner's address, room on the disk for a second copy
 * of the largest table, and a database that nobody else uses. `folder`: of other migrations than this version's. Throws for the operator.
 */
export async function partitionTables(url: string, partitions: number, say: (line: string) => void, folder?: string) {
  // Some earlier migrations change these tables in ways that PostgreSQL refuses for a divided one.
  if (!(await isMigrated(url, folder))) throw new Error('The database is not migrated for this version. Run npm run migrate first')
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await requireLocks(client, partitions)
    // However long a copy takes. A command that was ended by force does not go on in the server.
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set client_connection_check_interval = '10s'; select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`)
    const done: Partitioned[] = []
    for (const table of largeTables) {
      const present = await countPartitions(client, table)
      if (present === partitions) {
        await analyseIfNew(client, table)
        continue
      }
      if (present > 0) throw new Error(`${table} has ${present} partitions already. Their number cannot be changed`)
      const start = performance.now()
      const rows = await inTransaction(client, () => {
        say(`${table}: copying its rows into ${partitions} partitions`)
        return partitionTable(client, table, partitions)
      })
      await analyseIfNew(client, table)
      done.push({ table, rows, seconds: (performance.now() - start) / 1_000 })
    }
    return done
  } finally {
    await client.end()
  }
}

/** Throws if calls could run out of locks (PostgreSQL, 19.12): they would be refused although the database is well. */
async function requireLocks(client: pg.ClientBase, partitions: number) {
  const { rows } = await client.query<{ locks: number }>(`select current_setting('max_locks_per_transaction')::int as locks`)
  const [{ locks } = { locks: 0 }, needed] = [rows[0], locksForEach * partitions]
  if (locks < needed)
    throw new Error(
      `${partitions} partitions need max_locks_per_transaction = ${needed} or more, and it is ${locks}. Change it in the configuration of PostgreSQL, and restart PostgreSQL`,
    )
}

async function countPartitions(client: pg.ClientBase, table: string) {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_inherits where inhparent = to_regclass($1)',
    [table],
  )
  return rows[0]!.count // an aggregate returns one row
}

/** Until this is done, lists are planned for empty tables and visit rows that their index has. An earlier run may have been ended before it. */
async function analyseIfNew(client: pg.ClientBase, table: string) {
  const { rows } = await client.query('select from pg_class where oid = to_regclass($1) and reltuples < 0', [table])
  if (rows.length > 0) await client.query(`vacuum (analyze) ${table}`)
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>) {
  await client.query('begin')
  try {
    await requireAlone(client)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection has ended its transaction
    throw error
  }
}

/** Throws unless this is the only session: calls would wait for the whole copy, and fail. A session that has just ended may be there for a moment. */
async function requireAlone(client: pg.ClientBase) {
  await client.query(`select pg_advisory_xact_lock(hashtext('formward migrations'))`)
  for (let left = waitForOthers.times; ; left--) {
    const { rows } = await client.query<{ name: string }>(
      `select format('process %s of %s%s', pid, usename, ' (' || nullif(application_name, '') || ')') as name from pg_stat_activity
       where datname = current_database() and usesysid is not null and pid <> pg_backend_pid() order by pid`,
    )
    if (rows.length === 0) return
    if (left === 0)
      throw new Error(
        `The database is in use: ${rows.map(({ name }) => name).join(', ')}. Stop all processes of Formward, and poolers and exporters of metrics, and run the command again`,
      )
    await sleep(waitForOthers.pauseMs)
  }
}

const waitForOthers = { times: 10, pauseMs: 300 }

async function partitionTable(client: pg.ClientBase, table: string, partitions: number) {
  const whole = `${table}_whole`
  const run = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  await run([`set local lock_timeout = '5s'`, `lock table ${table} in access exclusive mode`])
  const before = await definitionsOf(client, table)
  const [invalid] = before.invalidIndexes
  if (invalid)
    throw new Error(`${table}: the build of the index ${invalid} was interrupted. Drop it, run npm run migrate, and run the command again`)
  await run([
    // The tables belong to one role, also where another one that may act for it runs this.
    `set local role ${before.owner}`,
    ...before.drop,
    `alter table ${table} no force row level security`,
    // Row-level security binds the owner too. A row that it hides would be lost, so that the copy fails instead.
    'set local row_security = off',
    `alter table ${table} rename to ${whole}`,
    `create table ${table} (like ${whole} including defaults including constraints including generated including storage including compression including comments)
     partition by hash (organisation_id)`,
    ...Array.from({ length: partitions }, (_, nth) => partitionOf(table, nth, partitions, before)),
  ])
  const columns = before.columns.join(', ')
  const { rowCount } = await client.query(`insert into ${table} (${columns}) select ${columns} from ${whole}`)
  // The same rows in other places: foreign keys that were valid before are valid now, whether or not PostgreSQL shows their rows to this role.
  await run(['set local row_security = on', `drop table ${whole}`, ...before.create])
  await namePartIndexes(client, table)
  await makePartStatistics(client, table)
  const after = await definitionsOf(client, table)
  requireSame(table, before, after)
  return rowCount ?? 0
}

/** Nobody reads a partition itself: no role has a right to it, and it shows no row to a role that is given one by mistake. */
const partitionOf = (table: string, nth: number, partitions: number, { storage }: Definitions) =>
  `create table ${table}_${nth} partition of ${table} for values with (modulus ${partitions}, remainder ${nth})${storage ? ` with (${storage})` : ''};
   alter table ${table}_${nth} enable row level security, force row level security`

/** An index of a partition has the name of the table's index and the number of the partition, by which a refusal is known (database-problem.ts). */
async function namePartIndexes(client: pg.ClientBase, table: string) {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter index %s rename to %I', i.inhrelid::regclass, w.relname || substring(p.relname from '_[0-9]+$')) as statement
     from pg_index x join pg_class w on w.oid = x.indexrelid join pg_inherits i on i.inhparent = x.indexrelid
     join pg_index y on y.indexrelid = i.inhrelid join pg_class p on p.oid = y.indrelid
     where x.indrelid = to_regclass($1)`,
    [table],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** PostgreSQL plans a query of one partition from the statistics of that partition alone. */
async function makePartStatistics(client: pg.ClientBase, table: string) {
  const { rows } = await client.query<{ statement: string }>(
    `select regexp_replace(regexp_replace(pg_get_statisticsobjdef(e.oid), '(statistics \\S+)', '\\1' || n.number, 'i'), ' from \\S+$',
       format(' from %s', i.inhrelid::regclass), 'i') as statement
     from pg_statistic_ext e join pg_inherits i on i.inhparent = e.stxrelid join pg_class p on p.oid = i.inhrelid
     cross join lateral (select substring(p.relname from '_[0-9]+$') as number) n where e.stxrelid = to_regclass($1)`,
    [table],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** Throws if a table would come out of the copy with other definitions than it had, for example after a release that uses something new. */
function requireSame(table: string, before: Definitions, after: Definitions) {
  const [was, is] = [new Set(before.compared), new Set(after.compared)]
  const different = [...was].filter((one) => !is.has(one)).concat([...is].filter((one) => !was.has(one)))
  if (different.length > 0)
    throw new Error(`${table}: partitions would change this, so the table was left as it was: ${different.join('; ')}`)
}
