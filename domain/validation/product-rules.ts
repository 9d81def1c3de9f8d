import { isIsoDate, yearsBefore } from '#domain/dates.ts'
import { isNhsNumber } from '#domain/nhs-number.ts'
import { isMobile } from '#domain/phone.ts'

import { asText, isEmpty, validationMessages as say } from './rule.ts'

/** An array needs at least one item; anything else must be truthy, and white space counts as nothing. */
export const required = (value: unknown) => (isEmpty(value) || !value ? say.required : undefined)

/** Exactly true. */
export const accept = (value: unknown) => (value === true ? undefined : say.accept)

const emailPattern =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.)+[A-Z]{2,63}$/iu

/** Empty, or a local part, an @, a domain and a top-level label of at least two letters; lengths as RFC 5321 4.5.3.1 has them. */
export function email(value: unknown) {
  if (isEmpty(value)) return undefined
  const text = asText(value)
  // The lengths come first: they bound the work of the pattern.
  return text.length <= 254 && text.indexOf('@') <= 64 && emailPattern.test(text) ? undefined : say.emailAddress
}

/** Empty, or a UK mobile number. */
export const phone = (value: unknown) => (isEmpty(value) || isMobile(asText(value)) ? undefined : say.phoneNumber)

/** Empty, or 8 characters with an uppercase and a lowercase letter, a digit and one of # ? ! @ $ % ^ & * - */
export function password(value: unknown) {
  const text = asText(value)
  if (text === '') return undefined
  if (text.length < 8) return say.length
  return [/[A-Z]/, /[a-z]/, /[0-9]/, /[#?!@$%^&*-]/].every((kind) => kind.test(text)) ? undefined : say.password
}

/** This field or the other has a value. */
export const either = (value: unknown, other: unknown) => (isEmpty(value) && isEmpty(other) ? say.either : undefined)

/** Equal to the other field, typically the password. */
export const confirmed = (value: unknown, other: unknown) => (value === other ? undefined : say.passwordMatch)

/** Empty, or an NHS number; spaces and dashes are let pass. */
export const nhsNumber = (value: unknown) => (isEmpty(value) || isNhsNumber(asText(value)) ? undefined : say.nhsNumber)

/** Empty, or an ISO day strictly earlier than today minus that many years: the birthday itself is still too young. */
export function olderThan(value: unknown, today: string, years: number) {
  if (isEmpty(value)) return undefined
  const date = asText(value)
  if (!isIsoDate(date)) return say.notValid
  return date < yearsBefore(today, years) ? undefined : say.sixteenYearsAgo.replace('16', String(years))
}

/** Empty, or the birthday (ISO) of someone who turned 16 before today (ISO). */
export const sixteenYearsAgo = (value: unknown, today: string) => olderThan(value, today, 16)
