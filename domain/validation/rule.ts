/** A validation rule: answers a message that may hold `{field}`, or undefined when the value is valid. */
export type Rule = (value: unknown) => string | undefined

/** Tells whether a value is empty: missing, false, blank text or an empty list (specification section 5, required). */
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

/** Every validation message (specification section 5), word for word; `withFields` replaces `{field}` and `{fieldTwo}`. */
export const validationMessages = {
  required: '{field} is required.',
  unknown: 'Unknown validation error.',
  incorrectCode: 'Incorrect code, please try again.',
  accept: 'You must accept {field}.',
  emailAddress: '{field} must be a valid email address.',
  phoneNumber: '{field} must be a valid UK mobile phone number.',
  length: '{field} must be at least 8 characters.',
  password: '{field} must have at least one uppercase, one lowercase, one number and one special character.',
  passwordMatch: "Passwords don't match.",
  either: 'Either {field} or {fieldTwo} need to be selected.',
  nhsNumber: 'Needs to be a valid NHS number.',
  sixteenYearsAgo: 'Patient must be at least 16 years old.',
  noQuestions: 'Please add at least one question to save the form.',
  notValid: '{field} is not valid.',
} as const

/** An array needs at least one item; anything else must be truthy, and white space counts as nothing. */
export const required: Rule = (value) => (isEmpty(value) || !value ? validationMessages.required : undefined)

/** The message with the fields' names in it. */
export const withFields = (message: string, field: string, fieldTwo = '') =>
  message.replace(/\{field(Two)?\}/g, (_place, two) => (two ? fieldTwo : field))

// Control characters, the separators U+2028 and U+2029, and characters that change the direction of text. They are invisible, break lists,
// logs and messages, and make different names look alike. Joiners are allowed, because some scripts need them.
const inOneLine = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const inLines = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** For a field of one line: refuses line breaks, tabs and other hidden characters. */
export const oneLine: Rule = (value) =>
  inOneLine.test(asText(value)) ? '{field} must not contain line breaks, tabs or hidden characters.' : undefined

/** For a field of several lines: allows line breaks and tabs, and refuses other hidden characters. */
export const lines: Rule = (value) =>
  inLines.test(asText(value)) ? '{field} must not contain hidden characters. Paste it as plain text.' : undefined
