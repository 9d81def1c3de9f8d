/** Why a message was not sent or did not arrive. Lists group and filter by it; the words beside a message tell more. */
export const messageReasonCodes = [
  'no_contact_detail',
  'wrong_contact_detail',
  'unknown_patient',
  'temporary_failure',
  'technical_failure',
  'method_not_set_up',
  'message_not_valid',
  'not_read',
  'not_confirmed',
  'not_sent',
  'already_reached',
  'deceased',
  'opted_out',
  'not_to_be_contacted',
  'archived',
  'not_open',
  'expired',
  'replaced',
  'undone',
  'cancelled_by_user',
] as const
export type MessageReasonCode = (typeof messageReasonCodes)[number]

/** `words`: text for staff, without addresses. */
export type MessageReason = { code: MessageReasonCode; words: string }

const labels: Record<MessageReasonCode, string> = {
  no_contact_detail: 'No contact details',
  wrong_contact_detail: 'Wrong contact details',
  unknown_patient: 'Patient not known to the provider',
  temporary_failure: 'Phone off or inbox full',
  technical_failure: 'Technical problem',
  method_not_set_up: 'Method not set up',
  message_not_valid: 'Message not accepted',
  not_read: 'Not read in the NHS App',
  not_confirmed: 'Delivery not confirmed',
  not_sent: 'No message sent',
  already_reached: 'Patient reached by another message',
  deceased: 'Patient has died',
  opted_out: 'Patient opted out',
  not_to_be_contacted: 'Patient does not want to be contacted',
  archived: 'Patient archived',
  not_open: 'Form request no longer open',
  expired: 'Form request expired',
  replaced: 'Replaced by a new form request',
  undone: 'Import undone',
  cancelled_by_user: 'Cancelled by a user',
}

/** The label of a reason. */
export const messageReasonLabel = (code: MessageReasonCode) => labels[code]
