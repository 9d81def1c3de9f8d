import type { ProblemCode } from '#contract/problems.ts'

/** When a call is refused with this code, and what the caller can do. */
export const problemCauses: Record<ProblemCode, string> = {
  invalid_request: 'A part of the call is not as described. `errors` names each field with a message.',
  invalid_file: 'The file cannot be read, or does not have the expected content. `detail` says what is wrong.',
  not_signed_in: 'There is no access token, or it has expired or was revoked. Get a new one.',
  wrong_clock: 'The clock of the caller differs too much from that of the server. `clockOffsetSeconds` says by how much.',
  not_permitted: 'The caller does not have the permission that the call requires.',
  not_a_member: 'The record belongs to an organisation of which the caller is not a member.',
  no_member: 'The person who signed in is not a member of any organisation.',
  not_a_visit: 'The address is for navigation in a browser, and was fetched by a program.',
  not_found: 'There is no such record, or the caller may not see it.',
  taken_control: 'Another user has taken control of the form request. Repeat the call with `takeOver` to take over.',
  method_not_allowed: 'The address exists, but not with this method. The header `Allow` names the methods.',
  conflict: 'The record is in a state that does not allow the change. `detail` says why.',
  changed_since_review: 'What would be sent has changed since it was reviewed. Review it again.',
  answer_changed: 'An answer was saved meanwhile that the caller has not seen. Read the answers again.',
  answering_ended: 'The form request is no longer open, so no answers can be given.',
  identity_check_needed: 'The identity of the person who gives the answers has to be checked.',
  possible_duplicate:
    'The patient may be on record already. `candidates` lists who it may be. Confirm that they are other people, or use one.',
  confirmation_needed: 'The call has an effect that must be confirmed. `detail` names it.',
  outcome_needed: 'An urgent form request can be closed only with an outcome.',
  still_running: 'A call with the same `Idempotency-Key` has not ended yet. Repeat the call in a moment.',
  too_large: 'The body is larger than the call allows.',
  unsupported_media_type: 'The body has a media type that the call does not accept.',
  idempotency_key_reused: 'The `Idempotency-Key` was used for another call or another body. Use a new key.',
  proof_needed: 'The change needs a fresh proof of identity: the user signs in again, or enters a code.',
  too_many_requests: 'There were too many calls. Wait for the seconds in the header `Retry-After`.',
  unavailable: 'The database does not answer at the moment. Repeat the call after the seconds in the header `Retry-After`.',
}
