import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWK, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import type { Config } from '#server/config.ts'
import type { Keyring } from '#server/identity/provider/keyring.ts'
import { Problem } from '#server/platform/problem.ts'

/** The claims of a valid access token. Permissions are not among them: they come from the member's row. */
export type AccessToken = {
  issuer: string
  subject: string
  issuedAt: number
  sessionId: string | undefined
  thumbprint: string | undefined
  /** Who it is, where the token says so itself. */
  person: Person | undefined
}
export type Person = { emailAddress: string; isEmailVerified: boolean }
export type VerifyAccessToken = (token: string) => Promise<AccessToken | undefined>

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  iat: z.number(),
  sid: z.string().optional(),
  cnf: z.object({ jkt: z.string() }).optional(),
  email: z.string().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
})

const toAccessToken = (payload: JWTPayload): AccessToken | undefined => {
  const { data } = Claims.safeParse(payload)
  return (
    data && {
      issuer: data.iss,
      subject: data.sub,
      issuedAt: data.iat,
      sessionId: data.sid,
      thumbprint: data.cnf?.jkt,
      person: data.email === undefined ? undefined : { emailAddress: data.email, isEmailVerified: data.email_verified === true },
    }
  )
}

/** Failures of the provider's keys, not of the token: no response, a late one, or one that is not a key set. */
const outages = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** An invalid token has no subject. A provider that cannot be reached does not sign people out. */
const orNobody = (error: unknown) => {
  const isTheirs = outages.some((one) => error instanceof errors.JOSEError && error.code === one)
  if (error instanceof errors.JOSEError && !isTheirs) return undefined
  throw new Problem('unavailable', 'The sign-in service cannot be reached. Try again in a moment.')
}

/** Tokens of the embedded provider, checked with its keys in this process. `at+jwt` (RFC 9068) excludes its other kinds of token. */
export function trustOwnTokens({ OIDC_AUDIENCE }: Config, issuer: string, keyring: Keyring): VerifyAccessToken {
  const find = keyring.of((keys) => createLocalJWKSet({ keys: keys.map(publicPart) }))
  const expected = { issuer, audience: OIDC_AUDIENCE, algorithms: ['RS256'], typ: 'at+jwt' }
  return async (token) => jwtVerify(token, await find(), expected).then(({ payload }) => toAccessToken(payload), orNobody)
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK) => ({ kty, n, e, kid, alg, use }) as JWK // RSA, made by us

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type Discovered = { issuer: string; keys: JWTVerifyGetKey }
const discovered = new Map<string, Promise<Discovered>>()

/** Another provider, discovered when it is first needed. Undefined if its metadata cannot be right. */
function findProvider(authority: string) {
  const found = discovered.get(authority) ?? discover(authority)
  discovered.set(authority, found)
  return found.catch((error: unknown) => {
    discovered.delete(authority) // the next request tries again
    return orNobody(error)
  })
}

/** Tokens of another provider. */
export function trustTokensOf(config: Config, authority: string): VerifyAccessToken {
  return async (token) => {
    const provider = await findProvider(authority)
    if (!provider) return undefined
    const expected = { issuer: provider.issuer, audience: config.OIDC_AUDIENCE, algorithms }
    return jwtVerify(token, provider.keys, expected).then(({ payload }) => toAccessToken(payload), orNobody)
  }
}

const SignIn = z.object({ sub: z.string(), auth_time: z.number() })

/** Who signed in at another provider, and when (seconds), by the ID token it gave our client. An ID token without `auth_time` says nothing of when. */
export async function verifyIdToken(config: Config, authority: string, token: string) {
  const provider = await findProvider(authority)
  if (!provider) return undefined
  const expected = { issuer: provider.issuer, audience: config.OIDC_CLIENT_ID, algorithms }
  const payload = await jwtVerify(token, provider.keys, expected).then((verified) => verified.payload, orNobody)
  const { data } = SignIn.safeParse(payload)
  return data && { subject: data.sub, at: data.auth_time }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

async function discover(authority: string) {
  const response = await fetch(`${withoutSlash(authority)}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(5_000) })
  const { issuer, jwks_uri } = Discovery.parse(await response.json())
  if (withoutSlash(issuer) !== withoutSlash(authority)) throw new Error('OIDC_ISSUER: the provider there calls itself something else')
  // A key id that was unknown five seconds ago may be new. Looking it up more often would let forged key ids flood the provider.
  return { issuer, keys: createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: 5_000 }) }
}
