import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { PgBoss } from 'pg-boss'

import { openPool } from '#server/platform/pool.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

/** Names of all migrations in order; `/health/ready` compares the last with what the database has. */
export const migrationNames = async () =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => name.slice(0, -4))

/**
 * Brings the database to this version, forward only, under an advisory lock so that several processes may start at once (RUN-7).
 * `url` is the owner's. `queues` makes the queue's own schema and queues, which belong to the owner too. `application` is the role that the
 * application signs in as, where that is another one.
 */
export async function migrate(url: string, queues: (boss: PgBoss) => Promise<void>, application?: string) {
  const pool = openPool({ connectionString: url, max: 3 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const turn = await pool.connect() // one starter at a time, for the queue's schema too
  try {
    await turn.query("select pg_advisory_lock(hashtext('formward migrations'))")
    const { error } = await new Migrator({ db, provider: { getMigrations: readMigrations } }).migrateToLatest()
    if (error) throw error
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

async function readMigrations() {
  const migrations: Record<string, Migration> = {}
  for (const name of await migrationNames()) {
    const text = await readFile(`${folder}${name}.sql`, 'utf8')
    migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) }
  }
  return migrations
}

const grantQueues = (db: Kysely<unknown>) =>
  sql
    .raw(
      `grant usage on schema pgboss to formward_app;
       grant select, insert, update, delete on all tables in schema pgboss to formward_app;
       grant usage, select on all sequences in schema pgboss to formward_app;
       grant select on kysely_migration to formward_app;`,
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

/** Makes a role that may sign in one of the application's: it can do what formward_app may, and nothing else. */
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
