import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { openServices } from '#server/open-services.ts'
import { openBrowser } from '#test/browser.ts'
import { ask, freshDatabase } from '#test/test-server.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { production } from '#test/production.ts'
import { askForTokens, enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

import { getSigningKeys } from './provider/signing-keys.sql.ts'

const { baseUrl } = await listen()
const authorize = (changes: Record<string, string> = {}) =>
  `/identity/authorize?${new URLSearchParams({
    client_id: 'forms-spa',
    redirect_uri: `${baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    ...changes,
  }).toString()}`

describe('A sign-in at the OpenID provider', () => {
  test('a script on the page cannot get tokens from the session of the member (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const { browser } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    const fetched = await browser.fetch(authorize({ prompt: 'none' }))
    const framed = await browser.fetch(authorize({ prompt: 'none' }), {
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    })
    const respelled = await browser.fetch(authorize({ prompt: 'none' }).replace('/authorize', '/AUTHORIZE'))
    expect([fetched.status, framed.status, respelled.status]).toEqual([403, 403, 403])
  })

  test('a window opened by a script gets no code from an open session: the password is required every time (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const { browser } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    const silent = await browser.visit(authorize({ prompt: 'none' }))
    const plain = await browser.visit(authorize())

    expect(silent.headers.get('location')).toContain('error=login_required')
    expect(plain.headers.get('location')).toMatch(/^\/identity\/sign-in\//)
  })

  test('a sign-in without PKCE, with plain PKCE, or to an unregistered address is refused (SIGN-1)', async () => {
    const changed = async (changes: Record<string, string>) => (await startSignIn(baseUrl, undefined, changes)).answer

    expect((await changed({ code_challenge: '', code_challenge_method: '' })).headers.get('location')).toContain('error=invalid_request')
    expect((await changed({ code_challenge_method: 'plain' })).headers.get('location')).toContain('error=invalid_request')
    expect((await changed({ response_type: 'id_token' })).headers.get('location')).toContain('error=unsupported_response_type')
    for (const redirect_uri of ['https://evil.example/', `${baseUrl}/elsewhere`, `${baseUrl}.evil.example/`]) {
      const answer = await changed({ redirect_uri })
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
      expect(await answer.text()).toContain('Sign-in failed')
    }
  })

  test('a null byte in a parameter is refused (SIGN-1, SAFE-3)', async () => {
    for (const changes of [{ state: 'a\0' }, { nonce: '\0' }, { client_id: '\0' }, { redirect_uri: `${baseUrl}/\0` }])
      expect([changes, (await openBrowser(baseUrl).visit(authorize(changes))).status]).toEqual([changes, 400])
  })

  test('POST /identity/oauth/token: an id that no client can have, also one with a null byte, is unknown (SIGN-1, SAFE-3)', async () => {
    for (const client_id of ['\0', 'forms-spa\0', 'nobody']) {
      const form = new URLSearchParams({ client_id, grant_type: 'client_credentials' })
      const answer = await fetch(`${baseUrl}/identity/oauth/token`, { method: 'POST', body: form })
      expect([client_id, answer.status, await answer.json()]).toMatchObject([client_id, 401, { error: 'invalid_client' }])
    }
  })

  test('the page of a sign-in opens only in the browser that started it (SIGN-1)', async () => {
    const ada = await personWithAccount()
    const [mine, other] = [await startSignIn(baseUrl), await startSignIn(baseUrl)]

    const elsewhere = await enterPassword({ ...other, page: mine.page }, ada.emailAddress, ada.password)

    expect(elsewhere.status).toBe(400)
    expect(await elsewhere.text()).toContain('has expired')
  })

  test('addresses come from the configuration, whatever host the request names (SIGN-9)', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp', forwarded: 'host=evil.example' }
    for (const path of ['/identity/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/identity']) {
      const text = await (await openBrowser(baseUrl).fetch(path, { headers })).text()
      expect(text).not.toContain('evil.example')
      expect(JSON.parse(text)).toMatchObject({
        issuer: `${baseUrl}/identity`,
        authorization_endpoint: `${baseUrl}/identity/authorize`,
        token_endpoint: `${baseUrl}/identity/oauth/token`,
        end_session_endpoint: `${baseUrl}/identity/oidc/logout`,
        jwks_uri: `${baseUrl}/identity/.well-known/jwks.json`,
      })
    }
  })
})

describe('GET /identity/.well-known/openid-configuration', () => {
  const read = async () =>
    (await (await fetch(`${baseUrl}/identity/.well-known/openid-configuration`)).json()) as Record<string, string & string[]>

  test('every endpoint that it names exists, and UserInfo, which the product does not offer, is not named (SIGN-1)', async () => {
    const discovered = await read()

    expect(discovered).not.toHaveProperty('userinfo_endpoint')
    const endpoints = Object.entries(discovered).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name))
    expect(endpoints.length).toBeGreaterThan(4)
    for (const [name, address] of endpoints)
      expect([name, (await fetch(address, { method: 'POST' })).status === 404 && (await fetch(address)).status === 404]).toEqual([
        name,
        false,
      ])
  })

  test('every response mode that it names returns a code, and form_post, which it does not name, is refused (SIGN-1)', async () => {
    const ada = await personWithAccount()
    const { response_modes_supported: modes } = await read()

    expect(modes).toEqual(['query', 'fragment'])
    for (const response_mode of modes!) {
      const end = await enterPassword(await startSignIn(baseUrl, undefined, { response_mode }), ada.emailAddress, ada.password)
      expect(end.headers.get('location')).toMatch(response_mode === 'query' ? /\/\?code=/ : /\/#code=/)
    }
    const { answer } = await startSignIn(baseUrl, undefined, { response_mode: 'form_post' })
    expect(answer.headers.get('location')).toContain('/?error=unsupported_response_mode')
  })
})

describe('Resources, cookies and keys of the OpenID provider', () => {
  test('GET /identity/authorize: an unknown resource is invalid_target, and that of the API is accepted (SIGN-1)', async () => {
    const toward = async (resource: string) => (await startSignIn(baseUrl, undefined, { resource })).answer.headers.get('location')

    expect(await toward('https://elsewhere.example/api')).toContain('error=invalid_target')
    expect(await toward('https://formward.example/api')).toMatch(/^\/identity\/sign-in\//)
  })

  test('POST /identity/oauth/token: an unknown resource is invalid_target (SIGN-1)', async () => {
    const ada = await personWithAccount()
    const { key, tokens } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const renew = (resource: string) =>
      askForTokens(baseUrl, key, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, resource })

    expect(await renew('https://elsewhere.example/api')).toMatchObject({ status: 400, tokens: { error: 'invalid_target' } })
  })

  test('behind TLS the cookies are for TLS only, and never for scripts (SIGN-9)', async () => {
    const { app } = await listen({ PUBLIC_URL: 'https://forms.example.com' })

    const answer = await app.inject({
      url: authorize({ redirect_uri: 'https://forms.example.com/' }),
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    })

    const cookies = answer.cookies
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies)
      expect(cookie).toMatchObject({
        secure: true,
        httpOnly: true,
        sameSite: 'lax',
        path: expect.stringMatching(/^\/identity\//),
        name: expect.stringMatching(/^__Secure-/),
      })
  })

  test('each installation creates its own keys, keeps them, and stores them encrypted (SIGN-10)', async () => {
    const [one, two] = [await freshDatabase(), await freshDatabase()]
    const keysOf = async (url: string) => {
      const services = await openServices(readConfig({ LOG_LEVEL: 'silent', APP_SECRET: 'a secret of at least 32 characters' }), {
        url,
        ownerUrl: url,
      })
      const [key] = await Promise.all([getSigningKeys(services), getSigningKeys(services)]).then(([first, second]) => [...first, ...second])
      const rows = await ask<{ sealed: Buffer }>(url, 'select sealed from instance_keys union all select sealed from signing_keys')
      await services.close()
      return { key: key!, stored: Buffer.concat(rows.map(({ sealed }) => sealed)).toString('latin1') }
    }

    const [first, again, other] = [await keysOf(one), await keysOf(one), await keysOf(two)]

    expect(again.key.kid).toBe(first.key.kid)
    expect(other.key.kid).not.toBe(first.key.kid)
    expect(first.stored).not.toContain(first.key.d)
  })

  test('an address that browsers will not sign in on stops the start, in one line (RUN-4)', () => {
    expect(() => readConfig({ PUBLIC_URL: 'http://forms.example.com' })).toThrow(/^PUBLIC_URL: expects https:\/\/ .*localhost/)
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'https://forms.example.com'])
      expect(readConfig({ ...production, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL)
  })
})
