import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { PgBoss } from 'pg-boss'

import { isLostToAnother } from '#server/platform/database-problem.ts'
import { openPool } from '#server/platform/pool.ts'

import { runOutsideTransaction } from './migrate-outside.ts'
import { findPending, readMigrations, type AppliedMigration, type Migration } from './migrations.ts'

/**
 * In milliseconds: how long a migration waits for the first locks of all its tables and for each later one, how long calls then have the tables for
 * themselves before the next try, how long it is tried in all, how often another process is asked whether it has finished migrating, and how often
 * the operator is told about the build of an index. A migration gives up its first locks before PostgreSQL ends the calls that wait for it as a
 * deadlock (deadlock_timeout, one second).
 */
const timing = { lock: 500, laterLock: 3_000, pause: 1_000, patience: 300_000, turn: 500, progress: 10_000 }

type Options = {
  /** The role that the application signs in as, where that is another one. */
  application?: string | undefined
  /** A folder with other migrations than this version's. */
  folder?: string | undefined
  /** For the operator. */
  say?: (line: string) => void
  waits?: typeof timing
}

/**
 * Brings the database to this version, forward only, under an advisory lock so that several processes may start at once (RUN-7).
 * `url` is the owner's. `queues` creates the queue's own schema and queues, which belong to the owner too.
 */
export async function migrate(
  url: string,
  queues: (boss: PgBoss) => Promise<void>,
  { application, folder, say = () => {}, waits = timing }: Options = {},
) {
  const pool = openPool({ connectionString: url, max: 3 }) // the turn, a migration, and a look at its progress
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // One starter at a time, for the queue's schema too. It keeps no snapshot, or the build of an index would wait for it forever.
  const turn = await db.startTransaction().setIsolationLevel('read committed').execute()
  try {
    await takeTurn(turn, say, waits)
    await applyMigrations(db, { folder, say, waits })
    const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, supervise: false, schedule: false })
    boss.on('error', () => {}) // reported by the calls themselves
    await boss.start()
    await queues(boss)
    await boss.stop({ graceful: false })
    await grantQueues(db)
    await grantAccounts(db)
    if (application) await letSignIn(db, application)
  } finally {
    await turn
      .rollback()
      .execute()
      .catch(() => {}) // ends with its connection
    await db.destroy()
  }
}

