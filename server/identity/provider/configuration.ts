import type { JWK } from 'jose'
import {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider'
import { z } from 'zod'

import { deviceInWords } from '#domain/device-words.ts'
import type { Config } from '#server/config.ts'
import { isSignInValid } from '#server/identity/accounts.sql.ts'
import { recordUse } from '#server/identity/own-sessions/own-sessions.sql.ts'
import { type Database, inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { type AccountClaims, asFindAccount, createFindAccountClaims } from './account.ts'
import { createAdapter } from './adapter.sql.ts'
import { createFindClient, limitAssertion, secretHashes } from './clients.ts'

const minute = 60
/** Nobody stays signed in longer than a long shift, however busy. */
const longestSession = 12 * 60 * minute
const longestAccess = 5 * minute

const accountClaimsOf = ({ oidc }: KoaContextWithOIDC) => oidc.entities.Account as AccountClaims | undefined // findAccount below makes no other kind

/** An access token never outlives the time after which an idle person is signed out. */
const accessSeconds = (idle: number | undefined) => Math.min(longestAccess, idle ?? longestAccess)

/**
 * Renewal happens on demand, so the last one may lie a whole access token before the last touch of a key: only then
 * does idleness begin to count. Never ended too early, and at most one access token too late.
 */
const refreshSeconds = (idle: number | undefined) =>
  idle === undefined ? longestSession : Math.min(longestSession, idle + accessSeconds(idle))

/** How long each thing lives, in seconds. */
const ttl: NonNullable<Configuration['ttl']> = {
  AccessToken: (ctx) => accessSeconds(accountClaimsOf(ctx)?.idleSeconds),
  AuthorizationCode: minute,
  ClientCredentials: longestAccess,
  Grant: longestSession,
  IdToken: longestAccess,
  Interaction: 15 * minute,
  RefreshToken: (ctx) => refreshSeconds(accountClaimsOf(ctx)?.idleSeconds),
  Session: (_ctx, { loginTs }) =>
    loginTs === undefined ? 15 * minute : Math.max(1, loginTs + longestSession - Math.floor(Date.now() / 1000)),
}

// Auth0's addresses, so that clients written for it work too (SIGN-1).
const routes = {
  authorization: '/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  end_session: '/oidc/logout',
  jwks: '/.well-known/jwks.json',
}

/** How a code is returned. Not `form_post`: its page needs an inline script, which the policy forbids. */
export const responseModes = ['query', 'fragment'] as const

type Parts = { services: Services; jwks: JWK[]; renderError: NonNullable<Configuration['renderError']> }

export function configure({ services, jwks, renderError }: Parts): Configuration {
  const { config, db, keys } = services
  const { origin } = new URL(config.PUBLIC_URL)

  return {
    adapter: createAdapter(db, createFindClient(services)),
    jwks: { keys: jwks },
    clients: [staffApp(config, origin)],
    routes,
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    enabledJWA: { clientAuthSigningAlgValues: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'] },
    extraClientMetadata: { properties: [secretHashes] },
    assertJwtClientAuthClaimsAndHeader: limitAssertion,
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: { openid: ['sub', 'acr', 'amr', 'auth_time', config.OIDC_CLAIMS_NAMESPACE], email: ['email'] },
    acrValues: ['aal1', 'aal2'],
    conformIdTokenClaims: false,
    extraParams: ['audience'],
    clientBasedCORS: (_ctx, from) => from === origin,
    cookies: { keys: [keys.derive('identity-cookies').toString('base64url')], names: cookieNames(origin), long: { path: '/identity' } },
    findAccount: asFindAccount(createFindAccountClaims(services)),
    loadExistingGrant: grantEverything(config.OIDC_AUDIENCE),
    extraTokenClaims: async (ctx, token) => {
      if (token.kind === 'ClientCredentials') {
        const { clientId } = token
        if (clientId !== undefined) await inTransaction(db, { key: clientId }, (tx) => services.directory.recordTokenOf(tx, clientId))
        return undefined
      }
      if (token.kind !== 'AccessToken') return undefined
      const { sessionUid: uid, accountId } = token
      // Here, as no token is made without it: the list of one's own sessions leaves none out.
      if (uid !== undefined)
        await inTransaction(db, {}, (tx) => recordUse(tx, { uid, accountId, device: deviceInWords(ctx.get('user-agent')) }))
      return { ...accountClaimsOf(ctx)?.claimsOfRole, sid: uid }
    },
    // Without offline_access a token belongs to its session: signing out ends both. Asked for or not, ours always does.
    expiresWithSession: () => true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl,
    interactions: { policy: createInteractionPolicy(db), url: (_ctx, { uid }) => `/identity/sign-in/${uid}` },
    features: featuresOf(services, origin),
    renderError,
  }
}

/** With TLS, names that a browser takes over TLS only: a neighbour on plain http cannot plant a session (RFC 6265bis section 4.1.3). */
const cookieNames = (origin: string) =>
  origin.startsWith('https:') ? { session: '__Secure-session', interaction: '__Secure-interaction', resume: '__Secure-resume' } : {}

const staffApp = ({ OIDC_CLIENT_ID, DPOP }: Config, origin: string): ClientMetadata => ({
  client_id: OIDC_CLIENT_ID,
  client_name: 'Formward',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: [...responseModes],
  redirect_uris: [`${origin}/`],
  post_logout_redirect_uris: [origin, `${origin}/`],
  id_token_signed_response_alg: 'RS256',
  dpop_bound_access_tokens: DPOP === 'on',
})

function featuresOf({ config, keys }: Services, origin: string): NonNullable<Configuration['features']> {
  const toOrigin = (ctx: KoaContextWithOIDC) => ctx.redirect(`${origin}/`)
  const api: ResourceServer = {
    scope: 'openid',
    audience: config.OIDC_AUDIENCE,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  }
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: config.DPOP === 'on', nonceSecret: keys.derive('identity-dpop-nonce') },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => config.OIDC_AUDIENCE,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== config.OIDC_AUDIENCE) throw new errors.InvalidTarget() // RFC 8707 section 2
        return api
      },
    },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    // UserInfo accepts only access tokens without a resource, and all tokens here are for the API, so it is off. The ID token has its
    // claims.
    userinfo: { enabled: false },
    // Its addresses and checks are wanted, its pages never seen: signing out is server/identity/provider/sign-out.routes.ts.
    rpInitiatedLogout: { enabled: true, logoutSource: toOrigin, postLogoutSuccessSource: toOrigin },
  }
}

