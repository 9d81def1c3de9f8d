import { methodLabel, notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import type { Channel } from './channel.ts'
import { govukNotify } from './govuk-notify.ts'
import { nhsNotify } from './nhs-notify.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

export { readOutbox } from './outbox.ts'

export type { BatchChannel, Channel, OutgoingMessage, Receipt, SendResult } from './channel.ts'

/** Every channel. */
const channels: readonly Channel[] = [outbox, smtp, govukNotify, nhsNotify]

/** The channels that this installation uses, in the order of NOTIFICATION_TRANSPORT. */
export const channelsOf = ({ NOTIFICATION_TRANSPORT }: Config) =>
  NOTIFICATION_TRANSPORT.flatMap((transport) => channels.filter(({ name }) => name === transport))

/** The channel that carries a method: the first of several. Undefined where none is set up. */
export const channelFor = (config: Config, method: NotificationMethod) =>
  channelsOf(config).find((channel) => channel.methods(config).includes(method))

/** The channel for emails to staff, who have no NHS number: the first that sends single emails. */
export const staffMailChannel = (config: Config) =>
  channelsOf(config)
    .filter((channel) => !('sendBatch' in channel))
    .find((channel) => channel.methods(config).includes('email'))

/** The reason why this installation cannot send messages by a method, for staff. Undefined if it can. */
export function reasonUnsupported(config: Config, method: NotificationMethod): string | undefined {
  if (method === 'nhs_app' && !config.NHS_APP_TEMPLATES) return 'NHS App messages are turned off.'
  return channelFor(config, method) ? undefined : `No ${methodLabel(method)} provider is set up.`
}

/** Throws a field problem if messages cannot be sent by this method. */
export function requireSupportedMethod({ services }: Context, method: NotificationMethod | undefined, field = 'method') {
  const reason = method && reasonUnsupported(services.config, method)
  if (reason) throw fieldProblem(field, `This method cannot be used. ${reason}`)
}

/** The methods by which this installation can send messages. */
export const supportedMethods = (config: Config) => notificationMethods.filter((method) => reasonUnsupported(config, method) === undefined)

/** The reasons why the other methods cannot be used, for screens. */
export const unsupportedMethods = (config: Config): Partial<Record<NotificationMethod, string>> =>
  Object.fromEntries(
    notificationMethods.flatMap((method) => {
      const reason = reasonUnsupported(config, method)
      return reason === undefined ? [] : [[method, reason]]
    }),
  )
