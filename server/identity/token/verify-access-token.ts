import { createLocalJWKSet, jwtVerify, type JWK, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import type { Config } from '#server/config.ts'
import type { Direct } from '#server/config-identity.ts'
import type { Keyring } from '#server/identity/provider/keyring.ts'
import { Problem } from '#server/platform/problem.ts'
import { isTokenRefused, keysAt, signingAlgorithms as algorithms } from '#server/platform/token-keys.ts'

import { openRecent } from './recent.ts'

/** The claims of a valid access token. Permissions are not among them: they come from the member's row. */
export type AccessToken = {
  issuer: string
  subject: string
  issuedAt: number
  /** In seconds since 1970. A provider may issue tokens without an end. */
  expiresAt: number | undefined
  sessionId: string | undefined
  /** The client that got the token (RFC 9068 section 2.2). */
  clientId: string | undefined
  thumbprint: string | undefined
  /** Who it is, where the token says so itself. */
  verifiedEmail: string | undefined
}
export type VerifyAccessToken = (token: string) => Promise<AccessToken | undefined>

const Claims = z.object({
  iss: z.string(),
  iat: z.number(),
  exp: z.number().optional(),
  sid: z.string().optional(),
  client_id: z.string().optional().catch(undefined),
  cnf: z.object({ jkt: z.string() }).optional(),
})
const Subject = z.string().min(1).max(255)
const EmailAddress = z.string().max(254)

/** The claims that say who somebody is. Providers differ in their names. */
type PersonClaims = Direct['claims']

const standardClaims: PersonClaims = { subject: 'sub', email: 'email', isVerified: 'email_verified' }

/** The email address in claims of a token or of UserInfo, if the same claims say that it is verified. Only `true` says so. */
export const verifiedEmailOf = (claims: Record<string, unknown>, names: Pick<PersonClaims, 'email' | 'isVerified'>) =>
  claims[names.isVerified] === true ? EmailAddress.safeParse(claims[names.email]).data : undefined

const toAccessToken = (payload: JWTPayload, names = standardClaims): AccessToken | undefined => {
  const { data } = Claims.safeParse(payload)
  const { data: subject } = Subject.safeParse(payload[names.subject])
  if (!data || subject === undefined) return undefined
  return {
    issuer: data.iss,
    subject,
    issuedAt: data.iat,
    expiresAt: data.exp,
    sessionId: data.sid,
    clientId: data.client_id,
    thumbprint: data.cnf?.jkt,
    verifiedEmail: verifiedEmailOf(payload, names),
  }
}

/** An invalid token has no subject. A provider that cannot be reached does not sign people out. */
const orNobody = (error: unknown) => {
  if (isTokenRefused(error)) return undefined
  throw new Problem('unavailable', 'The sign-in service cannot be reached. Try again in a moment.')
}

/** Tokens of the embedded provider, checked with its keys in this process. `at+jwt` (RFC 9068) excludes its other kinds of token. */
export function trustOwnTokens({ OIDC_AUDIENCE }: Config, issuer: string, keyring: Keyring): VerifyAccessToken {
  const find = keyring.of((keys) => createLocalJWKSet({ keys: keys.map(publicPart) }))
  const expected = { issuer, audience: OIDC_AUDIENCE, algorithms: ['RS256'], typ: 'at+jwt' }
  return async (token) => jwtVerify(token, await find(), expected).then(({ payload }) => toAccessToken(payload), orNobody)
}

/** How long the signature of a token that was right is not checked again, in milliseconds. */
const rememberedForMs = 60_000
/** Tokens of users who work at the same time. */
const mostTokens = 10_000

/**
 * Checks the signature of a token once a minute instead of at each call. Whether its owner is still signed in is not remembered: that is asked of the
 * database at each call. A token is never remembered beyond its end.
 */
export function remembering(verify: VerifyAccessToken): VerifyAccessToken {
  const recent = openRecent<AccessToken>(mostTokens)
  return async (token) => {
    const known = recent.get(token)
    if (known) return known
    const valid = await verify(token)
    if (valid) recent.set(token, valid, Math.min((valid.expiresAt ?? Infinity) * 1_000, Date.now() + rememberedForMs))
    return valid
  }
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK) => ({ kty, n, e, kid, alg, use }) as JWK // RSA, made by us

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
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
export function trustTokensOf(config: Pick<Config, 'OIDC_AUDIENCE'>, { issuer: authority, claims }: Direct): VerifyAccessToken {
  return async (token) => {
    const provider = await findProvider(authority)
    if (!provider) return undefined
    const expected = { issuer: provider.issuer, audience: config.OIDC_AUDIENCE, algorithms }
    return jwtVerify(token, provider.keys, expected).then(({ payload }) => toAccessToken(payload, claims), orNobody)
  }
}

/** `at`: when they signed in, in seconds; an ID token without `auth_time` does not say it. */
type IdToken = { subject: string; at: number | undefined; verifiedEmail: string | undefined }

/** Who signed in at another provider, by the ID token it gave our client (OpenID Connect Core section 2). */
export async function verifyIdToken(
  config: Pick<Config, 'OIDC_CLIENT_ID'>,
  { issuer: authority, claims }: Direct,
  token: string,
): Promise<IdToken | undefined> {
  const provider = await findProvider(authority)
  if (!provider) return undefined
  const expected = { issuer: provider.issuer, audience: config.OIDC_CLIENT_ID, algorithms }
  const payload = await jwtVerify(token, provider.keys, expected).then((verified) => verified.payload, orNobody)
  const { data: subject } = Subject.safeParse(payload?.[claims.subject])
  if (!payload || subject === undefined) return undefined
  const at = typeof payload['auth_time'] === 'number' ? payload['auth_time'] : undefined
  return { subject, at, verifiedEmail: verifiedEmailOf(payload, claims) }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

async function discover(authority: string) {
  const response = await fetch(`${withoutSlash(authority)}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(5_000) })
  const { issuer, jwks_uri } = Discovery.parse(await response.json())
  if (withoutSlash(issuer) !== withoutSlash(authority)) throw new Error('OIDC_ISSUER: the provider there calls itself something else')
  return { issuer, keys: keysAt(jwks_uri) }
}
