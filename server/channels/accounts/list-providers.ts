import type { MessageProviders } from '#contract/message-providers.ts'
import { messageProviders, testMessagesAnHour } from '#domain/message-providers.ts'
import { notificationMethods } from '#domain/notification.ts'
import { accountName } from '#server/channels/channel.ts'
import { findStates } from '#server/channels/channel-states.sql.ts'
import { channelsOf, channelsOfInstallation, unsupportedMethods } from '#server/channels/channels.ts'
import { mustBeOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'

import { listChannelAccounts, listTests } from './channel-accounts.sql.ts'
import { openAccount } from './own-channels.ts'
import { shownTest } from './test-messages.ts'

/** The providers as the settings screen shows them. No secret is in it. */
export async function listProviders(ctx: Context, id: string): Promise<MessageProviders> {
  await mustBeOrganisation(ctx, id)
  const { config } = ctx.services
  const accounts = await listChannelAccounts(ctx)
  const ofInstallation = channelsOfInstallation(config)
  const owner = { organisationId: ctx.organisationId }
  const states = await findStates(
    ctx,
    messageProviders.flatMap((channel) => [channel, accountName(channel, owner)]),
  )
  const [inOrder, reasons, { tests, inLastHour }] = [await channelsOf(ctx), await unsupportedMethods(ctx), await listTests(ctx)]
  return {
    providers: messageProviders.map((channel) => {
      const account = accounts.find((one) => one.channel === channel)
      const state = states.get(account?.isEnabled ? accountName(channel, owner) : channel)
      const address = `${config.PUBLIC_URL}/callbacks/${channel}/${ctx.organisationId}`
      return {
        channel,
        installationMethods: [...(ofInstallation.find(({ name }) => name === channel)?.methods ?? [])],
        account: account
          ? {
              isEnabled: account.isEnabled,
              settings: account.settings,
              methods: [...openAccount(config, ctx.organisationId, account).methods],
              secretsSetAt: account.secretsSetAt,
              callbackTokenSetAt: account.callbackTokenSetAt,
            }
          : null,
        callbacks:
          channel === 'smtp' ? null : { receipts: address, receivedTexts: channel === 'govuk-notify' ? `${address}/received` : null },
        pausedUntil: state?.pausedUntil ?? null,
        pauseReason: state?.pauseReason ?? '',
        lastAcceptedAt: state?.lastAcceptedAt ?? null,
      }
    }),
    methods: notificationMethods.map((method) => {
      const used = reasons[method] === undefined ? inOrder.find(({ methods }) => methods.includes(method)) : undefined
      return {
        method,
        provider: used?.label ?? null,
        isOwn: used !== undefined && used.account !== used.name,
        isKept: used?.name === 'outbox',
        reason: reasons[method] ?? null,
      }
    }),
    tests: tests.map(shownTest),
    testsLeft: Math.max(0, testMessagesAnHour - inLastHour),
  }
}
