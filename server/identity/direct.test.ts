import { createHash, randomBytes } from 'node:crypto'

import { decodeJwt, exportSPKI, importJWK, type CryptoKey, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { openBrowser } from '#test/browser.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { signInByHttp } from '#test/sign-in.ts'
import { apiAudience, otherClaims, startOtherProvider, type OtherPerson, type OtherProvider } from '#test/other-provider.ts'

const returnTo = 'http://localhost:3000/'
const clients = [{ client_id: 'forms', token_endpoint_auth_method: 'none' as const, redirect_uris: [returnTo] }]
const people: OtherPerson[] = []

async function openDirect(alg: 'RS256' | 'ES256' = 'RS256') {
  const other = await startOtherProvider({ alg, clients, people, areClaimsInIdToken: true })
  afterAll(other.stop)
  const environment = {
    OIDC_MODE: 'direct',
    OIDC_ISSUER: other.issuer,
    OIDC_CLIENT_ID: 'forms',
    OIDC_CLAIMS_NAMESPACE: otherClaims.namespace,
    OIDC_PERMISSIONS_CLAIM: otherClaims.permissions,
    OIDC_ROLES_CLAIM: otherClaims.roles,
  }
  const { baseUrl } = await listen(environment)
  const show = async (token: string, path = '/api/tenants/tenant') =>
    fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
  return { other, baseUrl, show, status: async (token: string) => (await show(token)).status }
}

/** Somebody both sides know. */
async function colleague() {
  const ada = await personWithAccount('Admin')
  people.push({ subject: ada.subject, mail: ada.emailAddress, roles: ['Admin'], permissions: ['patient:read'] })
  return ada
}

/** A whole sign-in as the app does it: code with PKCE, as a public client, by the addresses of discovery. */
async function signInThere({ issuer }: OtherProvider, subject: string) {
  const discovered = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>
  const verifier = randomBytes(32).toString('base64url')
  const browser = openBrowser(new URL(issuer).origin)
  const query = new URLSearchParams({
    client_id: 'forms',
    redirect_uri: returnTo,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await browser.visit(`${discovered['authorization_endpoint']}?${query.toString()}`)
  const answered = await browser.visit(asked.headers.get('location')!, { subject })
  const back = await browser.visit(answered.headers.get('location')!)
  const code = new URL(back.headers.get('location')!).searchParams.get('code')!
  const body = new URLSearchParams({
    client_id: 'forms',
    grant_type: 'authorization_code',
    code,
    redirect_uri: returnTo,
    code_verifier: verifier,
  })
  const tokens = await (await fetch(discovered['token_endpoint']!, { method: 'POST', body })).json()
  return tokens as { access_token: string; id_token: string; token_type: string }
}

describe('OIDC_MODE=direct', () => {
  test.each(['RS256', 'ES256'] as const)(
    'with another provider that signs %s, has other paths and other names for its claims, a member works with its tokens (SIGN-1, SIGN-4)',
    async (alg) => {
      const { other, baseUrl, show } = await openDirect(alg)
      const ada = await colleague()

      const tokens = await signInThere(other, ada.subject)

      expect([tokens.token_type, decodeJwt(tokens.id_token)]).toMatchObject([
        'Bearer',
        { [otherClaims.namespace]: { jobs: [{ name: 'Admin' }], rights: [{ permission_name: 'patient:read' }] } },
      ])
      // It speaks of a session of its own, which is not looked for among ours.
      expect(decodeJwt(tokens.access_token)).toMatchObject({ sid: 'a session over there' })
      const answer = await show(tokens.access_token)
      expect([answer.status, await answer.json()]).toMatchObject([200, { id: ada.ward.id }])
      expect(await (await fetch(`${baseUrl}/config.json`)).json()).toMatchObject({
        authority: other.issuer,
        clientId: 'forms',
        claims: otherClaims,
      })
      expect((await fetch(`${baseUrl}/identity/.well-known/openid-configuration`)).status).toBe(404)
    },
  )

  test('another provider that binds its tokens to keys: the proof is required here too (SIGN-9)', async () => {
    const elsewhere = await listen()
    const { baseUrl } = await listen({ OIDC_ISSUER: `${elsewhere.baseUrl}/identity` })
    const ada = await personWithAccount()
    const { tokens, key } = await signInByHttp(elsewhere.baseUrl, ada.emailAddress, ada.password)
    const address = `${baseUrl}/api/tenants/tenant`
    const dpop = await key.prove('GET', address, tokens.access_token)
    const show = async (authorization: string, headers: Record<string, string> = {}) =>
      (await fetch(address, { headers: { authorization, ...headers } })).status

    expect(await show(`Bearer ${tokens.access_token}`)).toBe(401)
    expect(await show(`DPoP ${tokens.access_token}`, { dpop })).toBe(200)
  })

  test('the claims of another provider’s token give no permission: the role is the member’s own (SIGN-4)', async () => {
    const { other, show } = await openDirect()
    const ada = await personWithAccount('User')
    const claims = { [otherClaims.namespace]: { rights: [{ permission_name: 'admin::*' }], jobs: [{ name: 'Forms SysAdmin' }] } }

    const me = await (await show(await other.sign({ sub: ada.subject, ...claims }), '/api/tenants/tenant/member/me')).json()

    expect(me).toMatchObject({ role: 'User' })
    expect((me as { permissions: string[] }).permissions).not.toContain('admin::*')
  })

  test('a token that is unsigned, of another kind, audience, issuer, time or key is refused (SIGN-9)', async () => {
    const { other, status } = await openDirect()
    const ada = await colleague()
    const sub = ada.subject
    const tokens = await signInThere(other, sub)
    const minutes = (n: number) => Math.floor(Date.now() / 1000) + n * 60
    const claims = { sub, iss: other.issuer, aud: apiAudience }
    const publicPem = await exportSPKI((await importJWK(other.publicKey(), 'RS256')) as CryptoKey) // bytes come of symmetric keys only
    const withPublicKey = (key: Uint8Array) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).setIssuedAt().setExpirationTime('5m').sign(key)

    // The same token made here is good: what follows fails for the one thing that is different.
    expect(await status(await other.sign({ sub }))).toBe(200)
    expect(await status(new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode())).toBe(401)
    expect(await status(tokens.id_token)).toBe(401)
    expect(await status(await other.sign({ sub, aud: 'https://elsewhere.example' }))).toBe(401)
    expect(await status(await other.sign({ sub, aud: 'forms' }))).toBe(401)
    expect(await status(await other.sign({ sub, iss: 'https://elsewhere.example' }))).toBe(401)
    expect(await status(await expired(other, sub, minutes(-1)))).toBe(401)
    expect(await status(await other.sign({ sub }, { kid: 'nobody knows it' }))).toBe(401)
    expect(await status(await withPublicKey(new TextEncoder().encode(publicPem)))).toBe(401)
    expect(await status(await withPublicKey(Buffer.from(other.publicKey().n!, 'base64url')))).toBe(401)
    const [header, , signature] = tokens.access_token.split('.')
    expect(
      await status(
        `${header}.${Buffer.from(JSON.stringify({ ...claims, exp: minutes(5), iat: minutes(0) })).toString('base64url')}.${signature}`,
      ),
    ).toBe(401)
  })

  test('a new key of the other provider is accepted, and its previous key is refused (SIGN-10)', async () => {
    const { other, status } = await openDirect('ES256')
    const { subject: sub } = await colleague()
    const before = await other.sign({ sub })
    expect(await status(before)).toBe(200)

    await other.rotate()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })

    expect(await status(await other.sign({ sub }))).toBe(200)
    // The signature of a token that was right is not checked again for a minute.
    vi.setSystemTime(Date.now() + 60_000)
    expect(await status(before)).toBe(401)
    vi.useRealTimers()
  })

  test('while the provider cannot be reached nobody is signed out, and calls succeed again when it is back (SIGN-3)', async () => {
    const { other, status } = await openDirect()
    const { subject: sub } = await colleague()
    const token = await other.sign({ sub })

    other.setDown(true)
    expect(await status(token)).toBe(503)
    other.setDown(false)
    expect(await status(token)).toBe(200)
    other.setDown(true)
    // Keys that are known serve on.
    expect(await status(token)).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    expect(await status(await other.sign({ sub }, { kid: 'a new one' }))).toBe(503)
    vi.useRealTimers()
  })

  test.each([
    [{ OIDC_MODE: 'federated' }, 'OIDC_MODE: expects embedded, direct or broker'],
    [{ OIDC_MODE: 'direct' }, 'OIDC_ISSUER: expects the address of your OpenID provider when OIDC_MODE is direct'],
    [{ OIDC_MODE: 'embedded', OIDC_ISSUER: 'https://id.example' }, 'OIDC_ISSUER: expects to be empty when OIDC_MODE is embedded'],
    [{ OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'forms-spa' }, 'OIDC_AUDIENCE: expects a value other than that of OIDC_CLIENT_ID'],
    [{ UPSTREAM_ISSUER: 'https://id.example' }, 'UPSTREAM_ISSUER: expects to be empty unless OIDC_MODE is broker'],
    [{ LOCAL_SIGN_IN: 'off' }, 'LOCAL_SIGN_IN: expects on unless OIDC_MODE is broker'],
    [{ OIDC_MODE: 'broker' }, 'UPSTREAM_ISSUER: expects the address of the OpenID provider that knows your staff'],
    [
      { OIDC_MODE: 'broker', UPSTREAM_ISSUER: 'http://id.example' },
      'UPSTREAM_ISSUER: expects https:// (over plain http, another server could pretend to be the provider and sign in as any user), or ALLOW_INSECURE_ISSUER=true',
    ],
    [
      { OIDC_MODE: 'broker', UPSTREAM_ISSUER: 'https://id.example' },
      'UPSTREAM_CLIENT_ID: expects the name of the client at UPSTREAM_ISSUER',
    ],
    [
      { OIDC_MODE: 'broker', UPSTREAM_ISSUER: 'https://id.example', UPSTREAM_CLIENT_ID: 'formward' },
      'UPSTREAM_CLIENT_SECRET: expects a value when UPSTREAM_CLIENT_AUTH is client_secret_basic',
    ],
    [{ UPSTREAM_CLIENT_KEY: 'no key' }, 'UPSTREAM_CLIENT_KEY: expects a private key in PEM (PKCS #8), RSA or P-256'],
  ])('a combination of variables that cannot work stops the start: %o (RUN-4)', (environment: Record<string, string>, words) => {
    expect(() => readConfig(environment)).toThrow(words)
  })

  /** Signed by the provider's own hand, but over. */
  async function expired(other: OtherProvider, sub: string, exp: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: (exp - 300) * 1000 })
    const token = await other.sign({ sub })
    vi.useRealTimers()
    return token
  }

  test('a system administrator who signs in at another provider is recorded once for each session there (SIGN-5)', async () => {
    const { other, status } = await openDirect()
    const root = await personWithAccount('Admin')
    await root.ward.query(
      "update members set organisation_id = '00000000-0000-0000-0000-000000000000', role = 'Forms SysAdmin' where id = $1",
      [root.id],
    )
    const logins = () => root.ward.query("select id from audit_events where event_type = 'tenantMemberLogin' and actor_id = $1", [root.id])

    for (const sid of ['one', 'one', 'two']) expect(await status(await other.sign({ sub: root.subject, sid }))).toBe(200)

    expect(await logins()).toHaveLength(2)
    // Nothing else is remembered for as long.
    const [kept] = await root.ward.query("select count(*)::int as sessions from seen_proofs where expires_at > now() + interval '11 hours'")
    expect(kept!['sessions'], 'a session is known for twelve hours').toBeGreaterThanOrEqual(2)
  })
})
