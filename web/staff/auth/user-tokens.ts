import { calculateThumbprint, generateKeyPair, generateProof } from 'dpop'
import { DPoPState, IndexedDbDPoPStore, OidcClient, User, WebStorageStateStore, type CreateSigninRequestArgs } from 'oidc-client-ts'

import type { AppConfiguration } from '#contract/app-configuration.ts'

export type SignInRequest = Pick<CreateSigninRequestArgs, 'state' | 'prompt' | 'max_age'>

/**
 * The tokens of the signed-in user and the key they are bound to: received by redirect, renewed by refresh token. The client of the library speaks the
 * protocol. Its manager is not used, because its windows, frames and timers would be 6 kB of the first load.
 */
export function openUserTokens(config: AppConfiguration) {
  const users = kept(localStorage)
  const keys = config.dpop ? new IndexedDbDPoPStore() : undefined
  const client = openClient(config, keys)
  const storedAs = `user:${config.authority}:${config.clientId}`

  async function keep(user: User) {
    await users.set(storedAs, user.toStorageString())
    return user
  }

  /** The key that the authorization code will be bound to (RFC 9449 section 10). A new one when there is none. */
  async function thumbprintOfKey(store: IndexedDbDPoPStore) {
    let state: DPoPState | undefined = await store.get(config.clientId)
    if (!state) {
      state = new DPoPState(await generateKeyPair('ES256'))
      await store.set(config.clientId, state)
    }
    return calculateThumbprint(state.keys.publicKey)
  }

  async function storedUser() {
    const stored = await users.get(storedAs)
    return stored ? User.fromStorageString(stored) : null
  }

  return {
    user: storedUser,
    async remove() {
      await users.remove(storedAs)
      await keys?.remove(config.clientId)
    },
    /** Leaves for the provider. The promise is kept only when the user comes back to this page with the Back button. */
    async leaveForProvider(request: SignInRequest) {
      const dpopJkt = keys && (await thumbprintOfKey(keys))
      const { url } = await client.createSigninRequest({ ...request, nonce: crypto.randomUUID(), ...(dpopJkt && { dpopJkt }) })
      await new Promise((resolve) => {
        window.addEventListener('pageshow', resolve, { once: true })
        location.assign(url)
      })
    },
    /** The user of the address that the provider has sent the browser back to. */
    async completeSignIn(url: string) {
      return keep(new User(await client.processSigninResponse(url)))
    },
    /** New tokens for the refresh token that is stored now; null without one. Another tab may have stored a newer one a moment ago. */
    async renew() {
      const user = await storedUser()
      if (!user?.refresh_token) return null
      const { refresh_token, id_token, session_state, scope, profile, state: data } = user
      const state = { refresh_token, session_state, profile, data, ...(id_token && { id_token }), ...(scope && { scope }) }
      return keep(new User({ ...state, ...(await client.useRefreshToken({ state, timeoutInSeconds: timeLimitSeconds })) }))
    },
    /** Proof that this browser holds the key of the token (RFC 9449 section 4); undefined without a key. */
    async proofFor(user: User, url: string, method: string) {
      const state: DPoPState | undefined = await keys?.get(config.clientId)
      return state && generateProof(state.keys, url, method, undefined, user.access_token)
    },
    endSessionEndpoint: () => client.metadataService.getEndSessionEndpoint(),
  }
}

const timeLimitSeconds = 30

const kept = (store: Storage) => new WebStorageStateStore({ prefix: 'formward.', store })

function openClient(config: AppConfiguration, keys: IndexedDbDPoPStore | undefined) {
  return new OidcClient({
    authority: config.authority,
    client_id: config.clientId,
    redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: config.scope,
    extraQueryParams: { audience: config.audience },
    // The return address may contain search terms, so it stays in this tab.
    stateStore: kept(sessionStorage),
    loadUserInfo: false,
    requestTimeoutInSeconds: timeLimitSeconds,
    ...(keys && { dpop: { store: keys, bind_authorization_code: true } }),
  })
}
