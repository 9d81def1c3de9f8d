import type { MessageSamples } from '#contract/notifications.ts'
import { type PageLanguage, pageLanguages } from '#domain/languages.ts'
import { type NotificationCategory, type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { fillIn, samples, sampleStopAddress, stopLine } from '#domain/template.ts'
import { channelsOf, unsupportedMethods } from '#server/channels/channels.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'

import { codePageAddress } from './links.ts'
import { findInForce } from './template-versions.sql.ts'

/** The values and additions with which a screen shows a message as it would be sent, without a call for each key that is pressed. */
export async function readSamples(ctx: Context): Promise<MessageSamples> {
  const { name, contactPhone, contactHours } = await getOrganisationSettings(ctx)
  const publicUrl = ctx.services.config.PUBLIC_URL
  const channels = await channelsOf(ctx)
  const unsupported = await unsupportedMethods(ctx)
  return {
    values: samples({ organisationName: name, publicUrl }),
    methods: notificationMethods.map((method) => {
      const channel = unsupported[method] === undefined ? channels.find(({ methods }) => methods.includes(method)) : undefined
      return {
        method,
        from: channel?.from?.(name) ?? null,
        provider: channel?.label ?? null,
        footers: byPageLanguage((language) =>
          method === 'email'
            ? [stopLine(name, sampleStopAddress(publicUrl), language), channel?.footer ?? ''].filter(Boolean).join('\n\n')
            : '',
        ),
      }
    }),
    letter: { contactPhone, contactHours, codePage: codePageAddress(publicUrl) },
  }
}

const byPageLanguage = (write: (language: PageLanguage) => string) =>
  Object.fromEntries(pageLanguages.map((language) => [language, write(language)])) as Record<PageLanguage, string> // one for each

/** The English text of a message with sample values, for a review before it is sent. */
export async function sampleText(ctx: Context, method: NotificationMethod, category: NotificationCategory) {
  const { name } = await getOrganisationSettings(ctx)
  return fillIn(
    await findInForce(ctx, method, category),
    samples({ organisationName: name, publicUrl: ctx.services.config.PUBLIC_URL }).typical,
  )
}
