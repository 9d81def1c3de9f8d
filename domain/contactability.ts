import { methodLabel, type NotificationMethod } from './notification.ts'

/** The details that decide whether a patient can be contacted. */
export type Reachable = {
  deceased: boolean
  archived: boolean
  mayBeContacted: boolean
  /** The methods by which the patient has asked not to get messages. */
  optedOutMethods: readonly NotificationMethod[]
  phoneNumber: string | null
  emailAddress: string | null
  nhsNumber: string | null
  preferredMethod: NotificationMethod | null
}

/** How a patient opted out of a method. */
export const optOutSources = ['text_reply', 'email_link', 'user'] as const
export type OptOutSource = (typeof optOutSources)[number]

/** Whether a patient has a contact detail for any of the methods that this installation can send, and has not opted out of it. */
export const hasContactDetail = (patient: Reachable, carried: readonly NotificationMethod[]) =>
  carried.some((method) => !patient.optedOutMethods.includes(method) && Boolean(patient[neededDetail[method].of]))

const neededDetail: Record<NotificationMethod, { of: 'phoneNumber' | 'emailAddress' | 'nhsNumber'; words: string }> = {
  sms: { of: 'phoneNumber', words: 'This patient has no mobile phone number.' },
  email: { of: 'emailAddress', words: 'This patient has no email address.' },
  nhs_app: { of: 'nhsNumber', words: 'This patient has no NHS number.' },
}

const optedOut: Record<NotificationMethod, string> = {
  sms: 'This patient has asked not to get text messages.',
  email: 'This patient has asked not to get emails.',
  nhs_app: 'This patient has asked not to get NHS App messages.',
}

/**
 * The method for a patient: the one asked for, else the preferred one, else the first for which the patient has a contact detail. Without a
 * method asked for, only methods that this installation can send (`carried`) are chosen, and none that the patient opted out of if another is
 * left.
 */
export function methodFor(
  patient: Reachable,
  asked: NotificationMethod | undefined,
  carried: readonly NotificationMethod[],
): NotificationMethod {
  if (asked) return asked
  const wanted = carried.filter((method) => !patient.optedOutMethods.includes(method))
  if (patient.preferredMethod && wanted.includes(patient.preferredMethod)) return patient.preferredMethod
  const hasDetail = (method: NotificationMethod) => patient[neededDetail[method].of]
  return wanted.find(hasDetail) ?? carried.find(hasDetail) ?? wanted[0] ?? carried[0] ?? 'sms'
}

/** The reason a patient cannot be contacted by any method; undefined when they can. */
export function reasonNotContacted({ deceased, archived, mayBeContacted }: Pick<Reachable, 'deceased' | 'archived' | 'mayBeContacted'>) {
  if (deceased) return 'This patient has died.'
  if (archived) return 'This patient is archived.'
  return mayBeContacted ? undefined : 'This patient does not wish to be contacted.'
}

/** The reason a patient cannot be contacted by the method; undefined when they can. */
export function reasonUnreachable(
  patient: Reachable,
  asked: NotificationMethod | undefined,
  carried: readonly NotificationMethod[],
): string | undefined {
  const reason = reasonNotContacted(patient)
  if (reason !== undefined) return reason
  const method = methodFor(patient, asked, carried)
  if (!carried.includes(method)) return `${methodLabel(method)} messages cannot be sent at the moment.`
  if (patient.optedOutMethods.includes(method)) return optedOut[method]
  const { of, words } = neededDetail[method]
  return patient[of] ? undefined : words
}

/** The methods by which a patient can be contacted, `first` before the others. */
export const reachableMethods = (patient: Reachable, carried: readonly NotificationMethod[], first: NotificationMethod) =>
  [first, ...carried.filter((method) => method !== first)].filter((method) => reasonUnreachable(patient, method, carried) === undefined)

/** The reason a patient gets no messages by the method although they have the contact detail; undefined when they do. */
export const reasonOptedOut = ({ optedOutMethods }: Pick<Reachable, 'optedOutMethods'>, method: NotificationMethod) =>
  optedOutMethods.includes(method) ? optedOut[method] : undefined
