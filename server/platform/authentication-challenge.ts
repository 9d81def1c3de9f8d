import type { Config } from '#server/config.ts'

import type { Problem } from './problem.ts'

/** The reasons for which the credentials of a call are refused (RFC 6750 section 3.1, RFC 9449 section 7.1). */
export type AuthenticationError = 'invalid_token' | 'invalid_dpop_proof' | 'insufficient_scope'

/** The signature algorithms that a proof of possession may use (RFC 9449 section 4.3). */
export const proofAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

/**
 * The WWW-Authenticate header of a 401 response: the schemes, and what is wrong with the token or the proof. A call without a token or
 * proof gets only the schemes (RFC 6750 section 3.1).
 */
export function authenticationChallenge(config: Pick<Config, 'DPOP' | 'OIDC_ISSUER'>, problem: Problem) {
  const error = problem.authenticationError ?? errorOfCode[problem.code]
  return schemesOf(config)
    .map((scheme) => {
      const isBlamed = error !== undefined && (scheme === 'DPoP' || error !== 'invalid_dpop_proof')
      const parameters = {
        realm: 'Formward',
        ...(isBlamed && { error, error_description: descriptions[error] }),
        ...(scheme === 'DPoP' && { algs: proofAlgorithms.join(' ') }),
      }
      return `${scheme} ${Object.entries(parameters)
        .map(([name, value]) => `${name}="${value}"`)
        .join(', ')}`
    })
    .join(', ')
}

const errorOfCode: Partial<Record<Problem['code'], AuthenticationError>> = {
  wrong_clock: 'invalid_dpop_proof',
  // The specification uses 401 for a missing permission.
  not_permitted: 'insufficient_scope',
}

const descriptions: Record<AuthenticationError, string> = {
  invalid_token: 'The access token is expired, revoked, malformed or not for this API',
  invalid_dpop_proof: 'The DPoP proof is missing, does not fit this call or was used before',
  insufficient_scope: 'The caller does not have the permission that this call needs',
}

/** The embedded provider issues tokens of one kind; another provider may issue either. */
function schemesOf({ DPOP, OIDC_ISSUER }: Pick<Config, 'DPOP' | 'OIDC_ISSUER'>) {
  if (OIDC_ISSUER !== undefined) return ['DPoP', 'Bearer']
  return DPOP === 'on' ? ['DPoP'] : ['Bearer']
}