/** First-party: signing in to the product is the consent. Each sign-in has its own grant, so that a stolen one ends with it. */
const grantEverything =
  (audience: string): Configuration['loadExistingGrant'] =>
  async (ctx) => {
    const { account, client, provider, result } = ctx.oidc
    if (!result?.login || !account || !client) return undefined
    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
    grant.addOIDCScope('openid offline_access profile email')
    grant.addResourceScope(audience, 'openid')
    await grant.save()
    return grant
  }

/** What finishSignIn gives the provider. */
const SignIn = z.object({ accountId: z.string(), validFrom: z.string() })

/**
 * Every visit to the authorize address asks for the password. If a session were enough, any script on this origin could get tokens for
 * itself, whatever they are bound to. Reloads and new tabs use the refresh token. A sign-in in progress while the sessions of the account
 * are ended must not open a session, because it may rely on an old password. This is checked after its grant is saved: ending the sessions
 * either deletes the grant or happened before, and then the password is asked for again.
 */
function createInteractionPolicy(db: Database) {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy.get('login')!.checks.add(
    new Check('fresh_login', 'signing in is asked for every time', 'login_required', async (ctx) => {
      const { data: signIn } = SignIn.safeParse(ctx.oidc.result?.login)
      const isValid = signIn && (await inTransaction(db, {}, (tx) => isSignInValid({ tx }, signIn)))
      return isValid ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}
