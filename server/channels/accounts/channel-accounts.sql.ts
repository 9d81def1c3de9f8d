import { sql } from 'kysely'

import type { ProviderSettings, TestMessage } from '#contract/message-providers.ts'
import { type MessageProvider, messageProviders } from '#domain/message-providers.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

/** What an account keeps sealed, by name. */
export type Secrets = Partial<Record<'password' | 'apiKey' | 'privateKey' | 'callbackToken', string>>

/** The account of an organisation with a provider. */
export type ChannelAccount = {
  channel: MessageProvider
  settings: ProviderSettings
  secrets: Secrets
  secretsSetAt: string
  callbackTokenSetAt: string | null
  isEnabled: boolean
  changedAt: string
}

type ForAccounts = Pick<Context, 'tx' | 'organisationId' | 'services'>

/** Sealed for one account: the bytes of another organisation or channel do not open here. */
const purposeOf = (organisationId: string, channel: string) => `channel account ${organisationId} ${channel}`

const sealedBy = ({ organisationId, services }: ForAccounts, channel: MessageProvider, secrets: Secrets) =>
  services.keys.seal(Buffer.from(JSON.stringify(secrets)), purposeOf(organisationId, channel))

/** In the order in which they carry a method. */
export async function listChannelAccounts({ tx, organisationId, services }: ForAccounts): Promise<ChannelAccount[]> {
  const rows = await tx
    .selectFrom('channel_accounts')
    .select(['channel', 'settings', 'secrets', 'secrets_set_at', 'callback_token_set_at', 'is_enabled', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .execute()
  const accounts = rows.map((row) => ({
    channel: row.channel as MessageProvider, // a check constraint holds the same three
    settings: row.settings as ProviderSettings, // checked by the contract before they were stored
    // Sealed by sealedBy, so only these secrets are in it.
    secrets: JSON.parse(services.keys.unseal(row.secrets, purposeOf(organisationId, row.channel)).toString('utf8')) as Secrets,
    secretsSetAt: row.secrets_set_at,
    callbackTokenSetAt: row.callback_token_set_at,
    isEnabled: row.is_enabled,
    changedAt: row.updated_at,
  }))
  return messageProviders.flatMap((channel) => accounts.filter((account) => account.channel === channel))
}

type Written = { settings: ProviderSettings; secrets: Secrets; isEnabled: boolean; hasNewSecret: boolean }

export async function putChannelAccount(ctx: Context, { settings, secrets, isEnabled, hasNewSecret }: Written) {
  const { channel } = settings
  const columns = {
    settings: JSON.stringify(settings),
    secrets: sealedBy(ctx, channel, secrets),
    is_enabled: isEnabled,
    ...(hasNewSecret && { secrets_set_at: new Date().toISOString() }),
  }
  await ctx.tx
    .insertInto('channel_accounts')
    .values({ organisation_id: ctx.organisationId, channel, ...columns })
    .onConflict((on) => on.columns(['organisation_id', 'channel']).doUpdateSet(columns))
    .execute()
}

export async function setCallbackToken(ctx: Context, channel: MessageProvider, secrets: Secrets) {
  await ctx.tx
    .updateTable('channel_accounts')
    .set({ secrets: sealedBy(ctx, channel, secrets), callback_token_set_at: new Date().toISOString() })
    .where('organisation_id', '=', ctx.organisationId)
    .where('channel', '=', channel)
    .execute()
}

/** False if there was none. */
export async function deleteChannelAccount({ tx, organisationId }: Context, channel: MessageProvider) {
  const { numDeletedRows } = await tx
    .deleteFrom('channel_accounts')
    .where('organisation_id', '=', organisationId)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Serialises changes of the accounts of an organisation until the transaction ends. */
export async function lockChannelAccounts({ tx, organisationId }: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`channel accounts ${organisationId}`}, 0))`.execute(tx)
}

const columns = ['id', 'channel', 'method', 'status', 'reason', 'provider_id', 'created_at'] as const

/** The latest test messages, and how many were sent in the last hour. */
export async function listTests({ tx, organisationId }: Context) {
  const rows = await tx
    .selectFrom('channel_tests')
    .select(columns)
    .where('organisation_id', '=', organisationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
  const { count } = await tx
    .selectFrom('channel_tests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return { tests: rows.map(toTest), inLastHour: count }
}

type Row = Record<'id' | 'channel' | 'method' | 'status' | 'reason' | 'created_at', string> & { provider_id: string | null }

// Check constraints hold the same words as the casts below.
const toTest = (row: Row): Omit<TestMessage, 'provider'> & { channel: string } => ({
  id: row.id,
  channel: row.channel,
  method: row.method as NotificationMethod,
  status: row.status as TestMessage['status'],
  reason: row.reason,
  providerId: row.provider_id,
  createdAt: row.created_at,
})

/** Begins a test message, and forgets those of more than 30 days ago. */
export async function insertTest({ tx, organisationId }: Context, channel: string, method: NotificationMethod) {
  await tx
    .deleteFrom('channel_tests')
    .where('organisation_id', '=', organisationId)
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute()
  const { id } = await tx
    .insertInto('channel_tests')
    .values({ channel, method, status: 'queued' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Outcome = { status: TestMessage['status']; reason: string; providerId: string | null }

/** Records what the provider answered. A receipt that came first keeps its status. */
export async function endTest({ tx, organisationId }: Context, id: string, { status, reason, providerId }: Outcome) {
  const row = await tx
    .updateTable('channel_tests')
    .set({
      status: sql<string>`case when status = 'queued' then ${status} else status end`,
      reason: sql<string>`case when status = 'queued' then ${reason} else reason end`,
      provider_id: sql<string | null>`coalesce(${providerId}, provider_id)`,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toTest(row)
}

/** Locks a test message. Undefined if there is none with this id. */
export async function lockTest({ tx, organisationId }: Context, id: string) {
  const row = await tx
    .selectFrom('channel_tests')
    .select('status')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && (row.status as TestMessage['status']) // a check constraint holds the same statuses
}

export const setTestReceipt = async ({ tx, organisationId }: Context, id: string, { status, reason, providerId }: Outcome) =>
  tx
    .updateTable('channel_tests')
    .set({ status, reason, provider_id: providerId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
