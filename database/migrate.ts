import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { PgBoss } from 'pg-boss'

import { isLostToAnother } from '#server/platform/database-problem.ts'
import { openPool } from '#server/platform/pool.ts'

import { findPending, readMigrations, type AppliedMigration, type Migration } from './migrations.ts'

/**
 * In milliseconds: how long a migration waits for the lock of a table, how long calls then have the table for themselves before the next try,
 * how long it is tried in all, and how often another process is asked whether it has finished migrating.
 */
const timing = { lock: 3_000, pause: 2_000, patience: 300_000, turn: 500 }

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
  const pool = openPool({ connectionString: url, max: 3 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const turn = await db.startTransaction().execute() // one starter at a time, for the queue's schema too
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
 * Runs one migration in its own transaction, which holds the locks of its tables only for its own statements. While it waits for a lock, every
 * later call of that table waits behind it. So it gives up soon, lets the calls through and tries again.
 */
async function applyMigration(db: Kysely<unknown>, { name, text, checksum }: Migration, say: (line: string) => void, waits: typeof timing) {
  const end = Date.now() + waits.patience
  for (;;) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${waits.lock}ms`}, true)`.execute(tx)
        await sql.raw(text).execute(tx)
        await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(tx)
      })
    } catch (error) {
      if (!isLostToAnother(error)) throw error
      if (Date.now() > end)
        throw new Error(
          `database/migrations/${name}.sql: a table is locked by another session (pg_stat_activity names it). Nothing of this file was applied; run npm run migrate again when that session has ended`,
          { cause: error },
        )
      say(`database/migrations/${name}.sql: a table is in use. Trying again`)
      await sleep(waits.pause)
    }
  }
}

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
