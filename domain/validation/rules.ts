import { isIsoDate, yearsBefore } from '#domain/dates.ts'
import { isNhsNumber } from '#domain/nhs-number.ts'
import { isMobile } from '#domain/phone.ts'

import { asText, isEmpty, required, validationMessages as messages } from './rule.ts'

/** Exactly true. */
const accept = (value: unknown) => (value === true ? undefined : messages.accept)

const emailPattern =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.)+[A-Z]{2,63}$/iu

/** Empty, or a local part, an @, a domain and a top-level label of at least two letters; maximum lengths as in RFC 5321, 4.5.3.1. */
function email(value: unknown) {
  if (isEmpty(value)) return undefined
  const text = asText(value)
  // The length checks come first, to limit the work of the pattern.
  return text.length <= 254 && text.indexOf('@') <= 64 && emailPattern.test(text) ? undefined : messages.emailAddress
}

/** Empty, or a UK mobile number. */
const phone = (value: unknown) => (isEmpty(value) || isMobile(asText(value)) ? undefined : messages.phoneNumber)

/** Empty, or 8 characters with an uppercase and a lowercase letter, a digit and one of # ? ! @ $ % ^ & * - */
function password(value: unknown) {
  const text = asText(value)
  if (text === '') return undefined
  if (text.length < 8) return messages.length
  return [/[A-Z]/, /[a-z]/, /[0-9]/, /[#?!@$%^&*-]/].every((kind) => kind.test(text)) ? undefined : messages.password
}

/** This field or the other has a value. */
const either = (value: unknown, other: unknown) => (isEmpty(value) && isEmpty(other) ? messages.either : undefined)

/** Equal to the other field, typically the password. */
const confirmed = (value: unknown, other: unknown) => (value === other ? undefined : messages.passwordMatch)

/** Empty, or an NHS number; spaces and dashes are allowed. */
const nhsNumber = (value: unknown) => (isEmpty(value) || isNhsNumber(asText(value)) ? undefined : messages.nhsNumber)

/** Empty, or an ISO day strictly earlier than today minus that many years: the birthday itself is still too young. */
export function olderThan(value: unknown, today: string, years: number) {
  if (isEmpty(value)) return undefined
  const date = asText(value)
  if (!isIsoDate(date)) return messages.notValid
  return date < yearsBefore(today, years) ? undefined : messages.sixteenYearsAgo.replace('16', String(years))
}

/** Empty, or the birthday (ISO) of someone who turned 16 before today (ISO). */
const sixteenYearsAgo = (value: unknown, today: string) => olderThan(value, today, 16)

// Standard rules (VAL-3). Every rule except `required` accepts an empty value. Every rule except `min` answers the default message.

const unless = (isGood: (text: string) => boolean) => (value: unknown) =>
  isEmpty(value) || isGood(asText(value)) ? undefined : messages.notValid
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : [...asText(value)].length)
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** At least `length` characters or items. */
const min = (value: unknown, length: number) =>
  isEmpty(value) || lengthOf(value) >= length ? undefined : messages.length.replace('8', String(length))

/** At most `length` characters or items. */
const max = (value: unknown, length: number) => (isEmpty(value) || lengthOf(value) <= length ? undefined : messages.notValid)

/** A number no smaller than the limit. */
const min_value = (value: unknown, limit: number) => unless((text) => isNumber(text) && Number(text) >= limit)(value)

/** A number no greater than the limit. */
const max_value = (value: unknown, limit: number) => unless((text) => isNumber(text) && Number(text) <= limit)(value)

/** A number between two limits, both included. */
const between = (value: unknown, low: number, high: number) =>
  unless((text) => isNumber(text) && Number(text) >= low && Number(text) <= high)(value)

/** Digits only. */
const numeric = unless((text) => /^[0-9]+$/.test(text))

/** A whole number, negative ones too. */
const integer = unless((text) => /^-?[0-9]+$/.test(text))

/** Exactly `count` digits. */
const digits = (value: unknown, count: number) => unless((text) => /^[0-9]+$/.test(text) && text.length === count)(value)

/** Letters only, of any language. */
const alpha = unless((text) => /^[\p{L}\p{M}]+$/u.test(text))

/** Letters and digits. */
const alpha_num = unless((text) => /^[\p{L}\p{M}0-9]+$/u.test(text))

/** Letters, digits, dashes and underscores. */
const alpha_dash = unless((text) => /^[\p{L}\p{M}0-9_-]+$/u.test(text))

/** Letters and spaces. */
const alpha_spaces = unless((text) => /^[\p{L}\p{M}\s]+$/u.test(text))

/** Text that matches the pattern. */
const regex = (value: unknown, pattern: RegExp) =>
  // A new RegExp, because a pattern with the g or y flag keeps its lastIndex.
  unless((text) => new RegExp(pattern).test(text))(value)

/** A web address, with http or https. */
const url = unless((text) => text.length <= 2_048 && /^https?:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:[/?#]\S*)?$/i.test(text))

const isAmong = (value: unknown, choices: readonly unknown[]) => choices.some((choice) => String(choice) === String(value))

/** One of the choices; every one of them for a list. */
const one_of = (value: unknown, choices: readonly unknown[]) =>
  isEmpty(value) || [value].flat().every((item) => isAmong(item, choices)) ? undefined : messages.notValid

/** None of the choices. */
const not_one_of = (value: unknown, choices: readonly unknown[]) =>
  isEmpty(value) || ![value].flat().some((item) => isAmong(item, choices)) ? undefined : messages.notValid

/** The properties of a file that the rules read; a browser's File has them. `size` is in bytes. */
export type FileFacts = { name: string; type: string; size: number }

// A cast because the value can be anything; its shape is checked here.
const isFile = (value: unknown): value is FileFacts =>
  typeof value === 'object' && value !== null && typeof (value as FileFacts).name === 'string'

const everyFile = (value: unknown, isGood: (file: FileFacts) => boolean) =>
  isEmpty(value) || [value].flat().every((file) => isFile(file) && isGood(file)) ? undefined : messages.notValid

/** A file name with the extension of an image. The server checks the content. */
const image = (value: unknown) => everyFile(value, ({ name }) => /\.(?:jpe?g|png|gif|bmp|webp|svg)$/i.test(name))

/** A file of one of the types, such as 'image/png' or 'image/*'. */
const mimes = (value: unknown, types: readonly string[]) =>
  everyFile(value, (file) => types.some((type) => (type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type)))

/** A file of at most `kilobytes` (of 1,024 bytes). */
const size = (value: unknown, kilobytes: number) => everyFile(value, (file) => file.size <= kilobytes * 1_024)

/** Every rule that section 5 of the specification names, by that name (VAL-1, VAL-3). Fields take their rules from here. */
export const validate = {
  required,
  accept,
  email,
  phone,
  password,
  either,
  confirmed,
  nhsNumber,
  sixteenYearsAgo,
  min,
  max,
  min_value,
  max_value,
  between,
  numeric,
  integer,
  digits,
  alpha,
  alpha_num,
  alpha_dash,
  alpha_spaces,
  regex,
  url,
  one_of,
  not_one_of,
  image,
  mimes,
  size,
}
