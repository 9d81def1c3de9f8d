import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import { Provider, type ClientMetadata, type Configuration } from 'oidc-provider'

export const apiAudience = 'https://formward.example/api'
/** Every name differs from that of the product's own provider. */
export const otherClaims = { namespace: 'urn:care:access', permissions: 'rights', roles: 'jobs' }

export type OtherPerson = {
  subject: string
  mail: string
  isVerified?: boolean
  /** The claims of UserInfo, if they differ from those of the tokens. */
  userInfo?: Record<string, unknown>
  roles?: string[]
  permissions?: string[]
}

type Options = {
  alg?: 'RS256' | 'ES256'
  port?: number
  clients: ClientMetadata[]
  people: OtherPerson[]
  /** The UserInfo endpoint. Without it the ID token has only the subject. */
  areClaimsInIdToken?: boolean
  /** As many providers: an access token for an API says nothing of the person. */
  areClaimsInAccessToken?: boolean
}

const prefix = '/realms/care'
type Seen = { authorize: Record<string, unknown>[]; basic: number; tokenCalls: number }

/** A second, real OpenID provider on loopback, as different from the product's as the standards allow: other paths, claims and keys. */
export async function startOtherProvider({
  alg = 'RS256',
  port = 0,
  clients,
  people,
  areClaimsInIdToken = false,
  areClaimsInAccessToken = true,
}: Options) {
  const seen: Seen = { authorize: [], basic: 0, tokenCalls: 0 }
  let isDown = false
  let givesRefreshTokens = true
  let signing = await makeKey(alg, 'first')
  const make = (issuer: string) =>
    createProvider(issuer, {
      alg,
      keys: [signing],
      clients,
      people,
      areClaimsInIdToken,
      areClaimsInAccessToken,
      issueRefreshToken: async () => givesRefreshTokens,
    })
  let provider: Provider | undefined

  const server = createServer((request, response) => {
    if (isDown || !provider) return void request.socket.destroy()
    if (request.url === '/favicon.ico') return void response.writeHead(204).end() // browsers request it for every page
    const path = request.url!.slice(prefix.length)
    if (path.startsWith('/token')) {
      seen.tokenCalls++
      if (request.headers.authorization?.startsWith('Basic ')) seen.basic++
    }
    if (path.startsWith('/auth?')) seen.authorize.push(Object.fromEntries(new URL(request.url!, 'http://x').searchParams))
    if (path.startsWith('/interaction/')) return void interact(provider, request, response)
    Object.assign(request, { originalUrl: request.url, url: path })
    void provider.callback()(request, response)
  })
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}${prefix}` // it listens on a port, not on a pipe
  provider = make(issuer)

  return {
    issuer,
    seen,
    /** Makes the provider unreachable, or reachable again. */
    setDown: (down: boolean) => (isDown = down),
    /** A client authentication that some providers require (OpenID Connect Core section 11). */
    setRefreshTokens: (given: boolean) => (givesRefreshTokens = given),
    /** From now on it signs with another key, and publishes no other. */
    async rotate() {
      signing = await makeKey(alg, crypto.randomUUID())
      provider = make(issuer)
    },
    publicKey: () =>
      Object.fromEntries(Object.entries(signing).filter(([name]) => ['kty', 'n', 'e', 'crv', 'x', 'y'].includes(name))) as JWK,
    /** A token signed with its key, saying whatever a test wants. */
    sign: async (claims: JWTPayload, header: Record<string, string> = {}) =>
      new SignJWT({ iss: issuer, aud: apiAudience, ...claims })
        .setProtectedHeader({ alg, typ: 'at+jwt', kid: signing.kid!, ...header })
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(await importJWK(signing, alg)),
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
export type OtherProvider = Awaited<ReturnType<typeof startOtherProvider>>

async function makeKey(alg: string, kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid }
}

type Made = Required<Omit<Options, 'port'>> & {
  keys: JWK[]
  issueRefreshToken: () => Promise<boolean>
}

function createProvider(
  issuer: string,
  { alg, keys, clients, people, areClaimsInIdToken, areClaimsInAccessToken, issueRefreshToken }: Made,
) {
  const isPublic = (client: { tokenEndpointAuthMethod?: string | undefined }) => client.tokenEndpointAuthMethod === 'none'
  const api = {
    scope: 'openid offline_access profile email',
    audience: apiAudience,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg } },
  } as const
  const configuration: Configuration = {
    jwks: { keys },
    clients: clients.map((client) => ({ id_token_signed_response_alg: alg, ...client })),
    pkce: { required: () => true },
    claims: { openid: ['sub', 'sid', 'amr', otherClaims.namespace], email: ['mail', 'mail_verified'] },
    conformIdTokenClaims: !areClaimsInIdToken,
    enabledJWA: { clientAuthSigningAlgValues: ['RS256', 'ES256'] },
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3_600, IdToken: 300, Interaction: 900, RefreshToken: 3_600, Session: 3_600 },
    clientBasedCORS: () => true,
    cookies: { keys: ['of a test'] },
    findAccount: (_ctx, id) => accountOf(people, id),
    // Its tokens speak of sessions too: of its own (RFC 9068 leaves the claim open).
    extraTokenClaims: async (_ctx, token) => {
      const isTold = areClaimsInAccessToken && 'accountId' in token && token.accountId !== undefined
      const account = isTold ? accountOf(people, token.accountId) : undefined
      return { sid: 'a session over there', ...(await account?.claims()) }
    },
    issueRefreshToken,
    interactions: { url: (_ctx, { uid }) => `${prefix}/interaction/${uid}` },
    loadExistingGrant: async (ctx) => {
      const { account, client, provider } = ctx.oidc
      const grant = new provider.Grant({ accountId: account!.accountId, clientId: client!.clientId })
      grant.addOIDCScope('openid profile email offline_access')
      grant.addResourceScope(apiAudience, api.scope)
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => void (ctx.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (isPublic(client) ? apiAudience : []),
        useGrantedResource: () => true,
        getResourceServerInfo: () => api,
      },
    },
  }
  return new Provider(issuer, configuration)
}

function accountOf(people: OtherPerson[], id: string) {
  const person = people.find(({ subject }) => subject === id)
  if (!person) return undefined
  const { subject, mail, isVerified = true, userInfo, roles = [], permissions = [] } = person
  const access = { rights: permissions.map((permission_name) => ({ permission_name })), jobs: roles.map((name) => ({ name })) }
  const claims = { sub: subject, mail, mail_verified: isVerified, [otherClaims.namespace]: access }
  return { accountId: subject, claims: async (use?: string) => (use === 'userinfo' && userInfo ? { sub: subject, ...userInfo } : claims) }
}

/** Its sign-in page accepts any subject without a password. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('subject')
    const result = accountId ? { login: { accountId, amr: ['pwd', 'mfa'] } } : { error: 'access_denied', error_description: 'gave up' }
    return provider.interactionFinished(request, response, result)
  }
  response.setHeader('content-type', 'text/html')
  response.end(
    `<!doctype html><html lang="en"><title>Care ID</title><main><h1>Care ID</h1><form method="post"><label>Who are you? <input name="subject"></label><button>Continue</button></form></main></html>`,
  )
}
