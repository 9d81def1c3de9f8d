import { randomUUID } from 'node:crypto'

import { UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { listen } from '#test/listen.ts'
import { openOrganisation } from '#test/organisation.ts'
import { startOtherProvider } from '#test/other-provider.ts'

const client = 'the-app'

/**
 * A provider on loopback whose tokens look like those of the product in question, by its documentation: docs/sign-in.md says which page. It
 * has no UserInfo for these tokens.
 */
async function openWith(environment: Record<string, string> = {}) {
  const other = await startOtherProvider({ clients: [], people: [] })
  afterAll(other.stop)
  const { baseUrl } = await listen({ OIDC_MODE: 'direct', OIDC_ISSUER: other.issuer, OIDC_CLIENT_ID: client, ...environment })
  const call = async (token: string, idToken?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(idToken !== undefined && { 'x-id-token': idToken }) }
    const answer = await fetch(`${baseUrl}/api/tenants/tenant/member/me`, { headers })
    return { status: answer.status, body: (await answer.json()) as { id?: string; code?: string } }
  }
  return { other, baseUrl, call }
}

/** Somebody who was invited and has never signed in. */
async function invite() {
  const ward = await openOrganisation()
  const emailAddress = `Marie.${ward.id}@example.com`
  const [row] = await ward.query(
    "insert into members (organisation_id, first_name, last_name, email_address, role) values ($1, 'Marie', 'Curie', $2, 'User') returning id",
    [ward.id, emailAddress],
  )
  const subject = async () => (await ward.query('select subject from members where id = $1', [row!['id']]))[0]!['subject']
  return { id: row!['id'] as string, email: emailAddress, subject }
}

describe('OIDC_MODE=direct with the tokens of known providers', () => {
  test('Keycloak: address and roles are in the access token (SIGN-1, MEM-2)', async () => {
    const { other, call } = await openWith()
    const marie = await invite()
    const sub = randomUUID()
    const token = await other.sign(
      {
        sub,
        aud: ['https://formward.example/api', 'account'],
        typ: 'Bearer',
        azp: client,
        sid: randomUUID(),
        acr: '1',
        'allowed-origins': ['https://forms.example.nhs.uk'],
        realm_access: { roles: ['offline_access', 'Forms SysAdmin'] },
        scope: 'openid email profile',
        email_verified: true,
        preferred_username: 'marie',
        email: marie.email.toLowerCase(),
      },
      { typ: 'JWT' },
    )

    expect(await call(token)).toMatchObject({ status: 200, body: { id: marie.id, role: 'User' } })
    expect(await marie.subject()).toBe(sub)
  })

  test('Auth0: the access token has no address, and the ID token of the same sign-in has it (SIGN-1, MEM-2)', async () => {
    const { other, call } = await openWith()
    const marie = await invite()
    const sub = `auth0|${randomUUID()}`
    const token = await other.sign(
      {
        sub,
        aud: ['https://formward.example/api', 'https://tenant.example/userinfo'],
        azp: client,
        scope: 'openid profile email offline_access',
      },
      { typ: 'JWT' },
    )
    const idToken = await other.sign(
      { sub, aud: client, sid: 'of-auth0', nonce: 'n', email: marie.email, email_verified: true },
      { typ: 'JWT' },
    )

    expect(await call(token), 'nothing says who it is').toMatchObject({ status: 403, body: { code: 'no_member' } })
    expect(await call(token, idToken)).toMatchObject({ status: 200, body: { id: marie.id } })
    expect(await call(token), 'linked for good').toMatchObject({ status: 200, body: { id: marie.id } })
  })

  test('Entra ID: two registrations have two subjects for one person, so the object id is the subject (SIGN-1, MEM-2)', async () => {
    const api = randomUUID()
    const { other, baseUrl, call } = await openWith({
      OIDC_AUDIENCE: api,
      OIDC_SCOPE: `openid profile email offline_access api://${api}/access_as_user`,
      OIDC_SUBJECT_CLAIM: 'oid',
      OIDC_EMAIL_VERIFIED_CLAIM: 'xms_edov',
    })
    const marie = await invite()
    const oid = randomUUID()
    const token = await other.sign(
      { sub: 'pairwise-of-the-api', oid, aud: api, azp: client, scp: 'access_as_user', ver: '2.0' },
      { typ: 'JWT' },
    )
    const idToken = await other.sign(
      { sub: 'pairwise-of-the-app', oid, aud: client, ver: '2.0', preferred_username: marie.email, email: marie.email, xms_edov: true },
      { typ: 'JWT' },
    )

    expect(await call(token, idToken)).toMatchObject({ status: 200, body: { id: marie.id } })
    expect(await marie.subject()).toBe(oid)
    expect(await (await fetch(`${baseUrl}/config.json`)).json()).toMatchObject({
      isExternal: true,
      scope: `openid profile email offline_access api://${api}/access_as_user`,
    })
  })
})

