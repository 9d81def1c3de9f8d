import type { MessageReasonCode } from './message-reasons.ts'

/** Why no message reached a patient whose form request is open. */
export const unreachedReasons = [
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
  'cancelled_by_user',
  'opted_out',
  'not_to_be_contacted',
  'deceased',
  'archived',
] as const satisfies MessageReasonCode[]
export type UnreachedReason = (typeof unreachedReasons)[number]

/** Reasons after which the message may still reach the patient, so that reminders go on. */
export const stillUnderWay: readonly UnreachedReason[] = ['not_read', 'not_confirmed']

/** The reason of a stored code. A code that needs no act of its own counts as a technical problem. */
export const unreachedReasonOf = (code: string): UnreachedReason => unreachedReasons.find((one) => one === code) ?? 'technical_failure'
