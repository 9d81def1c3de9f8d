import { z } from 'zod'

/** Every "no" the API can say on purpose, with its HTTP status. Anything else is a bug and leaves as a bare 500. */
export const problems = {
  invalid_request: 400,
  invalid_file: 400,
  not_signed_in: 401,
  // The specification answers a missing permission with 401, and 403 only to those who are not of the organisation.
  not_permitted: 401,
  not_a_member: 403,
  no_member: 403,
  // An address that only a person's browser may go to was fetched by a script.
  not_a_visit: 403,
  not_found: 404,
  taken_control: 404,
  conflict: 409,
  too_large: 413,
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
})
export type ProblemBody = z.infer<typeof ProblemBody>
