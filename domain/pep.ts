/** What a form can be linked to in the PEP. */
export const pepPlaceKinds = ['department', 'clinic'] as const
export type PepPlaceKind = (typeof pepPlaceKinds)[number]

export const pepPlaceKindLabels: Record<PepPlaceKind, string> = { department: 'Department', clinic: 'Clinic' }

/** The longest code, name and search text. docs/pep-api.yaml has the same limits. */
export const pepLimits = { code: 50, name: 200, search: 100, places: 50 }

/** How long one question to the PEP may take, with its repetition (specification section 9). */
export const pepTimeoutMs = 3_000

/** The message for a code that the PEP does not know (specification section 5). */
export const incorrectCode = 'Incorrect code, please try again.'

/** Why the PEP gave no answer, in words for staff. */
export const pepFailureWords = {
  disabled: 'PEP is not set up.',
  no_nhs_number: 'The patient has no NHS number.',
  secret_needed: 'The client secret must be entered again.',
  paused: 'The PEP has just failed to answer, so it is not asked for a short time.',
  name_not_found: 'No server has this name.',
  private_address: 'The address is on a private network, which this installation does not allow.',
  refused: 'The server refused the connection.',
  no_encryption: 'The server offers no encrypted connection.',
  certificate: 'The certificate of the server has expired, is not trusted, or is for another name.',
  timeout: 'The PEP did not answer within 3 seconds.',
  disconnected: 'The connection ended before the whole answer arrived.',
  too_large: 'The answer of the server was too large.',
  not_authorised: 'The PEP refused the client ID or the client secret.',
  wrong_address: 'The server does not know this call. Check the address.',
  redirected: 'The server redirects to another address. Redirects are not followed.',
  too_many_calls: 'The PEP asked for fewer calls.',
  technical_problem: 'The PEP has a technical problem.',
  not_understood: 'The answer of the server was not understood. Check the address.',
} as const
export type PepFailure = keyof typeof pepFailureWords
export const pepFailures = Object.keys(pepFailureWords) as [PepFailure, ...PepFailure[]] // the keys are the failures
