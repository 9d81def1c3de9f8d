import { asText, isEmpty, type Rule } from './validation/rule.ts'

/** The numeric settings of an organisation with their limits. */
export const organisationNumbers = {
  clinicianTimeout: { label: 'Clinician timeout', low: 1, high: 1_440 },
  reminderDays: { label: 'Reminder days', low: 0, high: 90 },
  secondReminderDays: { label: 'Second reminder days', low: 0, high: 180 },
  lastReminderDays: { label: 'Last reminder days', low: 0, high: 90 },
  expiryDays: { label: 'Expiry days', low: 1, high: 365 },
  autoCloseDays: { label: 'Auto-close days', low: 1, high: 730 },
  removalDays: { label: 'Days for patients to change their mind', low: 7, high: 90 },
  // In years. 8 is the shortest period of the NHS schedule: https://transform.england.nhs.uk/information-governance/guidance/records-management-code/
  retentionYears: { label: 'Retention period', low: 8, high: 100 },
  minimumAge: { label: 'Minimum age', low: 16, high: 130 },
  appUnreadHours: { label: 'Hours in the NHS App', low: 1, high: 336 },
  notDeliveredHours: { label: 'Hours for delivery', low: 1, high: 336 },
  sendingFrom: { label: 'Send messages from', low: 0, high: 23 },
  sendingUntil: { label: 'Send messages until', low: 1, high: 24 },
} as const
export type OrganisationNumber = keyof typeof organisationNumbers

/** Empty, or a whole number within the limits. */
export const wholeNumber =
  (low: number, high: number): Rule =>
  (value) => {
    const text = asText(value)
    const isGood = isEmpty(value) || (/^\d{1,6}$/.test(text) && Number(text) >= low && Number(text) <= high)
    return isGood ? undefined : `{field} must be a whole number from ${low} to ${high}.`
  }

/** The prices of an organisation, in pence. */
export const organisationPrices = { smsFragmentPrice: 'Price of an SMS fragment', letterPrice: 'Price of a letter' } as const
export type OrganisationPrice = keyof typeof organisationPrices

/** Empty, or pence with at most four decimal places: providers charge parts of a penny. */
export const priceInPence: Rule = (value) =>
  isEmpty(value) || /^\d{1,4}(?:\.\d{1,4})?$/.test(asText(value).trim())
    ? undefined
    : '{field} must be a number of pence from 0 to 9,999, with at most 4 decimal places.'

/** The message when a second reminder would come before the first; undefined when the order is right. */
export const reminderOrderProblem = (firstDays: number, secondDays: number) =>
  secondDays > 0 && secondDays <= firstDays ? 'Second reminder days must be more than the first reminder days.' : undefined

/** Empty, or letters and digits: https://digital.nhs.uk/services/organisation-data-service */
export const odsCode: Rule = (value) =>
  isEmpty(value) || /^[A-Za-z0-9]{3,20}$/.test(asText(value).trim()) ? undefined : '{field} is not valid.'

/** The longest privacy notice or accessibility statement of an organisation, in characters. */
export const informationLimits = { text: 20_000 } as const

/** Empty, or the https address of a web page. */
export const webAddress: Rule = (value) => {
  const text = asText(value).trim()
  return isEmpty(value) || (/^https:\/\/[^\s/?#@:]+\.[^\s@]+$/i.test(text) && URL.canParse(text))
    ? undefined
    : '{field} must be an address that starts with https://.'
}

/** The base address of a record system: https, without a user, query or fragment, which could carry secrets. */
export const pepAddress: Rule = (value) =>
  isEmpty(value) || /^https:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:\/[^\s?#@]*)?$/i.test(asText(value).trim())
    ? undefined
    : '{field} must start with https:// and must not include a user name, a query or #.'
