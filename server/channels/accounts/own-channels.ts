import { parsePlanFields } from '#domain/routing-plan.ts'
import type { Channel } from '#server/channels/channel.ts'
import { govukNotify } from '#server/channels/govuk-notify.ts'
import { nhsNotify, planOf } from '#server/channels/nhs-notify.ts'
import { smtp } from '#server/channels/smtp.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'

import { type ChannelAccount, listChannelAccounts } from './channel-accounts.sql.ts'

type ForAccounts = Pick<Context, 'tx' | 'organisationId' | 'services'>

/** How long a process may use an account after it was changed elsewhere, in milliseconds. */
const keptForMs = 5_000
/** How many organisations a process keeps the accounts of. */
const maxKept = 2_000

type Kept = { accounts: ChannelAccount[]; until: number }
const keptByDatabase = new WeakMap<object, Map<string, Kept>>()

/** The accounts of an organisation, read at most every five seconds: every message and every screen that sends asks for them. */
export async function accountsOf(ctx: ForAccounts): Promise<ChannelAccount[]> {
  const kept = keptOf(ctx)
  const known = kept.get(ctx.organisationId)
  if (known && known.until > Date.now()) return known.accounts
  const accounts = await listChannelAccounts(ctx)
  // Anybody can name an organisation at the address of a callback, so the number that is kept is limited.
  if (kept.size >= maxKept) for (const [id, { until }] of kept) if (until <= Date.now() || kept.size >= maxKept) kept.delete(id)
  kept.set(ctx.organisationId, { accounts, until: Date.now() + keptForMs })
  return accounts
}

/** Lets this process see a change of the accounts at once. */
export const forgetAccounts = (ctx: ForAccounts) => keptOf(ctx).delete(ctx.organisationId)

function keptOf({ services }: ForAccounts) {
  const kept = keptByDatabase.get(services.db) ?? new Map<string, Kept>()
  keptByDatabase.set(services.db, kept)
  return kept
}

/** The channel of an organisation's account. The addresses of providers are those of the installation: an organisation names only its account. */
export function openAccount(config: Config, organisationId: string, { settings, secrets, changedAt }: ChannelAccount): Channel {
  const owner = { organisationId, changedAt }
  if (settings.channel === 'smtp') {
    const { host, port, user, fromAddress, replyTo } = settings
    return smtp(
      {
        server: {
          host,
          port,
          user,
          password: secrets.password ?? '',
          mayBePrivate: config.ALLOW_PRIVATE_SMTP,
          mayBePlain: config.ALLOW_INSECURE_SMTP,
        },
        from: { name: config.MAIL_FROM.name, address: fromAddress },
        replyTo: replyTo ? { name: '', address: replyTo } : undefined,
        perMinute: config.SMTP_PER_MINUTE,
      },
      owner,
    )
  }
  if (settings.channel === 'govuk-notify') {
    const { smsTemplateId, emailTemplateId, smsSenderId, emailReplyToId } = settings
    return govukNotify(
      {
        url: config.GOVUK_NOTIFY_URL,
        apiKey: secrets.apiKey ?? '',
        smsTemplateId,
        emailTemplateId,
        smsSenderId,
        emailReplyToId,
        callbackToken: secrets.callbackToken,
        perMinute: config.GOVUK_NOTIFY_PER_MINUTE,
      },
      owner,
    )
  }
  const { keyId, applicationId, givesContactDetails, sendsOdsCode } = settings
  const { apiKey, privateKey } = secrets
  return nhsNotify(
    {
      url: config.NHS_NOTIFY_URL,
      tokenUrl: config.NHS_NOTIFY_TOKEN_URL,
      key: apiKey && privateKey ? { apiKey, keyId, privateKey } : undefined,
      applicationId,
      callbackKey: secrets.callbackToken,
      givesContactDetails,
      sendsOdsCode,
      plans: {
        nhs_app: planOf('nhs_app', settings.nhsAppPlanId, fieldsOf(settings.nhsAppFields)),
        sms: planOf('sms', settings.smsPlanId, fieldsOf(settings.smsFields)),
        email: planOf('email', settings.emailPlanId, fieldsOf(settings.emailFields)),
      },
      perMinute: config.NHS_NOTIFY_PER_MINUTE,
    },
    owner,
  )
}

/** Only lines that can be read are stored. */
function fieldsOf(lines: string) {
  const parsed = parsePlanFields(lines)
  return 'problem' in parsed ? [] : parsed.fields
}
