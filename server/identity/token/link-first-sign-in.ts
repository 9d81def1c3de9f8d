import { z } from 'zod'

import type { Actor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import type { AccessToken, Person } from './verify-access-token.ts'

export type LinkFirstSignIn = (valid: AccessToken, token: string) => Promise<Actor | undefined>

/** A valid subject without a member may be an invited person who signs in for the first time (MEM-2). */
export const createLinkFirstSignIn =
  ({ db, directory }: Pick<Services, 'db' | 'directory'>, authority: string): LinkFirstSignIn =>
  async ({ issuer, subject, person: fromToken }, token) => {
    const person = fromToken ?? (await fetchUserInfo(authority, token))
    return person && inTransaction(db, {}, (tx) => directory.linkMember(tx, { issuer, subject, ...person }))
  }

const Discovery = z.object({ userinfo_endpoint: z.url() })
const UserInfo = z.object({ email: z.string().max(254), email_verified: z.boolean().default(false) })

/**
 * Many providers leave addresses out of access tokens (OpenID Connect Core section 5.3). A provider that does not respond has given no
 * address.
 */
async function fetchUserInfo(authority: string, token: string): Promise<Person | undefined> {
  const get = async (address: string, headers = {}): Promise<unknown> =>
    (await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(5_000) })).json()
  try {
    const { userinfo_endpoint } = Discovery.parse(await get(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`))
    const { email, email_verified } = UserInfo.parse(await get(userinfo_endpoint, { authorization: `Bearer ${token}` }))
    return { emailAddress: email, isEmailVerified: email_verified }
  } catch {
    return undefined
  }
}
