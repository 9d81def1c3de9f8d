import type pg from 'pg'

import { DatabaseClient } from '#server/platform/database-client.sql.ts'

const organisationsIn = (client: pg.Client, id: string) =>
  client.query<{ name: string; odsCode: string; isSystem: boolean }>(
    `select name, ods_code as "odsCode", is_system as "isSystem" from organisations where id = $1`,
    [id],
  )

export const findOrganisation = async (client: pg.Client, id: string) => (await organisationsIn(client, id)).rows[0]

/** What the role of an address lacks for a move, in words for the operator; undefined if nothing. */
export async function findMissingRight(client: pg.Client) {
  const { rows } = await client.query<{ role: string; seesAll: boolean; mayRest: boolean }>(
    `select current_user as role, rolsuper or rolbypassrls as "seesAll",
       has_parameter_privilege(current_user, 'session_replication_role', 'set') as "mayRest" from pg_roles where rolname = current_user`,
  )
  const { role, seesAll, mayRest } = rows[0]! // a session has a role
  if (seesAll && mayRest) return undefined
  return `The role ${role} may not copy the rows of an organisation. As a superuser: alter role ${role} bypassrls; grant set on parameter session_replication_role to ${role}`
}

/** What has to be the same in both databases: the migrations, and the version of the job queue. */
export async function readVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>(
    `select concat_ws(' ', (select string_agg(concat_ws(':', name, checksum), ',' order by name) from schema_migrations),
       (select max(version) from pgboss.version)) as version`,
  )
  return rows[0]!.version // a query without a table returns one row
}

/** Queues of jobs that a database does not know. A process makes them at its first start. */
export async function findMissingQueues(source: pg.Client, target: pg.Client): Promise<string[]> {
  const [here, there] = await Promise.all([source, target].map((client) => client.query<{ name: string }>('select name from pgboss.queue')))
  const known = new Set(there!.rows.map(({ name }) => name))
  return here!.rows.flatMap(({ name }) => (known.has(name) ? [] : [name]))
}

/**
 * What stands in the way in the other database, in words for the operator: the organisation itself, its ODS code, or an email address that another user
 * has there. Does not name the address, because it would end in a log.
 */
export async function findConflicts(source: pg.Client, target: pg.Client, organisationId: string) {
  const [moved] = (await organisationsIn(source, organisationId)).rows
  const conflicts: string[] = []
  if (await findOrganisation(target, organisationId)) conflicts.push('The other installation has an organisation with this id')
  const sameCode = await target.query('select from organisations where upper(ods_code) = upper($1) and id <> $2', [
    moved!.odsCode,
    organisationId,
  ])
  if (sameCode.rows.length > 0) conflicts.push(`The other installation has an organisation with the ODS code ${moved!.odsCode}`)
  const { rows: people } = await source.query<{ address: string }>(
    `select lower(a.email_address) as address from accounts a join members m on m.subject = a.id::text where m.organisation_id = $1::uuid
     union select lower(email_address) from members where organisation_id = $1::uuid`,
    [organisationId],
  )
  const { rows: same } = await target.query<{ users: number }>(
    `select count(distinct address)::int as users from (
       select lower(email_address) as address from accounts union all select lower(email_address) from members) as known
     where address = any($1::text[])`,
    [people.map(({ address }) => address)],
  )
  const { users } = same[0]! // an aggregate returns one row
  if (users > 0)
    conflicts.push(`${users} of the organisation's users have an account in the other installation with the same email address`)
  return conflicts
}

/** Whether a database has the keys of an installation. */
export const hasKeys = async (ownerUrl: string) =>
  (await askOnce(ownerUrl, `select from instance_keys where name in ('root', 'root-sealed')`)).length > 0

/** The same for two addresses of one database. */
export async function identityOf(ownerUrl: string) {
  const [row] = await askOnce<{ identity: string }>(
    ownerUrl,
    `select (select system_identifier from pg_control_system()) || ' ' || oid as identity from pg_database where datname = current_database()`,
  )
  return row!.identity // a session has a database
}

async function askOnce<Row extends pg.QueryResultRow>(url: string, text: string) {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Whether the audit log of an organisation has the event of this move. */
export async function hasRecorded(client: pg.Client, organisationId: string, event: string, moveId: string) {
  const { rows } = await client.query(
    `select from audit_events where organisation_id = $1 and event_type = $2 and detail->>'move' = $3 limit 1`,
    [organisationId, event, moveId],
  )
  return rows.length > 0
}
