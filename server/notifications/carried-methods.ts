import { methodLabel, notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

type Transport = Pick<Config, 'NOTIFICATION_TRANSPORT' | 'NHS_APP_TEMPLATES'>

/**
 * Why this installation cannot send messages by a method, in words; undefined where it can. The one place that says so: screens, calls,
 * imports, templates and the sender all ask here, and a new channel is added here.
 */
export function whyNotCarried({ NOTIFICATION_TRANSPORT, NHS_APP_TEMPLATES }: Transport, method: NotificationMethod): string | undefined {
  if (method === 'nhs_app' && !NHS_APP_TEMPLATES) return 'NHS App messages are turned off.'
  if (NOTIFICATION_TRANSPORT === 'smtp' && method !== 'email') return `No ${methodLabel(method)} provider is set up.`
  return undefined
}

/** Refuses, next to the field, a method that was asked for and cannot be sent. */
export function mustBeCarried({ services }: Context, method: NotificationMethod | undefined, field = 'method') {
  const reason = method && whyNotCarried(services.config, method)
  if (reason) throw fieldProblem(field, `This method cannot be used. ${reason}`)
}

/** The methods by which this installation can send messages. */
export const carriedMethods = (config: Transport) => notificationMethods.filter((method) => whyNotCarried(config, method) === undefined)

/** The reasons of the others, for screens. */
export const uncarriedMethods = (config: Transport): Partial<Record<NotificationMethod, string>> =>
  Object.fromEntries(
    notificationMethods.flatMap((method) => {
      const reason = whyNotCarried(config, method)
      return reason === undefined ? [] : [[method, reason]]
    }),
  )
