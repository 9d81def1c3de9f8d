import { OidcClient, WebStorageStateStore, type CreateSigninRequestArgs } from 'oidc-client-ts'

import type { AppConfiguration } from '#contract/app-configuration.ts'

import type { KeyStore } from './key-store.ts'
import type { User } from './user-tokens.ts'

export type SignInRequest = Pick<CreateSigninRequestArgs, 'state' | 'prompt' | 'max_age'>

const timeLimitSeconds = 30

/**
 * The client of the library, which speaks the protocol. Its manager is not used, because its windows, frames and timers would be 6 kB more.
 */
export function openClient(config: AppConfiguration, keys: KeyStore | undefined) {
  const client = new OidcClient({
    authority: config.authority,
    client_id: config.clientId,
    redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: config.scope,
    extraQueryParams: { audience: config.audience },
    // The return address may contain search terms, so it stays in this tab.
    stateStore: new WebStorageStateStore({ prefix: 'formward.', store: sessionStorage }),
    loadUserInfo: false,
    requestTimeoutInSeconds: timeLimitSeconds,
    ...(keys && { dpop: { store: keys, bind_authorization_code: true } }),
  })
  return {
    createSigninRequest: (request: CreateSigninRequestArgs) => client.createSigninRequest(request),
    processSigninResponse: (url: string) => client.processSigninResponse(url),
    useRefreshToken: ({ id_token, session_state, scope, profile }: User, refresh_token: string) => {
      const state = { refresh_token, session_state, profile, data: undefined, ...(id_token && { id_token }), ...(scope && { scope }) }
      return client.useRefreshToken({ state, timeoutInSeconds: timeLimitSeconds })
    },
    getEndSessionEndpoint: () => client.metadataService.getEndSessionEndpoint(),
  }
}
