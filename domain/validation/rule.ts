import { withFields } from './messages.ts'

/** A rule answers what is wrong with a value (a message that may hold `{field}`), or undefined when nothing is. */
export type Rule = (value: unknown) => string | undefined

/** Tells whether a value counts as not given: nothing, false, blank text, an empty list (specification section 5, required). */
export const isEmpty = (value: unknown) =>
  Array.isArray(value)
    ? value.length === 0
    : typeof value === 'string'
      ? value.trim() === ''
      : value === undefined || value === null || value === false

/** The value as text, for the rules that read text. */
export const asText = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** The message of the first rule that fails, naming the field; undefined when every rule passes (VAL-2). */
export function firstError(value: unknown, rules: readonly Rule[], field = 'This field', fieldTwo?: string): string | undefined {
  for (const rule of rules) {
    const message = rule(value)
    if (message !== undefined) return withFields(message, field, fieldTwo)
  }
  return undefined
}
