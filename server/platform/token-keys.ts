import { createRemoteJWKSet, errors } from 'jose'

/** The algorithms that the tokens of other providers may be signed with: only those with a public key (RFC 8725 section 3.2). */
export const signingAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Failures of the provider's keys, not of the token: no response, a late one, or one that is not a key set. */
const outages = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** Whether the token is at fault. Otherwise its keys could not be fetched, or there is a mistake in the program. */
export const isTokenRefused = (error: unknown) => error instanceof errors.JOSEError && !outages.includes(error.code)

/** The public keys at an address, fetched when a token needs one that is not known. */
export const keysAt = (address: string) =>
  // A key id that was unknown five seconds ago may be new. Looking it up more often would let forged key ids flood the provider.
  createRemoteJWKSet(new URL(address), { cooldownDuration: 5_000 })
