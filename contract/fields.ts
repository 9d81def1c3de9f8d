import { z } from 'zod'

import { type OrganisationNumber, organisationNumbers, wholeNumber } from '#domain/organisation-rules.ts'
import { firstError, lines, oneLine, type Rule } from '#domain/validation/rule.ts'

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

type TextKind =
  | 'one line'
  | 'several lines'
  /** A password or a code: compared or hashed, never shown. */
  | 'secret'
  /** Looked for in what is stored, and not stored as text itself. */
  | 'search text'
  /** Part of a form that is still being written: checked when it is published (domain/form/check-definition.ts). */
  | 'draft'
  /** Read by the screen that wrote it, and by nobody else. */
  | 'private'

/** What each text of a body is. test/text-fields.test.ts walks the contract: a new field must be one of these, or closed in another way. */
export const textKinds = z.registry<{ kind: TextKind }>()

/** Text of one line, without spaces around it (domain/validation/rule.ts), named in its refusals. */
export const oneLineText = (label: string, longest: number) =>
  checked(text(label, longest).trim(), label, oneLine).register(textKinds, { kind: 'one line' })

/** Text of several lines. */
export const severalLines = (label: string, longest: number) =>
  checked(text(label, longest), label, lines).register(textKinds, { kind: 'several lines' })

const text = (label: string, longest: number) =>
  z.string(`${label} is not valid.`).max(longest, `${label} must be ${longest.toLocaleString('en-GB')} characters or fewer.`)

export const secretText = (longest = 1_024) => z.string().max(longest).register(textKinds, { kind: 'secret' })
export const searchText = (longest: number) => z.string().trim().max(longest).register(textKinds, { kind: 'search text' })
