import { asText, isEmpty, type Rule } from './validation/rule.ts'

/** The base address of a record system: https, and nothing that would carry a secret or a question along. */
export const pepAddress: Rule = (value) =>
  isEmpty(value) || /^https:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:\/[^\s?#@]*)?$/i.test(asText(value).trim())
    ? undefined
    : '{field} must start with https:// and have no user, query or #.'
