import { type NotificationMethod, methodLabel } from './notification.ts'
import type { UnreachedReason } from './unreached.ts'

/**
 * What a member of staff does next: correct the contact details and send, only send, open the patient, or open the form request, for example to
 * close it.
 */
export type Remedy = { act: 'contact' | 'send' | 'patient' | 'request'; words: string }

const detail: Record<NotificationMethod, { add: string; correct: string }> = {
  sms: { add: 'Add a mobile phone number and send again.', correct: 'Correct the mobile phone number and send again.' },
  email: { add: 'Add an email address and send again.', correct: 'Correct the email address and send again.' },
  nhs_app: { add: 'Add the NHS number, or send by another method.', correct: 'Check the NHS number, or send by another method.' },
}

const remedies: Record<UnreachedReason, (method: NotificationMethod) => Remedy> = {
  no_contact_detail: (method) => ({ act: 'contact', words: detail[method].add }),
  wrong_contact_detail: (method) => ({ act: 'contact', words: detail[method].correct }),
  unknown_patient: () => ({ act: 'contact', words: detail.nhs_app.correct }),
  temporary_failure: () => ({ act: 'send', words: 'Send again, or phone the patient.' }),
  technical_failure: () => ({ act: 'send', words: 'Send again.' }),
  method_not_set_up: (method) => ({ act: 'contact', words: `${methodLabel(method)} is not set up. Send by another method.` }),
  message_not_valid: (method) => ({ act: 'contact', words: `Shorten the ${methodLabel(method)} template, or send by another method.` }),
  not_read: () => ({ act: 'contact', words: 'Add a mobile phone number or email address and send again.' }),
  not_confirmed: () => ({ act: 'contact', words: 'Check the contact details and send again.' }),
  not_sent: () => ({ act: 'send', words: 'Send the message.' }),
  cancelled_by_user: () => ({ act: 'send', words: 'Send the message, or close the form request.' }),
  opted_out: () => ({ act: 'request', words: 'Print a letter, phone the patient, or close the form request.' }),
  not_to_be_contacted: () => ({ act: 'request', words: 'Close the form request.' }),
  deceased: () => ({ act: 'request', words: 'Close the form request.' }),
  archived: () => ({ act: 'request', words: 'Close the form request.' }),
}

/** What to do about a form request that no message reached, by the reason and the method that was tried last. */
export const remedyOf = (reason: UnreachedReason, method: NotificationMethod): Remedy => remedies[reason](method)
