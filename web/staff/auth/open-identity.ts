import { ErrorResponse, IndexedDbDPoPStore, UserManager, WebStorageStateStore, type SigninRedirectArgs, type User } from 'oidc-client-ts'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import { presence } from '#web/staff/idle/presence.ts'

import { freshSignIn } from './fresh-sign-in.ts'
import { othersHaveLeft, patience } from './leaving.ts'

/** Nobody is signed in any more: the provider refused to renew, or there was nothing to renew. */
export class SignedOut extends Error {}

/** Somebody has just signed in, and the server accepts nothing that they got from the provider. */
export class SignInNotAccepted extends Error {}

/** Nobody is here for whom the token could be renewed: what happens by itself keeps no session alive (IDLE-4). */
export class Away extends Error {}

/** A token this close to its end is renewed before it is used; one that cannot be renewed is used to its end. */
const secondsToSpare = 20

/** The lock of whoever renews. */
const renewal = 'formward.renew'

export type Identity = ReturnType<typeof openIdentity>

/** Signing in at any OpenID provider, embedded or not, with tokens in local storage and renewed when they are needed (SIGN-3). */
export function openIdentity(config: AppConfiguration) {
  const manager = openManager(config)
  let beginning: Promise<void> | undefined
  /** This page ends with whoever was forgotten: who comes next has one of their own. */
  let isForgotten = false

  const isGood = (user: User | null, refused?: string): user is User => {
    if (user === null || user.access_token === refused) return false
    // Signing in again would bring the same: the server says what is wrong with it.
    if (freshSignIn.isUnproven() && !refused) return true
    return user.expires_in === undefined || user.expires_in > (user.refresh_token ? secondsToSpare : 0)
  }

  /** The signed-in user with a token that is still good, and is not the one that was just refused. Throws SignedOut. */
  async function freshUser(refused?: string): Promise<User> {
    const user = await manager.getUser()
    if (isGood(user, refused)) return user
    if (presence.isAway()) throw new Away()
    // One tab renews, the others wait and take what it got: a refresh token used twice ends the whole session.
    return navigator.locks.request(renewal, async () => {
      const stored = await latestUser()
      return isGood(stored, refused) ? stored : renew(stored)
    })
  }

  /** What the tab before stored may reach this one a moment after the lock did. */
  async function latestUser() {
    for (let tries = 0; ; tries++) {
      const user = await manager.getUser()
      if (!user?.refresh_token || tries === 200 || !(await isSpent(user.refresh_token))) return user
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async function renew(user: User | null): Promise<User> {
    if (!user?.refresh_token) throw new SignedOut()
    try {
      const renewed = await manager.signinSilent()
      if (isForgotten) await manager.removeUser()
      else if (renewed) {
        await markSpent(user.refresh_token)
        return renewed
      }
    } catch (error) {
      // Only the provider's own no ends the session; a lost connection does not.
      if (!isRefusal(error)) throw error
      // Other tabs would sign in anew, which leads to nothing either.
      if (freshSignIn.isUnproven()) throw new SignInNotAccepted()
      await manager.removeUser()
    }
    throw new SignedOut()
  }

  async function begin(target: string, more: SigninRedirectArgs = {}) {
    await othersHaveLeft()
    await manager.signinRedirect({ state: { target }, nonce: crypto.randomUUID(), ...more })
  }

  return {
    user: () => manager.getUser(),
    freshUser,
    /** Leaves once, however often it is asked. */
    beginSignIn: (target: string) => (beginning ??= begin(target).finally(() => (beginning = undefined))),
    /** Signs in again although one is signed in: the provider asks who is here, and says when it did (OpenID Connect Core section 3.1.2.1). */
    signInAfresh: (target: string) => begin(target, { prompt: 'login', max_age: 0 }),
    /** Ends what beginSignIn began; answers where the person wanted to go. */
    async completeSignIn(url: string) {
      const user = await manager.signinRedirectCallback(url)
      freshSignIn.begin()
      return { user, target: targetOf(user.state) }
    },
    headersFor: async (user: User, url: string, method: string): Promise<Record<string, string>> => {
      const { origin, pathname } = new URL(url, location.origin)
      const proof = user.token_type.toLowerCase() === 'dpop' ? await manager.dpopProof(origin + pathname, user, method) : undefined
      return proof ? { authorization: `DPoP ${user.access_token}`, dpop: proof } : { authorization: `Bearer ${user.access_token}` }
    },
    /** Where to go to sign out of the provider. To be asked before `forget`: the token is the hint by which it knows whom. */
    async signOutAddress() {
      const user = await manager.getUser()
      const endpoint = await manager.metadataService.getEndSessionEndpoint()
      if (!endpoint) return location.origin
      const query = new URLSearchParams({
        client_id: config.clientId,
        ...(user?.id_token && { id_token_hint: user.id_token }),
        post_logout_redirect_uri: location.origin,
        returnTo: location.origin,
      })
      return `${endpoint}?${query}`
    },
    /** Forgets tokens and the key they are bound to, and what else the caller wants forgotten with them. */
    async forget(also?: () => void) {
      isForgotten = true
      const forgetAll = () => {
        also?.()
        return manager.removeUser()
      }
      // A renewal that is under way would store what it gets when all is forgotten: it may end first, if it does so soon.
      await navigator.locks.request(renewal, { signal: AbortSignal.timeout(patience) }, forgetAll).catch(forgetAll)
    },
  }
}

/** The library takes every refusal that comes with a fresh nonce for a request to use that nonce, and hides the reason in the message. */
const isRefusal = (error: unknown) =>
  error instanceof ErrorResponse
    ? refusals.includes(error.error)
    : error instanceof Error && error.message.includes('"error":"invalid_grant"')

/** The answers of a token endpoint that are the same however often it is asked (RFC 6749 section 5.2): some providers give a client refresh tokens that it may not use. */
const refusals: (string | null)[] = ['invalid_grant', 'invalid_request', 'unauthorized_client', 'unsupported_grant_type']

/** Of one origin, and gone with its tab: unlike local storage, every tab sees at once which locks are held. */
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

function openManager(config: AppConfiguration) {
  const kept = (store: Storage) => new WebStorageStateStore({ prefix: 'formward.', store })
  // Our own provider binds the refresh token to the session, so that signing out ends it; others give one only for this scope.
  const isOurs = new URL(config.authority).origin === location.origin
  return new UserManager({
    authority: config.authority,
    client_id: config.clientId,
    redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: `openid profile email${isOurs ? '' : ' offline_access'}`,
    extraQueryParams: { audience: config.audience },
    userStore: kept(localStorage),
    // An address to come back to may name what was searched for: it stays with its tab.
    stateStore: kept(sessionStorage),
    automaticSilentRenew: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 30,
    ...(config.dpop && { dpop: { store: new IndexedDbDPoPStore(), bind_authorization_code: true } }),
  })
}

/** Where the person wanted to go before signing in. What is kept in storage may lead to our own screens only. */
export function targetOf(state: unknown) {
  const target = (state as { target?: unknown } | null | undefined)?.target
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) ? target : '/'
}
