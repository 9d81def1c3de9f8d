import pg from 'pg'

import { migrationNames } from './migrate.ts'

/** Where the application signs in, and where the owner of the tables does, who migrates. */
export type DatabaseAddresses = { url: string; ownerUrl?: string | undefined }

/** The role that an address signs in as. */
export const roleOf = (url: string) => new pg.Client({ connectionString: url }).user

type Role = { mayMigrate: boolean; isPowerful: boolean }

/** Whether the role of this address may migrate, as the owner of the tables or of an empty database, and whether it could make itself one who may. */
async function readRole(url: string): Promise<Role> {
  const [role] = await ask<Role>(
    url,
    `select
      case when to_regclass('public.kysely_migration') is null
        then has_schema_privilege(session_user, 'public', 'create') and has_database_privilege(session_user, current_database(), 'create')
        else pg_has_role(session_user, (select relowner from pg_class where oid = to_regclass('public.kysely_migration')), 'member')
      end as "mayMigrate",
      rolsuper or rolbypassrls or rolcreaterole as "isPowerful"
    from pg_roles where rolname = session_user`,
  )
  return role!
}

/** The address that migrates: the one for it, or the only one there is where its role may. Undefined where nobody here may. */
export const findOwner = async ({ url, ownerUrl }: DatabaseAddresses) => ownerUrl ?? ((await readRole(url)).mayMigrate ? url : undefined)

/** What is weaker than it could be, in one line for the operator; undefined where the application's role is as it should be. */
export async function findWeakness(url: string) {
  const { mayMigrate, isPowerful } = await readRole(url)
  if (!mayMigrate && !isPowerful) return undefined
  return `DATABASE_URL: its role ${mayMigrate ? 'owns the tables' : 'may do more than the application needs'}, so that one injected statement could read every organisation and change the audit log. Use a role of its own, and DATABASE_OWNER_URL for migrations`
}

/** Throws, with words for the operator, unless the database has every migration of this version and lets the application read it. */
export async function requireMigrated(url: string) {
  const names = await migrationNames()
  const found = await ask<{ present: number }>(url, 'select count(*)::int as present from kysely_migration where name = any($1)', [
    names,
  ]).catch((error: pg.DatabaseError) => {
    if (error.code === undefinedTable || error.code === insufficientPrivilege) return []
    throw error
  })
  if (found[0]?.present !== names.length)
    throw new Error(
      `DATABASE_URL: the database is not migrated for this version, and the role ${roleOf(url)} may not do it. Run npm run migrate with DATABASE_OWNER_URL, or start one process with it`,
    )
}

/** SQLSTATE (PostgreSQL, appendix A). */
const [undefinedTable, insufficientPrivilege] = ['42P01', '42501']

async function ask<T extends Record<string, unknown>>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // told by the query that needed it
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
