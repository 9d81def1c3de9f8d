import type { NotificationMethod } from '#domain/notification.ts'
import { specialtyName } from '#domain/specialties.ts'
import { fillIn, tooLong } from '#domain/template.ts'
import type { Context } from '#server/platform/context.ts'
import { linkAddress } from './notifications.ts'

import { defaultTemplate } from './default-templates.ts'
import type { Sending } from './sending.sql.ts'
import { findSelected } from './templates.sql.ts'

type Message = { notificationId: string; method: NotificationMethod; recipient: string; subject: string; body: string }

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

const recipientOf = ({ method, patient }: Sending) =>
  ({ sms: patient.phoneNumber, email: patient.emailAddress, nhs_app: patient.nhsNumber })[method]

const noRecipient: Record<NotificationMethod, string> = {
  sms: 'The patient has no mobile phone number.',
  email: 'The patient has no email address.',
  nhs_app: 'The patient has no NHS number.',
}

/** Composes a message, or returns the reason why it cannot be sent. A selected custom template replaces the default (NOT-1). */
export async function composeMessage(ctx: Context, sending: Sending): Promise<Message | { failure: string }> {
  const { id, method, category, requestId, request, patient, organisationName } = sending
  const recipient = recipientOf(sending)
  if (!recipient) return { failure: noRecipient[method] }
  const template = (await findSelected(ctx, method, category)) ?? defaultTemplate(method, category)
  const { subject, body } = fillIn(template, {
    firstName: patient.firstName,
    lastName: patient.lastName,
    fullName: `${patient.firstName} ${patient.lastName}`,
    organisationName,
    formTitle: request.formTitle,
    link: linkAddress(ctx.services.config.PUBLIC_URL, ctx.services.keys, requestId),
    expiryDate: longDay.format(new Date(request.expiresAt)),
    specialty: specialtyName(request.specialty) ?? '',
  })
  const failure = tooLong(method, body)
  return failure ? { failure } : { notificationId: id, method, recipient, subject, body }
}

/**
 * The reason why a message is no longer needed, or undefined. Checked right before sending, because the form request may have changed
 * since.
 */
export function cancelReason({ request, patient }: Sending) {
  if (!['unopened', 'opened'].includes(request.status)) return 'The form request was no longer open.'
  if (new Date(request.expiresAt) < new Date()) return 'The form request had expired.'
  if (patient.isArchived) return 'The patient is archived.'
  if (!patient.mayBeContacted) return 'The patient does not want to be contacted.'
  return undefined
}
