import { asText, isEmpty, validationMessages as say } from './rule.ts'

// The standard rules (VAL-3). Each lets an empty value pass, as only `required` asks for one, and all but `min`
// say the default message. `confirmed` is with the rules of the product.

const unless = (isGood: (text: string) => boolean) => (value: unknown) =>
  isEmpty(value) || isGood(asText(value)) ? undefined : say.notValid
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : [...asText(value)].length)
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** At least so many characters, or items. */
export const min = (value: unknown, length: number) =>
  isEmpty(value) || lengthOf(value) >= length ? undefined : say.length.replace('8', String(length))

/** At most so many characters, or items. */
export const max = (value: unknown, length: number) => (isEmpty(value) || lengthOf(value) <= length ? undefined : say.notValid)

/** A number no smaller than the limit. */
export const min_value = (value: unknown, limit: number) => unless((text) => isNumber(text) && Number(text) >= limit)(value)

/** A number no greater than the limit. */
export const max_value = (value: unknown, limit: number) => unless((text) => isNumber(text) && Number(text) <= limit)(value)

/** A number from the one limit to the other, both included. */
export const between = (value: unknown, low: number, high: number) =>
  unless((text) => isNumber(text) && Number(text) >= low && Number(text) <= high)(value)

/** Digits only. */
export const numeric = unless((text) => /^[0-9]+$/.test(text))

/** A whole number, negative ones too. */
export const integer = unless((text) => /^-?[0-9]+$/.test(text))

/** Exactly so many digits. */
export const digits = (value: unknown, count: number) => unless((text) => /^[0-9]+$/.test(text) && text.length === count)(value)

/** Letters only, of any language. */
export const alpha = unless((text) => /^[\p{L}\p{M}]+$/u.test(text))

/** Letters and digits. */
export const alpha_num = unless((text) => /^[\p{L}\p{M}0-9]+$/u.test(text))

/** Letters, digits, dashes and underscores. */
export const alpha_dash = unless((text) => /^[\p{L}\p{M}0-9_-]+$/u.test(text))

/** Letters and spaces. */
export const alpha_spaces = unless((text) => /^[\p{L}\p{M}\s]+$/u.test(text))

/** Text that matches the pattern. */
export const regex = (value: unknown, pattern: RegExp) =>
  // A fresh copy: a pattern with the g or y flag remembers where it stopped.
  unless((text) => new RegExp(pattern).test(text))(value)

/** A web address, with http or https. */
export const url = unless((text) => text.length <= 2_048 && /^https?:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:[/?#]\S*)?$/i.test(text))

const isAmong = (value: unknown, choices: readonly unknown[]) => choices.some((choice) => String(choice) === String(value))

/** One of the choices; every one of them for a list. */
export const one_of = (value: unknown, choices: readonly unknown[]) =>
  isEmpty(value) || [value].flat().every((item) => isAmong(item, choices)) ? undefined : say.notValid

/** None of the choices. */
export const not_one_of = (value: unknown, choices: readonly unknown[]) =>
  isEmpty(value) || ![value].flat().some((item) => isAmong(item, choices)) ? undefined : say.notValid