/** Waits until no other process migrates. The lock belongs to a transaction, so that no connection can keep it by mistake. */
async function takeTurn(turn: Transaction<unknown>, say: (line: string) => void, waits: typeof timing) {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(turn)
  for (let hasSaid = false; ; hasSaid = true) {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(hashtext('formward migrations')) as "isOurs"`.execute(
      turn,
    )
    if (rows[0]?.isOurs) return
    if (!hasSaid) say('Waiting for another process that migrates the database')
    await sleep(waits.turn)
  }
}

/** Runs the pending migrations in order. What ran before one that fails is kept, and the next start continues there. */
async function applyMigrations(
  db: Kysely<unknown>,
  { folder, say, waits }: Required<Pick<Options, 'say' | 'waits'>> & Pick<Options, 'folder'>,
) {
  const migrations = await readMigrations(folder)
  await sql`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  const applied = await sql<AppliedMigration>`select name, checksum from schema_migrations`.execute(db)
  const pending = findPending(migrations, applied.rows)
  for (const migration of pending) await applyMigration(db, migration, say, waits)
}

/**
 * Runs one migration, and again while another session is in its way. While a migration waits for a lock, every later call of that table waits behind
 * it. So it gives up soon, lets the calls through and tries again.
 */
async function applyMigration(db: Kysely<unknown>, migration: Migration, say: (line: string) => void, waits: typeof timing) {
  const file = `database/migrations/${migration.name}.sql`
  const end = Date.now() + waits.patience
  for (let attempt = 0; ; attempt++) {
    try {
      if (!migration.index) return await runInTransaction(db, migration, waits, attempt)
      await runOutsideTransaction(db, migration.index, (line) => say(`${file}: ${line}`), waits.progress)
      return await note(db, migration)
    } catch (error) {
      if (!isLostToAnother(error)) throw error
      if (Date.now() > end)
        throw new Error(
          `${file}: a table is locked by another session (pg_stat_activity names it). Nothing of this file was applied; run npm run migrate again when that session has ended`,
          { cause: error },
        )
      say(`${file}: a table is in use. Trying again`)
      await sleep(waits.pause)
    }
  }
}

/** The locks of its tables are held only for its own statements. */
const runInTransaction = (db: Kysely<unknown>, migration: Migration, waits: typeof timing, attempt: number) =>
  db.transaction().execute(async (tx) => {
    await lockTables(tx, migration.text, attempt, waits.lock)
    await limitLocks(tx, waits.laterLock)
    await sql.raw(migration.text).execute(tx)
    await note(tx, migration)
  })

const limitLocks = (tx: Transaction<unknown>, milliseconds: number) =>
  sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(tx)

/**
 * Locks the tables that a file names before it does anything: calls would wait for one table while the file works for seconds before it asks for the
 * next one, which they have. Reading goes on where the file only builds indexes. Each attempt begins with another table, because calls lock the same
 * tables in different orders. `waitMs` is for all locks together.
 */
async function lockTables(tx: Transaction<unknown>, text: string, attempt: number, waitMs: number) {
  const end = performance.now() + waitMs
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!) // the group of each pattern always matches
  const altered = [...named(/\balter table (\w+)/g), ...named(/\b(?:create|drop) (?:trigger|policy) [^;]*? on (\w+)/g)]
  const indexed = named(/\bcreate (?:unique )?index \w+\s+on (\w+)/g)
  const dropped = named(/\bdrop index (\w+)/g)
  const { rows } = await sql<{ name: string; mode: 'share' | 'access exclusive' }>`
    select name, mode from (
      select t.relname as name, case when t.relname = any(${altered}) or exists (
        select from pg_index i join pg_class n on n.oid = i.indexrelid where i.indrelid = t.oid and n.relname = any(${dropped}))
        then 'access exclusive' when t.relname = any(${indexed}) then 'share' end as mode
      from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')) tables
    where mode is not null order by name`.execute(tx)
  const first = attempt % Math.max(rows.length, 1)
  for (const { name, mode } of [...rows.slice(first), ...rows.slice(0, first)]) {
    await limitLocks(tx, Math.max(1, Math.ceil(end - performance.now())))
    await sql`lock table ${sql.id(name)} in ${sql.raw(mode)} mode`.execute(tx)
  }
}

const note = (db: Kysely<unknown>, { name, checksum }: Migration) =>
  sql`insert into schema_migrations (name, checksum, applied_at) values (${name}, ${checksum}, clock_timestamp())`.execute(db)

const grantQueues = (db: Kysely<unknown>) =>
  sql
    .raw(
      `grant usage on schema pgboss to formward_app;
       grant select, insert, update, delete on all tables in schema pgboss to formward_app;
       grant usage, select on all sequences in schema pgboss to formward_app;
       grant select on schema_migrations to formward_app;`,
    )
    .execute(db)

/** The application reads every column of accounts but the password hash, those of later migrations too. */
const grantAccounts = (db: Kysely<unknown>) =>
  sql
    .raw(
      `do $$ begin
         if has_table_privilege('formward_app', 'public.accounts', 'select') then revoke select on accounts from formward_app; end if;
         execute (select format('grant select (%s) on accounts to formward_app', string_agg(quote_ident(attname), ', '))
           from pg_attribute where attrelid = 'public.accounts'::regclass and attnum > 0 and not attisdropped and attname <> 'password_hash');
       end $$`,
    )
    .execute(db)

/** Gives a role the rights of the application: those of formward_app, and no others. */
async function letSignIn(db: Kysely<unknown>, role: string) {
  const { rows } = await sql<{ isOwner: boolean; isMember: boolean; canSignIn: boolean }>`
    select rolname = current_user as "isOwner", pg_has_role(rolname, 'formward_app', 'member') as "isMember", rolcanlogin as "canSignIn"
    from pg_roles where rolname = ${role}`.execute(db)
  const [found] = rows
  if (!found)
    throw new Error(`DATABASE_URL: there is no role ${role} in the database; make it (create role … login password …) and start again`)
  if (role === 'formward_app' && !found.canSignIn) await sql`alter role formward_app login`.execute(db)
  else if (!found.isOwner && !found.isMember) await sql`grant formward_app to ${sql.id(role)}`.execute(db)
}
