import { createHash } from 'node:crypto'

import { maskedContact } from '#domain/masked-contact.ts'
import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { takePlaceOf } from './corrected-contact.sql.ts'
import { queueNotifications } from './queue-messages.ts'

type Contact = { phoneNumber: string | null; emailAddress: string | null; nhsNumber: string | null }

/** The contact detail to which a message goes; null if the patient has none. */
export const recipientOf = ({ method, patient }: { method: NotificationMethod; patient: Contact }) =>
  ({ sms: patient.phoneNumber, email: patient.emailAddress, nhs_app: patient.nhsNumber })[method]

/** Names a recipient without writing it down. The same for the same message and recipient only. */
export const hashOfRecipient = (notificationId: string, recipient: string) =>
  createHash('sha256').update(`${notificationId} ${recipient}`).digest('base64url')

type Tried = {
  id: string
  method: NotificationMethod
  hasOpenTry: boolean
  triedRecipient: string | null
  sentTo: string
  patient: Contact
}

/** Whether a message may have left to a contact detail that was corrected since. One that was removed has no other to send to. */
export function isCorrected({ id, method, hasOpenTry, triedRecipient, sentTo, patient }: Tried) {
  const recipient = recipientOf({ method, patient })
  if (!hasOpenTry || !recipient) return false
  // A try of an earlier release has no hash, but the part of the recipient that users see.
  return triedRecipient === null ? maskedContact(method, recipient) !== sentTo : triedRecipient !== hashOfRecipient(id, recipient)
}

const words: Record<NotificationMethod, string> = {
  sms: 'The phone number was corrected after this message may have left. Another message goes to the corrected number.',
  email: 'The email address was corrected after this message may have left. Another message goes to the corrected address.',
  nhs_app: 'The NHS number was corrected after this message may have left. Another message goes to the patient with the corrected number.',
}

/**
 * Ends a message that may have left to the wrong contact detail, and queues another one in its place. The provider knows a message by its reference,
 * so under the old one it would take the corrected message for one that it has already sent, and its receipts would be those of the old one.
 */
export async function sendToCorrected(ctx: Context, id: string, method: NotificationMethod) {
  const reason: MessageReason = { code: 'wrong_contact_detail', words: words[method] }
  const replaced = await takePlaceOf(ctx, id, reason)
  if (!replaced) return
  const { requestId, category, reminderNumber, followsId } = replaced
  await queueNotifications(
    ctx,
    [{ requestId, method, ...(reminderNumber !== null && { reminderNumber }), ...(followsId !== null && { followsId }) }],
    { category },
  )
}
