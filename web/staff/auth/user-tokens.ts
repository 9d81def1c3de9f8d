import { calculateThumbprint, generateKeyPair, generateProof } from 'dpop'
import type { SigninResponse } from 'oidc-client-ts'

import type { AppConfiguration } from '#contract/app-configuration.ts'

import { openKeyStore, type KeyStore } from './key-store.ts'
import type { SignInRequest } from './oidc-client.ts'

/** What is stored of a signed-in user, as the library's own `User` stores it. */
export type User = Pick<SigninResponse, 'access_token' | 'token_type' | 'session_state' | 'profile'> & {
  refresh_token?: string | undefined
  id_token?: string | undefined
  scope?: string | undefined
  /** in seconds since 1970 */
  expires_at?: number | undefined
}

/** The seconds until the access token expires; undefined when the provider did not say. */
export const expiresIn = ({ expires_at }: User) => expires_at && expires_at - Math.floor(Date.now() / 1_000)

const storedAs = ({ authority, clientId }: AppConfiguration) => `formward.user:${authority}:${clientId}`

/**
 * The tokens of the signed-in user and the key they are bound to: received by redirect, renewed by refresh token. What speaks the protocol is loaded
 * only for that, because a screen that opens with a valid token does not need it: 12 kB of the first load.
 */
export function openUserTokens(config: AppConfiguration) {
  const keys = config.dpop ? openKeyStore() : undefined
  let loading: ReturnType<typeof loadClient> | undefined
  const loadClient = async () => (await import('./oidc-client.ts')).openClient(config, keys)
  /** After a failure the next call loads it again. */
  const client = () =>
    (loading ??= loadClient().catch((error: unknown) => {
      loading = undefined
      throw error
    }))

  function keep({ access_token, token_type, refresh_token, id_token, session_state, scope, profile, expires_at }: User): User {
    const user: User = { access_token, token_type, refresh_token, id_token, session_state, scope, profile, expires_at }
    localStorage.setItem(storedAs(config), JSON.stringify(user))
    return user
  }

  function storedUser() {
    const stored = localStorage.getItem(storedAs(config))
    return stored === null ? null : (JSON.parse(stored) as User) // only keep() writes it
  }

  /** The key that the authorization code will be bound to (RFC 9449 section 10). A new one when there is none. */
  async function thumbprintOfKey(store: KeyStore) {
    let state = await store.get(config.clientId)
    if (!state) {
      state = { keys: await generateKeyPair('ES256') }
      await store.set(config.clientId, state)
    }
    return calculateThumbprint(state.keys.publicKey)
  }

  return {
    user: storedUser,
    async remove() {
      localStorage.removeItem(storedAs(config))
      await keys?.remove(config.clientId)
    },
    /** Leaves for the provider. The promise is kept only when the user comes back to this page with the Back button. */
    async leaveForProvider(request: SignInRequest) {
      const [{ createSigninRequest }, dpopJkt] = await Promise.all([client(), keys && thumbprintOfKey(keys)])
      const { url } = await createSigninRequest({ ...request, nonce: crypto.randomUUID(), ...(dpopJkt && { dpopJkt }) })
      await new Promise((resolve) => {
        window.addEventListener('pageshow', resolve, { once: true })
        location.assign(url)
      })
    },
    /** The user of the address that the provider has sent the browser back to, and what was given to the provider to send back. */
    async completeSignIn(url: string) {
      const response = await (await client()).processSigninResponse(url)
      return { user: keep(response), state: response.userState }
    },
    /** New tokens for the refresh token that is stored now; null without one. Another tab may have stored a newer one a moment ago. */
    async renew() {
      const { useRefreshToken } = await client()
      const user = storedUser()
      if (!user?.refresh_token) return null
      return keep({ ...user, ...(await useRefreshToken(user, user.refresh_token)) })
    },
    /** Proof that this browser holds the key of the token (RFC 9449 section 4); undefined without a key. */
    async proofFor(user: User, url: string, method: string) {
      const state = await keys?.get(config.clientId)
      return state && generateProof(state.keys, url, method, undefined, user.access_token)
    },
    endSessionEndpoint: async () => (await client()).getEndSessionEndpoint(),
  }
}
