import type { AppConfiguration } from '#contract/app-configuration.ts'
import { presence } from '#web/staff/idle/presence.ts'

import { freshSignIn } from './fresh-sign-in.ts'
import { lockTimeoutMs, waitForSignOut } from './leaving.ts'
import type { SignInRequest } from './oidc-client.ts'
import { expiresIn, openUserTokens, type User } from './user-tokens.ts'

/** The user is signed out: the provider refused to renew the token, or there was no refresh token. */
export class SignedOut extends Error {}

/** The user has just signed in, and the server refuses the tokens of the provider. */
export class SignInNotAccepted extends Error {}

/** The token is not renewed, because the user is inactive: background requests must not keep a session alive (IDLE-4). */
export class UserInactive extends Error {}

/** A token is renewed this long before it expires. Without a refresh token it is used until it expires. */
const renewBeforeSeconds = 20

/** The tab that renews the token holds this lock. */
const renewalLock = 'formward.renew'

export type Identity = ReturnType<typeof openIdentity>

/** Sign-in with any OpenID provider. The tokens are in local storage and are renewed when they are needed (SIGN-3). */
export function openIdentity(config: AppConfiguration) {
  const tokens = openUserTokens(config)
  let beginning: Promise<void> | undefined
  /** true once the tokens are deleted: the next user gets a new page */
  let isForgotten = false

  const isGood = (user: User | null, refused?: string): user is User => {
    if (user === null || user.access_token === refused) return false
    // A new sign-in would give the same token, and the server says what is wrong with the token.
    if (freshSignIn.isUnconfirmed() && !refused) return true
    const seconds = expiresIn(user)
    return seconds === undefined || seconds > (user.refresh_token ? renewBeforeSeconds : 0)
  }

  /** The signed-in user with a valid token other than the refused one. Throws SignedOut. */
  async function freshUser(refused?: string): Promise<User> {
    const user = tokens.user()
    if (isGood(user, refused)) return user
    if (presence.isInactive()) throw new UserInactive()
    // One tab renews the token and the others wait, because a refresh token used twice ends the whole session.
    return navigator.locks.request(renewalLock, async () => {
      const stored = await latestUser()
      return isGood(stored, refused) ? stored : renew(stored)
    })
  }

  /** The stored user. The token that another tab has stored may become visible a moment after its lock is free. */
  async function latestUser() {
    for (let tries = 0; ; tries++) {
      const user = tokens.user()
      if (!user?.refresh_token || tries === 200 || !(await isSpent(user.refresh_token))) return user
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async function renew(user: User | null): Promise<User> {
    if (!user?.refresh_token) throw new SignedOut()
    try {
      const renewed = await tokens.renew()
      if (isForgotten) await tokens.remove()
      else if (renewed) {
        await markSpent(user.refresh_token)
        return renewed
      }
    } catch (error) {
      // Only a refusal of the provider ends the session; a lost connection does not.
      if (!isRefusal(error)) throw error
      // The user stays, because other tabs would only repeat the same sign-in.
      if (freshSignIn.isUnconfirmed()) throw new SignInNotAccepted()
      await tokens.remove()
    }
    throw new SignedOut()
  }

  async function begin(target: string, more: SignInRequest = {}) {
    await waitForSignOut()
    await tokens.leaveForProvider({ state: { target }, ...more })
  }

  return {
    user: () => tokens.user(),
    freshUser,
    /** Leaves for the provider once, even when called again. */
    beginSignIn: (target: string) => (beginning ??= begin(target).finally(() => (beginning = undefined))),
    /** Makes a signed-in user sign in again, so that the token holds a new sign-in time (OpenID Connect Core section 3.1.2.1). */
    signInAgain: (target: string) => begin(target, { prompt: 'login', max_age: 0 }),
    /** Completes a sign-in and returns the screen that the user wanted to open. */
    async completeSignIn(url: string) {
      const { user, state } = await tokens.completeSignIn(url)
      freshSignIn.begin()
      return { user, target: targetOf(state) }
    },
    headersFor: async (user: User, url: string, method: string): Promise<Record<string, string>> => {
      const { origin, pathname } = new URL(url, location.origin)
      const proof = user.token_type.toLowerCase() === 'dpop' ? await tokens.proofFor(user, origin + pathname, method) : undefined
      return proof ? { authorization: `DPoP ${user.access_token}`, dpop: proof } : { authorization: `Bearer ${user.access_token}` }
    },
    /** The sign-out address of the provider. Call it before `forget`, because the address contains the ID token. */
    async signOutAddress() {
      const user = tokens.user()
      const endpoint = await tokens.endSessionEndpoint()
      if (!endpoint) return location.origin
      const query = new URLSearchParams({
        client_id: config.clientId,
        ...(user?.id_token && { id_token_hint: user.id_token }),
        post_logout_redirect_uri: location.origin,
        returnTo: location.origin,
      })
      return `${endpoint}?${query}`
    },
    /** Deletes the tokens and the key they are bound to, together with the caller's own data. */
    async forget(also?: () => void) {
      isForgotten = true
      const forgetAll = () => {
        also?.()
        return tokens.remove()
      }
      // A renewal in progress would store its token after the deletion, so this waits for its end, but not for long.
      await navigator.locks.request(renewalLock, { signal: AbortSignal.timeout(lockTimeoutMs) }, forgetAll).catch(forgetAll)
    },
  }
}

/**
 * `ErrorResponse` of the library, known by its name because the library is loaded later. When a refusal carries a new DPoP nonce, the library reports a
 * nonce error, and only the message contains the real reason.
 */
function isRefusal(error: unknown) {
  if (!(error instanceof Error)) return false
  if (error.name === 'ErrorResponse') return refusals.includes((error as Error & { error?: string }).error ?? null)
  return error.message.includes('"error":"invalid_grant"')
}

/** Final refusals of a token endpoint (RFC 6749 section 5.2). Some providers issue refresh tokens that the client may not use. */
const refusals: (string | null)[] = ['invalid_grant', 'invalid_request', 'unauthorized_client', 'unsupported_grant_type']

/** A used refresh token is marked by a lock, because every tab sees a lock at once, unlike local storage. */
const spentLock = (refreshToken: string) => `formward.spent.${refreshToken.slice(-12)}`

const isSpent = async (refreshToken: string) =>
  (await navigator.locks.query()).held?.some(({ name }) => name === spentLock(refreshToken)) ?? false

const markSpent = (refreshToken: string) =>
  new Promise<void>((marked) => {
    void navigator.locks.request(spentLock(refreshToken), { mode: 'shared' }, () => {
      marked()
      return new Promise<never>(() => {})
    })
  })

/** The screen to open after the sign-in. Only addresses of this app are accepted, because the value comes from storage. */
export function targetOf(state: unknown) {
  const target = (state as { target?: unknown } | null | undefined)?.target
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) ? target : '/'
}
