import { methodLabel, type NotificationMethod } from './notification.ts'

/** The details that decide whether a patient can be contacted. */
export type Reachable = {
  archived: boolean
  mayBeContacted: boolean
  phoneNumber: string | null
  emailAddress: string | null
  nhsNumber: string | null
  preferredMethod: NotificationMethod | null
}

const neededDetail: Record<NotificationMethod, { of: 'phoneNumber' | 'emailAddress' | 'nhsNumber'; words: string }> = {
  sms: { of: 'phoneNumber', words: 'This patient has no mobile phone number.' },
  email: { of: 'emailAddress', words: 'This patient has no email address.' },
  nhs_app: { of: 'nhsNumber', words: 'This patient has no NHS number.' },
}

/**
 * The method for a patient: the one asked for, else the preferred one, else the first for which the patient has a contact detail. Without a
 * method asked for, only methods that this installation can send (`carried`) are chosen.
 */
export function methodFor(
  patient: Reachable,
  asked: NotificationMethod | undefined,
  carried: readonly NotificationMethod[],
): NotificationMethod {
  if (asked) return asked
  if (patient.preferredMethod && carried.includes(patient.preferredMethod)) return patient.preferredMethod
  return carried.find((method) => patient[neededDetail[method].of]) ?? carried[0] ?? 'sms'
}

/** The reason a patient cannot be contacted by the method; undefined when they can. */
export function reasonUnreachable(
  patient: Reachable,
  asked: NotificationMethod | undefined,
  carried: readonly NotificationMethod[],
): string | undefined {
  if (patient.archived) return 'This patient is archived.'
  if (!patient.mayBeContacted) return 'This patient does not wish to be contacted.'
  const method = methodFor(patient, asked, carried)
  if (!carried.includes(method)) return `${methodLabel(method)} messages cannot be sent at the moment.`
  const { of, words } = neededDetail[method]
  return patient[of] ? undefined : words
}
