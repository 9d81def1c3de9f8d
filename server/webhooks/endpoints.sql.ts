import { sql } from 'kysely'

import type { Webhook } from '#contract/webhooks.ts'
import { isEventType } from '#domain/events.ts'
import { webhookLimits, type SwitchedOffReason } from '#domain/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const status = sql<Webhook['status']>`case when w.switched_off_at is not null then 'switched_off'
  when w.failing_since is not null then 'failing' else 'active' end`

const countOf = (state: 'waiting' | 'failed') => sql<number>`(
  select count(*) from webhook_deliveries d
  where d.organisation_id = w.organisation_id and d.endpoint_id = w.id and d.state = ${sql.lit(state)})`

const endpointsOf = ({ tx, organisationId }: Context) =>
  tx
    .selectFrom('webhook_endpoints as w')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'w.organisation_id').onRef('m.id', '=', 'w.created_by'))
    .select([
      'w.id',
      'w.address',
      'w.description',
      'w.event_types',
      'w.switched_off_reason',
      'w.switched_off_at',
      'w.failing_since',
      'w.last_delivered_at',
      'w.created_at',
      'w.secret_set_at',
    ])
    .select([
      status.as('status'),
      countOf('waiting').as('waiting'),
      countOf('failed').as('failed'),
      sql<string | null>`m.first_name || ' ' || m.last_name`.as('createdBy'),
      sql<string | null>`case when w.previous_secret_until > now() then w.previous_secret_until end`.as('previousSecretUntil'),
    ])
    .where('w.organisation_id', '=', organisationId)

type Row = Awaited<ReturnType<ReturnType<typeof endpointsOf>['executeTakeFirstOrThrow']>>

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  address: row.address,
  description: row.description,
  eventTypes: row.event_types.filter(isEventType),
  status: row.status,
  switchedOffReason: row.switched_off_reason as SwitchedOffReason | null, // the check of the column holds the same names
  switchedOffAt: row.switched_off_at,
  failingSince: row.failing_since,
  lastDeliveredAt: row.last_delivered_at,
  waiting: row.waiting,
  failed: row.failed,
  createdAt: row.created_at,
  createdBy: row.createdBy,
  secretSetAt: row.secret_set_at,
  previousSecretUntil: row.previousSecretUntil,
})

/** In the order in which they were created. */
export async function listEndpoints(ctx: Context) {
  const rows = await endpointsOf(ctx).orderBy('w.created_at').orderBy('w.id').execute()
  return rows.map(toWebhook)
}

/** Throws not_found. */
export async function getEndpoint(ctx: Context, id: string) {
  const row = await endpointsOf(ctx).where('w.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toWebhook(row)
}

/** Holds the endpoint until the transaction ends. Throws not_found. */
export async function lockEndpoint(ctx: Context, id: string) {
  const { tx, organisationId } = ctx
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return getEndpoint(ctx, id)
}

export async function countEndpoints({ tx, organisationId }: Context) {
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return count
}

/** What a secret is sealed for. A copy of the row in another organisation opens nothing. */
const purposeOf = (organisationId: string, endpointId: string) => `webhook ${organisationId} ${endpointId}`

const seal = ({ services, organisationId }: Context, id: string, secret: string) =>
  services.keys.seal(Buffer.from(secret), purposeOf(organisationId, id))

type NewEndpoint = { id: string; address: string; description: string; eventTypes: readonly string[]; secret: string }

export async function insertEndpoint(ctx: Context, { id, address, description, eventTypes, secret }: NewEndpoint) {
  const { tx, actor, organisationId } = ctx
  await tx
    .insertInto('webhook_endpoints')
    .values({
      organisation_id: organisationId,
      id,
      address,
      description,
      event_types: [...eventTypes],
      sealed_secret: seal(ctx, id, secret),
      created_by: actor.id,
    })
    .execute()
}

type Changes = {
  address?: string | undefined
  description?: string | undefined
  eventTypes?: readonly string[] | undefined
  isSwitchedOff?: boolean | undefined
}

const notFailing = { failing_since: null, failures: 0, paused_until: null }
const switchedOn = { switched_off_at: null, switched_off_reason: null, ...notFailing }

export async function setEndpoint(
  { tx, organisationId }: Context,
  id: string,
  { address, description, eventTypes, isSwitchedOff }: Changes,
) {
  const columns = {
    // Another server may answer at the new address, so the failures of the old one do not count.
    ...(address !== undefined && { address, ...notFailing }),
    ...(description !== undefined && { description }),
    ...(eventTypes !== undefined && { event_types: [...eventTypes] }),
    ...(isSwitchedOff === true && { switched_off_at: new Date().toISOString(), switched_off_reason: 'user' }),
    ...(isSwitchedOff === false && switchedOn),
  }
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('webhook_endpoints').set(columns).where('organisation_id', '=', organisationId).where('id', '=', id).execute()
}

export const deleteEndpoint = ({ tx, organisationId }: Context, id: string) =>
  tx.deleteFrom('webhook_endpoints').where('organisation_id', '=', organisationId).where('id', '=', id).execute()

/** The present secret signs for some more hours. One before it ends now. */
export async function setSecret(ctx: Context, id: string, secret: string) {
  const { tx, organisationId } = ctx
  await tx
    .updateTable('webhook_endpoints')
    .set({
      previous_sealed_secret: sql<Buffer>`sealed_secret`,
      previous_secret_until: sql<string>`now() + make_interval(hours => ${webhookLimits.overlapHours})`,
      sealed_secret: seal(ctx, id, secret),
      secret_set_at: sql<string>`now()`,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** What is needed to send to an endpoint. */
export type Receiver = {
  id: string
  description: string
  address: string
  /** The valid secrets, the newest first. */
  secrets: readonly string[]
  isSwitchedOff: boolean
  pausedUntil: string | null
  failingSince: string | null
  failures: number
}

/** `isHeld`: the endpoint is locked until the transaction ends. */
export async function findReceiver(
  { tx, organisationId, services }: Context,
  id: string,
  { isHeld = false } = {},
): Promise<Receiver | undefined> {
  const asked = tx
    .selectFrom('webhook_endpoints')
    .select([
      'address',
      'description',
      'sealed_secret',
      'previous_sealed_secret',
      'switched_off_at',
      'paused_until',
      'failing_since',
      'failures',
    ])
    .select(sql<boolean>`coalesce(previous_secret_until > now(), false)`.as('has_previous'))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
  const row = await (isHeld ? asked.forUpdate() : asked).executeTakeFirst()
  if (!row) return undefined
  const sealed = [row.sealed_secret, ...(row.has_previous && row.previous_sealed_secret ? [row.previous_sealed_secret] : [])]
  return {
    id,
    description: row.description,
    address: row.address,
    secrets: sealed.map((one) => services.keys.unseal(one, purposeOf(organisationId, id)).toString()),
    isSwitchedOff: row.switched_off_at !== null,
    pausedUntil: row.paused_until,
    failingSince: row.failing_since,
    failures: row.failures,
  }
}

/** The endpoint accepted an event. */
export const setWorking = ({ tx, organisationId }: Context, id: string) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ ...notFailing, last_delivered_at: sql<string>`now()` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

/** Every event of a batch failed. */
export async function setFailing(
  { tx, organisationId }: Context,
  id: string,
  failing: { failures: number; since: Date; pausedUntil: Date },
) {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      failing_since: failing.since.toISOString(),
      failures: failing.failures,
      paused_until: failing.pausedUntil.toISOString(),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** False if it was switched off before. */
export async function setSwitchedOff({ tx, organisationId }: Context, id: string, reason: Exclude<SwitchedOffReason, 'user'>) {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ switched_off_at: new Date().toISOString(), switched_off_reason: reason })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('switched_off_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
