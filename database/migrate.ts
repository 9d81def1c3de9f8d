import { Kysely, PostgresDialect, sql } from 'kysely'
import { PgBoss } from 'pg-boss'

import { openPool } from '#server/platform/pool.ts'

import { findPending, readMigrations, type AppliedMigration } from './migrations.ts'

/**
 * Brings the database to this version, forward only, under an advisory lock so that several processes may start at once (RUN-7).
 * `url` is the owner's. `queues` creates the queue's own schema and queues, which belong to the owner too. `application` is the role that the
 * application signs in as, where that is another one. `folder` holds other migrations than this version's.
 */
export async function migrate(
  url: string,
  queues: (boss: PgBoss) => Promise<void>,
  { application, folder }: { application?: string | undefined; folder?: string } = {},
) {
  const pool = openPool({ connectionString: url, max: 3 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const turn = await pool.connect() // one starter at a time, for the queue's schema too
  try {
    await turn.query("select pg_advisory_lock(hashtext('formward migrations'))")
    await applyMigrations(db, folder)
    const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, supervise: false, schedule: false })
    boss.on('error', () => {}) // reported by the calls themselves
    await boss.start()
    await queues(boss)
    await boss.stop({ graceful: false })
    await grantQueues(db)
    await grantAccounts(db)
    if (application) await letSignIn(db, application)
  } finally {
    turn.release(true)
    await db.destroy()
  }
}

/** Runs all pending migrations in one transaction: an upgrade that fails changes nothing. */
async function applyMigrations(db: Kysely<unknown>, folder?: string) {
  const migrations = await readMigrations(folder)
  await sql`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  const applied = await sql<AppliedMigration>`select name, checksum from schema_migrations`.execute(db)
  const pending = findPending(migrations, applied.rows)
  await db.transaction().execute(async (tx) => {
    for (const { name, text, checksum } of pending) {
      await sql.raw(text).execute(tx)
      await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(tx)
    }
  })
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
