import { z } from 'zod'

import { organisationNumbers, wholeNumber, type OrganisationNumber } from '#domain/organisation-rules.ts'
import { firstError, type Rule } from '#domain/validation/rule.ts'

/** A schema that also obeys our own rules, with their words; the first that fails speaks (VAL-2). */
export const checked = <S extends z.ZodType>(schema: S, field: string, ...rules: Rule[]): S =>
  schema.superRefine((value, ctx) => {
    const message = firstError(value, rules, field)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  })

/** A whole number within the limits that its name has, with the words for whatever is none. */
export const wholeField = (name: OrganisationNumber) => {
  const { label, low, high } = organisationNumbers[name]
  const rule = wholeNumber(low, high)
  return checked(z.number(firstError('none', [rule], label)), label, rule)
}
