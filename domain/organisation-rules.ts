import { asText, isEmpty, type Rule } from './validation/rule.ts'

/** The numeric settings of an organisation with their limits. */
export const organisationNumbers = {
  clinicianTimeout: { label: 'Clinician timeout', low: 1, high: 1_440 },
  reminderDays: { label: 'Reminder days', low: 0, high: 90 },
  expiryDays: { label: 'Expiry days', low: 1, high: 365 },
  autoCloseDays: { label: 'Auto-close days', low: 1, high: 730 },
  minimumAge: { label: 'Minimum age', low: 16, high: 130 },
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

/** Empty, or letters and digits: https://digital.nhs.uk/services/organisation-data-service */
export const odsCode: Rule = (value) =>
  isEmpty(value) || /^[A-Za-z0-9]{3,20}$/.test(asText(value).trim()) ? undefined : '{field} is not valid.'

/** The base address of a record system: https, without a user, query or fragment, which could carry secrets. */
export const pepAddress: Rule = (value) =>
  isEmpty(value) || /^https:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:\/[^\s?#@]*)?$/i.test(asText(value).trim())
    ? undefined
    : '{field} must start with https:// and have no user, query or #.'