describe('The ID token of a first sign-in', () => {
  test('of another person, client, issuer or time, without a signature, with an address that is not verified, or of no one invited links nobody (MEM-2, SIGN-9)', async () => {
    const { other, call } = await openWith()
    const marie = await invite()
    const sub = randomUUID()
    const token = await other.sign({ sub })
    const good = { sub, aud: client, email: marie.email, email_verified: true }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 })
    const over = await other.sign(good)
    vi.useRealTimers()
    const refused = {
      'of another person': await other.sign({ ...good, sub: randomUUID() }),
      'of another client': await other.sign({ ...good, aud: 'another-app' }),
      'of another issuer': await other.sign({ ...good, iss: 'https://elsewhere.example' }),
      'of an unknown key': await other.sign(good, { kid: 'nobody knows it' }),
      'without a signature': new UnsecuredJWT({ ...good, iss: other.issuer }).setIssuedAt().setExpirationTime('5m').encode(),
      'that is over': over,
      'that is an access token': token,
      'with an address that is not verified': await other.sign({ ...good, email_verified: false }),
      'that says so in text': await other.sign({ ...good, email_verified: 'true' }),
      'without an address': await other.sign({ sub, aud: client }),
      'of somebody whom nobody invited': await other.sign({ ...good, email: 'nobody@example.com' }),
      'that is no token': 'no token',
    }

    for (const [words, idToken] of Object.entries(refused))
      expect(await call(token, idToken), words).toMatchObject({ status: 403, body: { code: 'no_member' } })
    expect(await marie.subject()).toBeNull()
    expect(await call(token, await other.sign(good)), 'the same without the one fault').toMatchObject({
      status: 200,
      body: { id: marie.id },
    })
  })

  test('counts where the access token has an address that is not verified (MEM-2)', async () => {
    const { other, call } = await openWith()
    const marie = await invite()
    const sub = randomUUID()
    const token = await other.sign({ sub, email: 'old@example.com', email_verified: false })

    expect(await call(token)).toMatchObject({ status: 403, body: { code: 'no_member' } })
    expect(await call(token, await other.sign({ sub, aud: client, email: marie.email, email_verified: true }))).toMatchObject({
      status: 200,
      body: { id: marie.id },
    })
  })

  test('is no access token, and does not make a refused one good (SIGN-9)', async () => {
    const { other, call } = await openWith()
    const marie = await invite()
    const sub = randomUUID()
    const idToken = await other.sign({ sub, aud: client, email: marie.email, email_verified: true })

    expect((await call(idToken, idToken)).status).toBe(401)
    expect((await call(await other.sign({ sub, aud: 'https://elsewhere.example' }), idToken)).status).toBe(401)
    expect(await marie.subject()).toBeNull()
  })

  test('is not read where accounts are ours (SIGN-9)', async () => {
    const { baseUrl } = await listen()
    const answer = await fetch(`${baseUrl}/config.json`)
    expect(await answer.json()).toMatchObject({ isExternal: false, scope: 'openid profile email' })
  })
})

describe('The variables of OIDC_MODE=direct', () => {
  test.each(['OIDC_SCOPE', 'OIDC_SUBJECT_CLAIM', 'OIDC_EMAIL_CLAIM', 'OIDC_EMAIL_VERIFIED_CLAIM'])(
    '%s stops the start in another mode, which would not read it (RUN-4)',
    (name) => {
      expect(() => readConfig({ [name]: 'openid' })).toThrow(`${name}: expects to be empty when OIDC_MODE is embedded`)
    },
  )

  test('OIDC_SCOPE without openid stops the start (RUN-4)', () => {
    expect(() => readConfig({ OIDC_ISSUER: 'https://id.example', OIDC_SCOPE: 'profile' })).toThrow(
      'OIDC_SCOPE: expects openid and further scopes',
    )
  })
})
