import { titleInMessage } from '#domain/template-languages.ts'
import { type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { fillIn, sampleStopAddress, stopLine, withFooter } from '#domain/template.ts'
import { channelFor } from '#server/channels/channels.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'

import { messageValues } from './message-values.ts'
import type { MessagesToPlan } from './plan-messages.ts'
import { findInForce, templateFor } from './template-versions.sql.ts'

/** A message as one of its patients gets it. `language`: of its template. */
export type ExampleMessage = {
  method: NotificationMethod
  language: string
  patientId: string
  organisationName: string
  templateId: string
  templateVersion: number
  firstName: string
  lastName: string
  subject: string
  body: string
}

/**
 * The message that asks for answers, as it would be written now: for each method and language the one to the first patient. In the place of the
 * patient's own links stand addresses that open nothing, because a person who has the link can answer for the patient.
 */
export async function writeExamples(ctx: Context, toPlan: readonly (MessagesToPlan & { patientId: string })[]): Promise<ExampleMessage[]> {
  const { name: organisationName } = await getOrganisationSettings(ctx)
  const { PUBLIC_URL } = ctx.services.config
  const link = `${PUBLIC_URL}/r/…`
  const examples = new Map<string, ExampleMessage>()
  for (const method of notificationMethods) {
    const planned = toPlan.filter((one) => one.method === method)
    if (planned.length === 0) continue
    const channel = await channelFor(ctx, method)
    const additions = (language: string) =>
      method === 'email' ? [stopLine(organisationName, sampleStopAddress(PUBLIC_URL), language), channel?.footer ?? ''] : []
    const inForce = await findInForce(ctx, method, 'request_created')
    for (const { facts, patientId } of planned) {
      const { locale, translatedTitle, ...others } = facts
      const template = templateFor(inForce, locale)
      const { id, version, language } = template
      const key = `${method} ${language}`
      if (examples.has(key)) continue
      const formTitle = titleInMessage(language, facts)
      const { subject, body } = fillIn(template, messageValues({ ...others, formTitle, organisationName, link }, language))
      const { firstName, lastName } = facts
      examples.set(key, {
        method,
        language,
        patientId,
        organisationName,
        templateId: id,
        templateVersion: version,
        firstName,
        lastName,
        subject,
        body: additions(language).reduce(withFooter, body),
      })
    }
  }
  return [...examples.values()]
}
