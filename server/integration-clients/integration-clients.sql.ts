import { sql } from 'kysely'

import type { IntegrationClient } from '#contract/integration-clients.ts'
import type { ClientAuthentication } from '#domain/integration-clients.ts'
import { clientPermissions, type ClientPermission } from '#domain/roles.ts'
import { toColumns } from '#server/platform/columns.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const status = sql<IntegrationClient['status']>`case when c.switched_off_at is not null then 'switched_off'
  when c.expires_on < (now() at time zone 'Europe/London')::date then 'expired' else 'active' end`

const credentials = sql<IntegrationClient['credentials']>`coalesce((
  select json_agg(json_build_object('id', k.id, 'hint', k.hint, 'createdAt', k.created_at, 'expiresAt', k.expires_at) order by k.created_at, k.id)
  from integration_client_credentials k
  where k.organisation_id = c.organisation_id and k.client_id = c.id and (k.expires_at is null or k.expires_at > now())), '[]')`

const clientsOf = ({ tx, organisationId }: Context) =>
  tx
    .selectFrom('integration_clients as c')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'c.organisation_id').onRef('m.id', '=', 'c.created_by'))
    .select([
      'c.id',
      'c.name',
      'c.permissions',
      'c.authentication',
      'c.requests_per_minute',
      'c.expires_on',
      'c.last_used_at',
      'c.created_at',
    ])
    .select([status.as('status'), credentials.as('credentials'), sql<string | null>`m.first_name || ' ' || m.last_name`.as('createdBy')])
    .where('c.organisation_id', '=', organisationId)

type Row = Awaited<ReturnType<ReturnType<typeof clientsOf>['executeTakeFirstOrThrow']>>

const toClient = (row: Row): IntegrationClient => ({
  id: row.id,
  name: row.name,
  permissions: clientPermissions.filter((one) => row.permissions.includes(one)),
  authentication: row.authentication as ClientAuthentication, // the check of the column holds the same names
  requestsPerMinute: row.requests_per_minute,
  expiresOn: row.expires_on,
  status: row.status,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  createdBy: row.createdBy,
  // JSON of the database writes its time zone in another way.
  credentials: row.credentials.map(({ createdAt, expiresAt, ...one }) => ({
    ...one,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  })),
})

/** In the order of their names, those that work first. */
export async function listClients(ctx: Context) {
  const rows = await clientsOf(ctx)
    .orderBy(sql`${status} <> 'active'`)
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .execute()
  return rows.map(toClient)
}

/** Throws not_found. */
export async function getClient(ctx: Context, id: string) {
  const row = await clientsOf(ctx).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toClient(row)
}

/** Holds the client until the transaction ends, so that two users do not give it three secrets. Throws not_found. */
export async function lockClient(ctx: Context, id: string) {
  const { tx, organisationId } = ctx
  const row = await tx
    .selectFrom('integration_clients')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return getClient(ctx, id)
}

export async function countClients({ tx, organisationId }: Context) {
  const { count } = await tx
    .selectFrom('integration_clients')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return count
}

export type ClientFields = {
  name?: string | undefined
  permissions?: ClientPermission[] | undefined
  requestsPerMinute?: number | undefined
  expiresOn?: string | undefined
}
type NewClient = Required<ClientFields> & { authentication: ClientAuthentication }

export async function insertClient({ tx, actor, organisationId }: Context, client: NewClient) {
  const { id } = await tx
    .insertInto('integration_clients')
    .values({
      organisation_id: organisationId,
      name: client.name!,
      permissions: client.permissions!,
      authentication: client.authentication,
      requests_per_minute: client.requestsPerMinute!,
      expires_on: client.expiresOn!,
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const columnOf = {
  name: 'name',
  permissions: 'permissions',
  requestsPerMinute: 'requests_per_minute',
  expiresOn: 'expires_on',
} as const satisfies Record<keyof ClientFields, string>

export async function setClient({ tx, organisationId }: Context, id: string, fields: ClientFields, isSwitchedOff: boolean | undefined) {
  const columns = {
    ...toColumns(columnOf, fields),
    ...(isSwitchedOff !== undefined && { switched_off_at: isSwitchedOff ? sql<string>`now()` : null }),
  }
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('integration_clients').set(columns).where('organisation_id', '=', organisationId).where('id', '=', id).execute()
}

export type NewCredential = { secretHash?: string; publicKey?: object; hint: string }

export async function insertCredential({ tx, organisationId }: Context, clientId: string, { secretHash, publicKey, hint }: NewCredential) {
  await tx
    .insertInto('integration_client_credentials')
    .values({
      organisation_id: organisationId,
      client_id: clientId,
      secret_hash: secretHash ?? null,
      public_key: publicKey === undefined ? null : JSON.stringify(publicKey),
      hint,
    })
    .execute()
}

/** Ends what is valid now after so many hours, or earlier where it ends earlier. Removes what has ended. */
export async function endCredentials({ tx, organisationId }: Context, clientId: string, hours: number) {
  const ofClient = sql`organisation_id = ${organisationId}::uuid and client_id = ${clientId}::uuid`
  await sql`delete from integration_client_credentials where ${ofClient} and (expires_at <= now() or ${hours} = 0)`.execute(tx)
  await sql`
    update integration_client_credentials set expires_at = least(expires_at, now() + make_interval(hours => ${hours})) where ${ofClient}`.execute(
    tx,
  )
}

/** Throws not_found. */
export async function deleteCredential({ tx, organisationId }: Context, clientId: string, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('integration_client_credentials')
    .where('organisation_id', '=', organisationId)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!numDeletedRows) throw new Problem('not_found')
}

/** Refuses every token that the client has. A token's moment is in whole seconds, so those of this second end too. */
export async function endTokens({ tx, organisationId }: Context, clientId: string) {
  await tx
    .updateTable('integration_clients')
    .set({ tokens_valid_from: sql<string>`date_trunc('second', now()) + interval '1 second'` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', clientId)
    .execute()
}
