import { z } from 'zod'

import { lines, oneLine } from '#domain/validation/text-rules.ts'

import { checked } from './checked.ts'

type TextKind =
  | 'one line'
  | 'several lines'
  /** A password or a code: compared or hashed, never shown. */
  | 'secret'
  /** Looked for in what is stored, and not stored as text itself. */
  | 'looked for'
  /** Part of a form that is still being written: checked when it is published (domain/form/check-definition.ts). */
  | 'draft'
  /** Read by the screen that wrote it, and by nobody else. */
  | 'own'

/** What each text of a body is. test/text-fields.test.ts walks the contract: a new field must be one of these, or closed in another way. */
export const textKinds = z.registry<{ kind: TextKind }>()

/** Text of one line, without spaces around it (domain/validation/text-rules.ts), named in its refusals. */
export const oneLineText = (label: string, longest: number) =>
  checked(text(label, longest).trim(), label, oneLine).register(textKinds, { kind: 'one line' })

/** Text of several lines. */
export const severalLines = (label: string, longest: number) =>
  checked(text(label, longest), label, lines).register(textKinds, { kind: 'several lines' })

const text = (label: string, longest: number) =>
  z.string(`${label} is not valid.`).max(longest, `${label} must be ${longest.toLocaleString('en-GB')} characters or fewer.`)

export const secretText = (longest = 1_024) => z.string().max(longest).register(textKinds, { kind: 'secret' })
export const lookedFor = (longest: number) => z.string().trim().max(longest).register(textKinds, { kind: 'looked for' })
