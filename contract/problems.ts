import { z } from 'zod'

import { PossibleDuplicate } from './patients.ts'

/** Every "no" the API can say on purpose, with its HTTP status. Anything else is a bug and leaves as a bare 500. */
export const problems = {
  invalid_request: 400,
  invalid_file: 400,
  not_signed_in: 401,
  // The token is good and its holder signs with the right key, but by a clock that differs too much from the server's (RFC 9449 section 11.1).
  wrong_clock: 401,
  // The specification answers a missing permission with 401, and 403 only to those who are not of the organisation.
  not_permitted: 401,
  not_a_member: 403,
  no_member: 403,
  // An address that only a person's browser may go to was fetched by a script.
  not_a_visit: 403,
  not_found: 404,
  taken_control: 404,
  method_not_allowed: 405,
  conflict: 409,
  // What would be sent is not what was reviewed.
  changed_since_review: 409,
  // Asked again with the ids of the candidates ruled out, the call is done (PAT-4).
  possible_duplicate: 409,
  // Asked again with the confirmation that the words name, the call is done.
  confirmation_needed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  // What changes how somebody signs in asks who is at the keyboard first.
  proof_needed: 428,
  too_many_requests: 429,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof problems

export const FieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** RFC 9457 problem details, with our code and, where a field is to blame, the field and the words. */
export const ProblemBody = z.object({
  type: z.literal('about:blank'),
  status: z.number().int(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  title: z.string(),
  /** Words meant for the person; the catalogue's words are used where there are none. */
  detail: z.string().optional(),
  errors: z.array(FieldProblem).optional(),
  /** Of `wrong_clock`: by how many seconds the caller's clock is ahead of the server's, or behind it where negative. */
  clockOffsetSeconds: z.number().int().optional(),
  /** Of `possible_duplicate`, and of an NHS number that is taken: the patients who may be the same person, as far as the caller may see them. */
  candidates: z.array(PossibleDuplicate).optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>
