import { z } from 'zod'

import { PossibleDuplicate } from './patients.ts'

/** Every intended refusal of the API with its HTTP status. Any other error is a bug and answers a plain 500. */
export const problems = {
  invalid_request: 400,
  invalid_file: 400,
  not_signed_in: 401,
  // The token and its key are valid, but the caller's clock differs too much from the server's (RFC 9449 section 11.1).
  wrong_clock: 401,
  // The specification answers a missing permission with 401, and a user of another organisation with 403.
  not_permitted: 401,
  not_a_member: 403,
  no_member: 403,
  // A script fetched an address that is only for navigation in a browser.
  not_a_visit: 403,
  not_found: 404,
  taken_control: 404,
  method_not_allowed: 405,
  conflict: 409,
  // The messages have changed since the user reviewed them.
  changed_since_review: 409,
  // An answer was saved meanwhile that the user has not seen.
  answer_changed: 409,
  // The form request is no longer open, so no answer can be given.
  answering_ended: 409,
  // The identity of the person who gives the answers has to be checked (again).
  identity_check_needed: 409,
  // The same call with the ids of the confirmed other patients succeeds (PAT-4).
  possible_duplicate: 409,
  // The same call with the confirmation that the message names succeeds.
  confirmation_needed: 409,
  // An urgent form request is closed only with an outcome.
  outcome_needed: 409,
  // A call with the same Idempotency-Key has not ended yet.
  still_running: 409,
  too_large: 413,
  unsupported_media_type: 415,
  // The Idempotency-Key was used for another call or body.
  idempotency_key_reused: 422,
  // A change to the ways of signing in needs a fresh proof of identity.
  proof_needed: 428,
  too_many_requests: 429,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof problems

export const FieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** RFC 9457 problem details with a code and, for an invalid field, the field and its message. */
export const ProblemBody = z.object({
  type: z.literal('about:blank'),
  status: z.number().int(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  title: z.string(),
  /** A message for the user; without one, the message of the catalogue is shown. */
  detail: z.string().optional(),
  errors: z.array(FieldProblem).optional(),
  /** For `wrong_clock`: how many seconds the caller's clock is ahead of the server's; negative when it is behind. */
  clockOffsetSeconds: z.number().int().optional(),
  /** For `too_many_requests` to an integration client: seconds to wait, as in Retry-After. */
  retryAfterSeconds: z.number().int().optional(),
  /** For `possible_duplicate` and a used NHS number: the patients who may be the same person and whom the caller may see. */
  candidates: z.array(PossibleDuplicate).optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>
