import type { NotificationMethod } from './notification.ts'

/** What it takes to reach a patient. */
export type Reachable = {
  archived: boolean
  mayBeContacted: boolean
  phoneNumber: string | null
  emailAddress: string | null
  nhsNumber: string | null
  preferredMethod: NotificationMethod | null
}

const lacks: Record<NotificationMethod, { of: 'phoneNumber' | 'emailAddress' | 'nhsNumber'; words: string }> = {
  sms: { of: 'phoneNumber', words: 'This patient has no mobile phone number.' },
  email: { of: 'emailAddress', words: 'This patient has no email address.' },
  nhs_app: { of: 'nhsNumber', words: 'This patient has no NHS number.' },
}

/** How a patient is written to: as asked, else as they prefer, else the first way there is. */
export const methodFor = (patient: Reachable, asked?: NotificationMethod): NotificationMethod =>
  asked ?? patient.preferredMethod ?? (['sms', 'email', 'nhs_app'] as const).find((method) => patient[lacks[method].of]) ?? 'sms'

/** Why a patient cannot be written to that way; undefined when they can. */
export function reasonUnreachable(patient: Reachable, asked?: NotificationMethod): string | undefined {
  if (patient.archived) return 'This patient is archived.'
  if (!patient.mayBeContacted) return 'This patient does not wish to be contacted.'
  const { of, words } = lacks[methodFor(patient, asked)]
  return patient[of] ? undefined : words
}
