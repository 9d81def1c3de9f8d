import type pg from 'pg'

import { DatabaseClient } from '#server/platform/database-client.sql.ts'

import { findPending, readMigrations, type AppliedMigration } from './migrations.ts'

/**
 * The addresses with which the application and the owner of the tables, who migrates, connect. `directUrl` reaches PostgreSQL itself as the
 * application, where `url` reaches a connection pooler. `readUrl` reaches a standby. `dataDir` is the folder of the embedded database.
 */
export type DatabaseAddresses = {
  url: string
  directUrl?: string | undefined
  ownerUrl?: string | undefined
  readUrl?: string | undefined
  dataDir?: string | undefined
}

/** The role that an address signs in as. */
export const roleOf = (url: string) => new DatabaseClient({ connectionString: url }).user

type Role = { mayMigrate: boolean; isPowerful: boolean }

/**
 * Whether the role of this address may migrate, as the owner of the tables or of an empty database, and whether it could become one who
 * may.
 */
async function readRole(url: string): Promise<Role> {
  const [role] = await ask<Role>(
    url,
    `select
      case when to_regclass('public.schema_migrations') is null
        then has_schema_privilege(session_user, 'public', 'create') and has_database_privilege(session_user, current_database(), 'create')
        else pg_has_role(session_user, (select relowner from pg_class where oid = to_regclass('public.schema_migrations')), 'member')
      end as "mayMigrate",
      rolsuper or rolbypassrls or rolcreaterole as "isPowerful"
    from pg_roles where rolname = session_user`,
  )
  return role!
}

/** The address for migrations: its own, or the only one if its role may migrate. Undefined if none may. */
export const findOwner = async ({ url, directUrl = url, ownerUrl }: DatabaseAddresses) =>
  ownerUrl ?? ((await readRole(directUrl)).mayMigrate ? directUrl : undefined)

/** What is weaker than it could be, in one line for the operator; undefined where the application's role is as it should be. */
export async function findWeakness(url: string) {
  const { mayMigrate, isPowerful } = await readRole(url)
  if (!mayMigrate && !isPowerful) return undefined
  return `DATABASE_URL: its role ${mayMigrate ? 'owns the tables' : 'may do more than the application needs'}, so that one injected statement could read every organisation and change the audit log. Use a role of its own, and DATABASE_OWNER_URL for migrations`
}

/** Whether the database has every migration of this version, or of `folder`, and lets this role read that. */
export async function isMigrated(url: string, folder?: string) {
  const applied = await ask<AppliedMigration>(url, 'select name, checksum from schema_migrations').catch((error: pg.DatabaseError) => {
    if (error.code === undefinedTable || error.code === insufficientPrivilege) return []
    throw error
  })
  return findPending(await readMigrations(folder), applied).length === 0
}

/** Throws, with words for the operator, unless the database is migrated and the application can read it. */
export async function requireMigrated(url: string) {
  if (!(await isMigrated(url)))
    throw new Error(
      `DATABASE_URL: the database is not migrated for this version, and the role ${roleOf(url)} may not do it. Run npm run migrate with DATABASE_OWNER_URL, or start one process with it`,
    )
}

/**
 * Throws a message for the operator if the database was created by version 0.1, whose migrations were squashed
 * (docs/decisions/0033-migrations.md).
 */
export async function refuseVersion01({ url, ownerUrl, dataDir }: DatabaseAddresses) {
  const [found] = await ask<{ isOld: boolean; name: string }>(
    ownerUrl ?? url,
    `select to_regclass('public.kysely_migration') is not null as "isOld", current_database() as name`,
  )
  if (!found?.isOld) return
  throw new Error(
    dataDir
      ? `DATA_DIR: Formward 0.1 created ${dataDir}, and this version cannot upgrade data of 0.1. Export with 0.1 what you need, then begin with a new folder: mv ${dataDir} ${dataDir}-0.1`
      : `DATABASE_URL: Formward 0.1 created the database ${found.name}, and this version cannot upgrade data of 0.1. Export with 0.1 what you need, then begin with a new, empty database: create database ${found.name}_new`,
  )
}

/** SQLSTATE (PostgreSQL, appendix A). */
const [undefinedTable, insufficientPrivilege] = ['42P01', '42501']

async function ask<T extends Record<string, unknown>>(url: string, text: string, values: unknown[] = []) {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
