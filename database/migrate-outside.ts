import { setTimeout as sleep } from 'node:timers/promises'

import { sql, type Kysely } from 'kysely'

import type { Index } from './migrations.ts'

type Say = (line: string) => void
type Build = Extract<Index, { act: 'create' }>

/**
 * Builds or drops an index while the tables are read and written. A build that was interrupted has left an index that PostgreSQL does not use: it is
 * dropped and built again. A build that another process began and did not live to see is waited for; if it fails when this one already waits behind it, its
 * index is invalid afterwards too. `everyMs`: how often the operator is told.
 */
export async function runOutsideTransaction(db: Kysely<unknown>, index: Index, say: Say, everyMs: number) {
  if (index.act === 'drop')
    return (await isPartitioned(db, index)) ? dropOfPartitions(db, index) : run(db, index.statement, index, say, everyMs)
  const partitions = await partitionsOf(db, index)
  if (partitions.length === 0) return build(db, index, say, everyMs)
  const { act, name, table, statement } = index
  const start = `index concurrently if not exists ${name} on ${table} `
  const parts = partitions.map((partition) => ({ partition, part: partName(name, partition) }))
  for (const { partition, part } of parts) {
    const ofPart = statement.replace(start, `index concurrently if not exists ${part} on ${partition} `)
    await build(db, { act, name: part, table: partition, statement: ofPart }, say, everyMs)
  }
  await runBriefly(db, statement.replace(start, `index if not exists ${name} on only ${table} `))
  for (const { part } of parts) await runBriefly(db, `alter index ${name} attach partition ${part}`)
  if (await isInvalid(db, index)) throw new Error(`The index ${name} does not have every partition of ${table}`)
}

/** PostgreSQL does not build an index of a partitioned table beside those who write, so each partition gets its own, and they are joined at the end. */
const partName = (index: string, partition: string) => `${index}_${partition.split('_').at(-1)}`

async function partitionsOf(db: Kysely<unknown>, { table }: Build) {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhparent and c.relkind = 'p'
    where inhparent = to_regclass(${table}) order by inhrelid`.execute(db)
  return rows.map(({ name }) => name)
}

const isPartitioned = async (db: Kysely<unknown>, { name }: Index) =>
  (await sql`select from pg_class where oid = to_regclass(${name}) and relkind = 'I'`.execute(db)).rows.length > 0

/**
 * Runs what takes a moment and needs a lock that others wait for. It gives up before PostgreSQL ends one of them as a deadlock, and is tried again
 * (database/migrate.ts) from the first statement of the file: each does nothing the second time.
 */
const runBriefly = (db: Kysely<unknown>, ...statements: string[]) =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', '500ms', true)`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

/** The table is locked before its index, as calls do. */
async function dropOfPartitions(db: Kysely<unknown>, { name }: Index) {
  const { rows } = await sql<{ table: string }>`
    select indrelid::regclass::text as table from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  for (const { table } of rows) await runBriefly(db, `lock table ${table} in access exclusive mode`, `drop index if exists ${name}`)
}

/** Builds one index, and again as often as it was interrupted. */
async function build(db: Kysely<unknown>, index: Build, say: Say, everyMs: number) {
  do {
    await waitForOtherBuild(db, index, say, everyMs)
    if (await isInvalid(db, index)) {
      say(`the build of the index ${index.name} was interrupted. Building it again`)
      await run(db, `drop index concurrently if exists ${index.name}`, index, say, everyMs)
    }
    await run(db, index.statement, index, say, everyMs)
  } while (await isInvalid(db, index))
}

const isInvalid = async (db: Kysely<unknown>, { name }: Index) =>
  (await sql`select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)).rows.length > 0

/** The server notices only later that a process has ended, and goes on with its statement. */
async function waitForOtherBuild(db: Kysely<unknown>, { name }: Index, say: Say, everyMs: number) {
  for (let saidAt = 0; ; await sleep(Math.min(everyMs, 1_000))) {
    const { rows } = await sql`select from pg_stat_progress_create_index where index_relid = to_regclass(${name})`.execute(db)
    if (rows.length === 0) return
    if (Date.now() < saidAt + everyMs) continue
    say(`another session builds the index ${name}. Waiting for it`)
    saidAt = Date.now()
  }
}

/** Runs a statement on a connection of its own, without a limit of time, and tells how far it is meanwhile. */
const run = (db: Kysely<unknown>, statement: string, index: Index, say: Say, everyMs: number) =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, set_config('lock_timeout', '0', false),
      set_config('statement_timeout', '0', false)`.execute(connection)
    const ended = new AbortController()
    const telling = tellProgress(db, rows[0]!.pid, index, say, everyMs, ended.signal) // a query without a table returns one row
    try {
      await sql.raw(statement).execute(connection)
    } finally {
      ended.abort()
      await telling
      await sql`reset lock_timeout; reset statement_timeout`.execute(connection).catch(() => {}) // the connection may be lost
    }
  })

async function tellProgress(db: Kysely<unknown>, pid: number, { name }: Index, say: Say, everyMs: number, ended: AbortSignal) {
  for (;;) {
    await sleep(everyMs, undefined, { signal: ended }).catch(() => {}) // the statement has ended
    if (ended.aborted) return
    const progress = await readProgress(db, pid).catch(() => undefined) // the statement itself meets the same error
    if (ended.aborted || !progress) continue
    const { phase, percent, waitsFor, seconds } = progress
    if (waitsFor)
      say(
        `the index ${name} waits for transactions that began earlier: process ${waitsFor.join(', ')}${seconds === null ? '' : `, for ${seconds} s`}. It continues when they have ended`,
      )
    else if (phase) say(`the index ${name}: ${phase}${percent === null ? '' : `, ${percent} %`}`)
  }
}

/** `phase`: in the words of PostgreSQL. `percent`: of this phase. `waitsFor`: processes, the oldest of which has been in its transaction for `seconds`. */
type Progress = { phase: string | null; percent: number | null; waitsFor: number[] | null; seconds: number | null }

async function readProgress(db: Kysely<unknown>, pid: number) {
  const { rows } = await sql<Progress>`
    select p.phase, b.pids as "waitsFor", b.seconds,
      floor(coalesce(100.0 * p.blocks_done / nullif(p.blocks_total, 0), 100.0 * p.tuples_done / nullif(p.tuples_total, 0)))::int as percent
    from (values (${pid}::int)) as own (pid)
    left join pg_stat_progress_create_index p on p.pid = own.pid
    cross join lateral (
      select array_agg(pid order by pid) as pids,
        (select floor(extract(epoch from max(clock_timestamp() - xact_start)))::int from pg_stat_activity where pid = any(array_agg(blocking.pid))) as seconds
      from unnest(pg_blocking_pids(own.pid)) as blocking (pid)) b`.execute(db)
  return rows[0]
}
