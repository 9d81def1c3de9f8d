import { z } from 'zod'

import type { Config } from '#server/config.ts'
import type { Direct } from '#server/config-identity.ts'
import type { Actor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { verifiedEmailOf, verifyIdToken, type AccessToken } from './verify-access-token.ts'

/** `idToken` is what the caller sent as one. */
export type LinkFirstSignIn = (valid: AccessToken, token: string, idToken: unknown) => Promise<Actor | undefined>

/**
 * A valid subject without a member may be an invited person who signs in for the first time (MEM-2). Who it is says the first of these that has
 * a verified address: the access token, the ID token of the same sign-in, UserInfo.
 */
export const createLinkFirstSignIn =
  ({ db, directory, config }: Pick<Services, 'db' | 'directory' | 'config'>, direct: Direct): LinkFirstSignIn =>
  async (valid, token, idToken) => {
    const { issuer, subject } = valid
    const verifiedEmail =
      valid.verifiedEmail ?? (await emailOfIdToken(config, direct, subject, idToken)) ?? (await emailOfUserInfo(direct, token))
    if (verifiedEmail === undefined) return undefined
    return inTransaction(db, {}, (tx) => directory.linkMember(tx, { issuer, subject, verifiedEmail }))
  }

/** The ID token of somebody else says nothing about the owner of the access token. */
async function emailOfIdToken(config: Config, direct: Direct, subject: string, idToken: unknown) {
  const signIn = typeof idToken === 'string' ? await verifyIdToken(config, direct, idToken) : undefined
  return signIn?.subject === subject ? signIn.verifiedEmail : undefined
}

const Discovery = z.object({ userinfo_endpoint: z.url() })
const UserInfo = z.record(z.string(), z.unknown())

/**
 * Many providers leave addresses out of access tokens (OpenID Connect Core section 5.3). A provider that does not respond has given no
 * address.
 */
async function emailOfUserInfo({ issuer: authority, claims }: Direct, token: string) {
  const get = async (address: string, headers = {}): Promise<unknown> =>
    (await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(5_000) })).json()
  try {
    const { userinfo_endpoint } = Discovery.parse(await get(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`))
    return verifiedEmailOf(UserInfo.parse(await get(userinfo_endpoint, { authorization: `Bearer ${token}` })), claims)
  } catch {
    return undefined
  }
}
