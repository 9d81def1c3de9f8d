import { z } from 'zod'

import { identityChecks } from '#domain/answering.ts'
import { type OrganisationNumber, organisationNumbers, wholeNumber } from '#domain/organisation-rules.ts'
import { firstError, lines, oneLine, type Rule } from '#domain/validation/rule.ts'

/** A schema with validation rules of domain/validation. The message is that of the first failing rule (VAL-2). */
export const checked = <S extends z.ZodType>(schema: S, field: string, ...rules: Rule[]): S =>
  schema.superRefine((value, ctx) => {
    const message = firstError(value, rules, field)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  })

/** A whole number within the limits of its field, with one message for every invalid value. */
export const wholeField = (name: OrganisationNumber) => {
  const { label, low, high } = organisationNumbers[name]
  const rule = wholeNumber(low, high)
  return checked(z.number(firstError('none', [rule], label)), label, rule)
}

/** How the user checked who asks. */
export const identityCheck = z.enum(identityChecks, 'Choose how you checked who you are speaking to.')

type TextKind =
  | 'one line'
  | 'several lines'
  /** A password or a code: compared or hashed, never shown. */
  | 'secret'
  /** Compared with stored text and never stored itself. */
  | 'search text'
  /** Part of a draft form; checked when the form is published (domain/form/check-definition.ts). */
  | 'draft'
  /** Read only by the screen that wrote it. */
  | 'private'

/** The kind of each text in a request body. test/text-fields.test.ts checks that every text field has a kind or a closed format. */
export const textKinds = z.registry<{ kind: TextKind }>()

/** Text of one line, trimmed (domain/validation/rule.ts); refusals name the field by its label. */
export const oneLineText = (label: string, longest: number) =>
  checked(text(label, longest).trim(), label, oneLine).register(textKinds, { kind: 'one line' })

/** Text of several lines. */
export const severalLines = (label: string, longest: number) =>
  checked(text(label, longest), label, lines).register(textKinds, { kind: 'several lines' })

const text = (label: string, longest: number) =>
  z.string(`${label} is not valid.`).max(longest, `${label} must be ${longest.toLocaleString('en-GB')} characters or fewer.`)

export const secretText = (longest = 1_024) => z.string().max(longest).register(textKinds, { kind: 'secret' })
export const searchText = (longest: number) => z.string().trim().max(longest).register(textKinds, { kind: 'search text' })
