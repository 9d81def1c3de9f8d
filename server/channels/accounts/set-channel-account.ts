import { randomBytes } from 'node:crypto'

import type { AccountFields, messageProviderAccounts, ProviderSettings } from '#contract/message-providers.ts'
import type { HandlerResult, Input } from '#contract/route.ts'
import type { MessageProvider } from '#domain/message-providers.ts'
import { parsePlanFields } from '#domain/routing-plan.ts'
import { accountName } from '#server/channels/channel.ts'
import { endPause } from '#server/channels/channel-states.sql.ts'
import { isRsaKey } from '#server/config.ts'
import { mustBeOrganisation } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { findPublicAddress } from '#server/platform/outbound/public-address.ts'

import {
  type ChannelAccount,
  deleteChannelAccount,
  listChannelAccounts,
  lockChannelAccounts,
  putChannelAccount,
  type Secrets,
  setCallbackToken,
} from './channel-accounts.sql.ts'
import { forgetAccounts } from './own-channels.ts'

type Routes = typeof messageProviderAccounts

/** Ports on which mail servers take messages from their users (RFC 6409, RFC 8314), and port 25. */
const mailPorts = [25, 465, 587, 2525]

/** Stores an account. Secrets are sealed, never returned and never logged; one that is left out stays. */
export async function setChannelAccount(
  ctx: Context,
  { params: { id }, body }: Input<Routes['set']>,
): Promise<HandlerResult<Routes['set']>> {
  await mustBeOrganisation(ctx, id)
  await lockChannelAccounts(ctx)
  const before = (await listChannelAccounts(ctx)).find(({ channel }) => channel === body.channel)
  const { settings, given } = splitOf(body)
  await check(ctx, settings, given, before)
  const hasNewSecret = Object.keys(given).length > 0
  await putChannelAccount(ctx, { settings, secrets: { ...before?.secrets, ...given }, isEnabled: body.isEnabled, hasNewSecret })
  await endPause(ctx, accountName(body.channel, ctx))
  await audit(ctx, 'messageProviderUpdated', { subjectId: id, detail: { channel: body.channel, isEnabled: body.isEnabled, hasNewSecret } })
  forgetAccounts(ctx)
  return { done: true }
}

/** The settings, and the secrets that were given. */
function splitOf(body: AccountFields): { settings: ProviderSettings; given: Secrets } {
  const some = (secrets: Secrets) => Object.fromEntries(Object.entries(secrets).filter(([, value]) => value.trim() !== '')) as Secrets
  if (body.channel === 'smtp') {
    const { password = '', isEnabled: _isEnabled, ...settings } = body
    return { settings, given: some({ password }) }
  }
  if (body.channel === 'govuk-notify') {
    const { apiKey = '', isEnabled: _isEnabled, ...settings } = body
    return { settings, given: some({ apiKey: apiKey.trim() }) }
  }
  const { apiKey = '', privateKey = '', isEnabled: _isEnabled, ...settings } = body
  return { settings, given: some({ apiKey: apiKey.trim(), privateKey: privateKey.trim() }) }
}

async function check(ctx: Context, settings: ProviderSettings, given: Secrets, before: ChannelAccount | undefined) {
  if (settings.channel === 'smtp') return checkMailServer(ctx, settings, given, before)
  if (!given.apiKey && !before?.secrets.apiKey) throw fieldProblem('apiKey', 'API key is required.')
  if (settings.channel === 'govuk-notify') {
    if (!settings.smsTemplateId && !settings.emailTemplateId)
      throw fieldProblem('smsTemplateId', 'Enter an SMS template ID, an email template ID, or both.')
    return undefined
  }
  if (!given.privateKey && !before?.secrets.privateKey) throw fieldProblem('privateKey', 'Private key is required.')
  if (given.privateKey && !isRsaKey(given.privateKey))
    throw fieldProblem('privateKey', 'Private key must be an RSA private key in PEM format (PKCS #8).')
  for (const field of ['nhsAppFields', 'smsFields', 'emailFields'] as const) {
    const parsed = parsePlanFields(settings[field])
    if ('problem' in parsed) throw fieldProblem(field, parsed.problem)
  }
  return undefined
}

/** Another server must not get the password, and a server on our own network must not be reached. Sending checks the network again. */
async function checkMailServer(
  { services: { config } }: Context,
  { host, port, user }: Extract<ProviderSettings, { channel: 'smtp' }>,
  given: Secrets,
  before: ChannelAccount | undefined,
) {
  const was = before?.settings.channel === 'smtp' ? before.settings : undefined
  const isSameServer = was?.host === host && was.port === port && was.user === user
  if (user && !given.password && !(isSameServer && before?.secrets.password)) throw fieldProblem('password', 'Password is required.')
  if (config.ALLOW_PRIVATE_SMTP) return
  if (!mailPorts.includes(port)) throw fieldProblem('port', `Port must be one of ${mailPorts.join(', ')}.`)
  const address = await findPublicAddress(host).catch(() => null)
  if (address === null) throw fieldProblem('host', 'No mail server has this name.')
  if (address === undefined) throw fieldProblem('host', 'The mail server must be on the public internet.')
}

export async function removeChannelAccount(ctx: Context, { params: { id, channel } }: Input<Routes['remove']>) {
  await mustBeOrganisation(ctx, id)
  await lockChannelAccounts(ctx)
  if (await deleteChannelAccount(ctx, channel)) await audit(ctx, 'messageProviderRemoved', { subjectId: id, detail: { channel } })
  forgetAccounts(ctx)
  return { done: true as const }
}

const callingProviders: readonly MessageProvider[] = ['govuk-notify', 'nhs-notify']

/** Makes a new token for the provider's calls. It replaces the last one and is returned once. */
export async function createCallbackToken(ctx: Context, { params: { id, channel } }: Input<Routes['createCallbackToken']>) {
  await mustBeOrganisation(ctx, id)
  await lockChannelAccounts(ctx)
  const account = (await listChannelAccounts(ctx)).find((one) => one.channel === channel)
  if (!account || !callingProviders.includes(channel)) throw new Problem('not_found')
  const token = randomBytes(24).toString('base64url')
  await setCallbackToken(ctx, channel, { ...account.secrets, callbackToken: token })
  await audit(ctx, 'callbackTokenCreated', { subjectId: id, detail: { channel } })
  forgetAccounts(ctx)
  return { token }
}
