import { methodLabel, notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import type { Config, Transport } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { accountsOf, openAccount } from './accounts/own-channels.ts'
import type { Channel } from './channel.ts'
import { govukNotify, govukNotifyOfInstallation } from './govuk-notify.ts'
import { nhsNotify, nhsNotifyOfInstallation } from './nhs-notify.ts'
import { outbox } from './outbox.ts'
import { smtp, smtpOfInstallation } from './smtp.ts'

export { recordTestReceipt } from './accounts/test-receipts.ts'
export { readOutbox } from './outbox.ts'
export { noteAccepted, notePause, paceOf, reserveBatch, turnAfterPause, waitForTurn } from './pacing.ts'

export type { BatchChannel, Channel, OutgoingMessage, Receipt, SendingChannel, SendResult } from './channel.ts'

const ofInstallation = { organisationId: undefined }

/** Every channel, with the account of the installation. */
const channels: Record<Transport, (config: Config) => Channel> = {
  outbox: () => outbox,
  smtp: (config) => smtp(smtpOfInstallation(config), ofInstallation),
  'govuk-notify': (config) => govukNotify(govukNotifyOfInstallation(config), ofInstallation),
  'nhs-notify': (config) => nhsNotify(nhsNotifyOfInstallation(config), ofInstallation),
}

/** The channels of the installation, in the order of NOTIFICATION_TRANSPORT. */
export const channelsOfInstallation = (config: Config): Channel[] => config.NOTIFICATION_TRANSPORT.map((name) => channels[name](config))

/** What is needed to find the channels of an organisation. */
type ForChannels = Pick<Context, 'tx' | 'organisationId' | 'services'>

/** The channels of an organisation's own accounts. */
export async function ownChannels(ctx: ForChannels): Promise<Channel[]> {
  const accounts = await accountsOf(ctx)
  return accounts.filter(({ isEnabled }) => isEnabled).map((account) => openAccount(ctx.services.config, ctx.organisationId, account))
}

/** The channels that messages of an organisation can go through: its own accounts before those of the installation. */
export const channelsOf = async (ctx: ForChannels) => [...(await ownChannels(ctx)), ...channelsOfInstallation(ctx.services.config)]

/** The channel that carries a method: the first of several. Undefined where none is set up. */
export const channelFor = async (ctx: ForChannels, method: NotificationMethod) =>
  (await channelsOf(ctx)).find(({ methods }) => methods.includes(method))

/** The channel for emails to staff, who have no NHS number: the first of the installation that sends single emails. */
export const staffMailChannel = (config: Config) =>
  channelsOfInstallation(config)
    .filter((channel) => !('sendBatch' in channel))
    .find(({ methods }) => methods.includes('email'))

/** The reasons why an organisation cannot use methods, for staff. A method that is not named can be used. */
export async function unsupportedMethods(ctx: ForChannels): Promise<Partial<Record<NotificationMethod, string>>> {
  const carried = new Set((await channelsOf(ctx)).flatMap(({ methods }) => methods))
  return Object.fromEntries(
    notificationMethods.flatMap((method) => {
      if (method === 'nhs_app' && !ctx.services.config.NHS_APP_TEMPLATES) return [[method, 'NHS App messages are turned off.']]
      return carried.has(method) ? [] : [[method, `No ${methodLabel(method)} provider is set up.`]]
    }),
  )
}

/** The reason why an organisation cannot send messages by a method, for staff. Undefined if it can. */
export const reasonUnsupported = async (ctx: ForChannels, method: NotificationMethod): Promise<string | undefined> =>
  (await unsupportedMethods(ctx))[method]

/** Throws a field problem if messages cannot be sent by this method. */
export async function requireSupportedMethod(ctx: ForChannels, method: NotificationMethod | undefined, field = 'method') {
  const reason = method && (await reasonUnsupported(ctx, method))
  if (reason) throw fieldProblem(field, `This method cannot be used. ${reason}`)
}

/** The methods by which messages reach patients. Outside a demonstration a message in the outbox reaches nobody. */
export async function reachingMethods(ctx: ForChannels) {
  const supported = await supportedMethods(ctx)
  if (ctx.services.config.DEMO) return supported
  const channels = await channelsOf(ctx)
  return supported.filter((method) => {
    const channel = channels.find(({ methods }) => methods.includes(method))
    return channel !== undefined && !('keep' in channel)
  })
}

/** The methods by which an organisation can send messages. */
export async function supportedMethods(ctx: ForChannels) {
  const reasons = await unsupportedMethods(ctx)
  return notificationMethods.filter((method) => reasons[method] === undefined)
}
