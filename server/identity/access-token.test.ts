import { decodeJwt, importJWK, SignJWT, type JWTPayload } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { authenticationChallenge } from '#server/platform/authentication-challenge.ts'
import { notAccepted, Problem } from '#server/platform/problem.ts'
import { inTransaction } from '#server/platform/database.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { makeProofKey, signInByHttp, type Tokens } from '#test/sign-in.ts'

import { getSigningKeys } from './provider/signing-keys.sql.ts'
import { deleteExpired } from './remove-expired.sql.ts'

const { baseUrl, services } = await listen()
const address = `${baseUrl}/api/tenants/tenant`
const signIn = async () => {
  const ada = await personWithAccount('Admin')
  return { ada, ...(await signInByHttp(baseUrl, ada.emailAddress, ada.password)) }
}
const show = async (authorization: string, dpop?: string, url = address) =>
  (await fetch(url, { headers: { authorization, ...(dpop !== undefined && { dpop }) } })).status

describe('A stolen access token', () => {
  test('a stolen access token is refused without the key it is bound to (SIGN-9)', async () => {
    const { tokens, key } = await signIn()
    const thief = await makeProofKey()
    const token = tokens.access_token

    expect(await show(`Bearer ${token}`)).toBe(401)
    expect(await show(`DPoP ${token}`)).toBe(401)
    expect(await show(`DPoP ${token}`, await thief.prove('GET', address, token))).toBe(401)
    expect(await show(`DPoP ${token}`, await key.prove('GET', address, token))).toBe(200)
  })

  test('a captured proof is refused for a second call, another address, another method and another token (SIGN-9)', async () => {
    const { tokens, key } = await signIn()
    const token = tokens.access_token
    const proof = await key.prove('GET', address, token)

    expect(await show(`DPoP ${token}`, proof)).toBe(200)
    expect(await show(`DPoP ${token}`, proof)).toBe(401)
    expect(await show(`DPoP ${token}`, await key.prove('GET', `${baseUrl}/api/tenants/tenant/member/me`, token))).toBe(401)
    expect(await show(`DPoP ${token}`, await key.prove('POST', address, token))).toBe(401)
    expect(await show(`DPoP ${token}`, await key.prove('GET', address, tokens.id_token))).toBe(401)
    expect(await show(`DPoP ${token}`, await key.prove('GET', address))).toBe(401)
  })
})

describe('A token and a key that were seen a moment ago', () => {
  const changed = (jws: string, part: number) =>
    jws
      .split('.')
      .map((text, nth) => (nth === part ? `${text.slice(0, -2)}${text.endsWith('AA') ? 'BA' : 'AA'}` : text))
      .join('.')

  test('a changed token, and another signature below the same header of a proof, are refused (SIGN-9)', async () => {
    const { tokens, key } = await signIn()
    const token = tokens.access_token
    expect(await show(`DPoP ${token}`, await key.prove('GET', address, token))).toBe(200)

    for (const part of [1, 2]) {
      const other = changed(token, part)
      expect(await show(`DPoP ${other}`, await key.prove('GET', address, other)), `part ${part} of the token`).toBe(401)
      expect(await show(`DPoP ${token}`, changed(await key.prove('GET', address, token), part)), `part ${part} of the proof`).toBe(401)
    }
    expect(await show(`DPoP ${token}`, await key.prove('GET', address, token))).toBe(200)
  })

  test('a token ends at its time, and the key of another device does not fit it (SIGN-9)', async () => {
    const [{ tokens, key }, other] = [await signIn(), await signIn()]
    const token = tokens.access_token
    const end = decodeJwt(token).exp! * 1_000
    const call = async (by = key) => show(`DPoP ${token}`, await by.prove('GET', address, token))
    onTestFinished(() => void vi.useRealTimers())
    expect(await show(`DPoP ${other.tokens.access_token}`, await other.key.prove('GET', address, other.tokens.access_token))).toBe(200)

    vi.useFakeTimers({ toFake: ['Date'], now: end - 2_000 })
    expect(await call()).toBe(200)
    expect(await call(other.key)).toBe(401)
    vi.setSystemTime(end + 1_000)
    expect(await call()).toBe(401)
  })
})

describe('the WWW-Authenticate header of a 401 response', () => {
  const algorithms = 'ES256 RS256 PS256 EdDSA Ed25519'
  const challenge = async (authorization?: string, dpop?: string) => {
    const answer = await fetch(address, {
      headers: { ...(authorization !== undefined && { authorization }), ...(dpop !== undefined && { dpop }) },
    })
    return [answer.status, answer.headers.get('www-authenticate')]
  }
  const blaming = (error: string) =>
    expect.stringMatching(`^DPoP realm="Formward", error="${error}", error_description="[^"]+", algs="${algorithms}"$`) as string

  test('names only the scheme when no token was sent (SIGN-9)', async () => {
    expect(await challenge()).toEqual([401, `DPoP realm="Formward", algs="${algorithms}"`])
    expect(await challenge('Basic YTpi')).toEqual([401, `DPoP realm="Formward", algs="${algorithms}"`])
  })

  test('has invalid_token for a bad token, and invalid_dpop_proof for a bad proof (SIGN-9)', async () => {
    const { tokens, key } = await signIn()
    const token = tokens.access_token
    const proof = await key.prove('GET', address, token)
    expect(await challenge('Bearer rubbish')).toEqual([401, blaming('invalid_token')])
    expect(await challenge('DPoP r@bb/sh?')).toEqual([401, blaming('invalid_token')])
    expect(await challenge(`DPoP ${tokens.id_token}`, proof)).toEqual([401, blaming('invalid_token')])
    expect(await challenge(`DPoP ${token}`)).toEqual([401, blaming('invalid_dpop_proof')])
    expect(await challenge(`DPoP ${token}`, await key.prove('POST', address, token))).toEqual([401, blaming('invalid_dpop_proof')])
    expect(await challenge(`DPoP ${token}`, await key.prove('GET', address, token, 400))).toEqual([401, blaming('invalid_dpop_proof')])
    expect(await challenge(`DPoP ${token}`, proof)).toEqual([200, null])
    expect(await challenge(`DPoP ${token}`, proof)).toEqual([401, blaming('invalid_dpop_proof')])
  })

  test('has insufficient_scope when the token is valid and the permission is missing (ROLE-4)', async () => {
    const { tokens, key } = await signIn()
    const url = `${address}?page=1`
    const dpop = await key.prove('GET', url, tokens.access_token)
    const answer = await fetch(url, { headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, blaming('insufficient_scope')])
  })

  test('names Bearer with proofs switched off, and both schemes with another provider (SIGN-1)', () => {
    const ask = (config: { DPOP: 'on' | 'off'; OIDC_ISSUER: string | undefined }, error?: 'invalid_token' | 'invalid_dpop_proof') =>
      authenticationChallenge(config, error ? notAccepted(error) : new Problem('not_signed_in')).replaceAll(
        / error_description="[^"]+",?/g,
        '',
      )
    expect(ask({ DPOP: 'off', OIDC_ISSUER: undefined })).toBe('Bearer realm="Formward"')
    expect(ask({ DPOP: 'off', OIDC_ISSUER: undefined }, 'invalid_token')).toBe('Bearer realm="Formward", error="invalid_token",')
    const elsewhere = { DPOP: 'on', OIDC_ISSUER: 'https://id.example' } as const
    expect(ask(elsewhere)).toBe(`DPoP realm="Formward", algs="${algorithms}", Bearer realm="Formward"`)
    expect(ask(elsewhere, 'invalid_dpop_proof')).toBe(
      `DPoP realm="Formward", error="invalid_dpop_proof", algs="${algorithms}", Bearer realm="Formward"`,
    )
  })
})

describe('An access token and its proof', () => {
  test('of many simultaneous uses of one proof exactly one gets through (SIGN-9)', async () => {
    const { tokens, key } = await signIn()
    const proof = await key.prove('GET', address, tokens.access_token)

    const statuses = await Promise.all(Array.from({ length: 10 }, () => show(`DPoP ${tokens.access_token}`, proof)))

    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('with proofs of possession switched off, a bearer token is accepted (SIGN-1)', async () => {
    const plain = await listen({ DPOP: 'off' })
    const ada = await personWithAccount()
    const { tokens } = await signInByHttp(plain.baseUrl, ada.emailAddress, ada.password)

    const answer = await fetch(`${plain.baseUrl}/api/tenants/tenant`, { headers: { authorization: `Bearer ${tokens.access_token}` } })

    expect([tokens.token_type, answer.status]).toEqual(['Bearer', 200])
  })

  test('a proof covers the address without its query (API-3)', async () => {
    const { tokens, key } = await signIn()
    const url = `${baseUrl}/api/patients/patient?filters[search]=a`

    expect(await show(`DPoP ${tokens.access_token}`, await key.prove('GET', url, tokens.access_token), url)).toBe(200)
  })

  test('a token that is unsigned, altered, of another kind, audience, issuer or time is refused (SIGN-4)', async () => {
    const { tokens, key } = await signIn()
    const claims = decodeJwt(tokens.access_token)
    const [jwk] = await getSigningKeys(services)
    const signing = await importJWK(jwk!, 'RS256')
    const signed = (changes: JWTPayload, typ = 'at+jwt') =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'RS256', typ, kid: jwk!.kid! }).sign(signing)
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const [header, , signature] = tokens.access_token.split('.')
    const tryOut = async (token: string) => show(`DPoP ${token}`, await key.prove('GET', address, token))

    // The same token made here is good: what follows fails for the one thing that is different.
    expect(await tryOut(await signed({}))).toBe(200)
    expect(await tryOut(`${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`)).toBe(401)
    expect(await tryOut(`${header}.${encode({ ...claims, sub: 'someone-else' })}.${signature}`)).toBe(401)
    expect(await tryOut(tokens.id_token)).toBe(401)
    expect(await tryOut(await signed({}, 'JWT'))).toBe(401)
    expect(await tryOut(await signed({ aud: 'https://elsewhere.example' }))).toBe(401)
    expect(await tryOut(await signed({ iss: 'https://elsewhere.example' }))).toBe(401)
    expect(await tryOut(await signed({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401)
    expect(await tryOut(await signed({ sid: 'no-such-session' }))).toBe(401)
    const { cnf: _cnf, ...unbound } = claims
    expect(
      await show(`Bearer ${await new SignJWT(unbound).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: jwk!.kid! }).sign(signing)}`),
    ).toBe(401)
  })

  test('a changed role, a disabled member and revoked tokens take effect at once, on tokens already issued (SIGN-8)', async () => {
    const { ada, call } = await signIn()
    const me = async () => call('GET', '/api/tenants/tenant/member/me')

    expect(await (await me()).json()).toMatchObject({ role: 'Admin' })
    await ada.owner.query("update members set role = 'User' where id = $1", [ada.id])
    expect(await (await me()).json()).toMatchObject({ role: 'User' })
    await ada.owner.query('update members set is_active = false where id = $1', [ada.id])
    expect((await me()).status).toBe(403)
    await ada.owner.query('update members set is_active = true where id = $1', [ada.id])
    await ada.owner.query("update accounts set tokens_valid_from = now() + interval '1 second' where id = $1", [ada.subject])
    expect((await me()).status).toBe(401)
  })
})

describe('a proof dated by a clock that differs from the server’s', () => {
  const askForTokensAhead = async (secondsAhead: number) => {
    const { key, tokens } = await signIn()
    const tokenAddress = `${baseUrl}/identity/oauth/token`
    const response = await fetch(tokenAddress, {
      method: 'POST',
      headers: { dpop: await key.prove('POST', tokenAddress, undefined, secondsAhead) },
      body: new URLSearchParams({ client_id: 'forms-spa', grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    })
    return { status: response.status, answer: (await response.json()) as { error?: string } }
  }
  const callAhead = async (secondsAhead: number) => {
    const { key, tokens } = await signIn()
    const dpop = await key.prove('GET', address, tokens.access_token, secondsAhead)
    return fetch(address, { headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })
  }

  test.each([-280, -55, 55, 280])('%i seconds: the API and the token endpoint both accept it (SIGN-9)', async (secondsAhead) => {
    expect((await callAhead(secondsAhead)).status).toBe(200)
    expect((await askForTokensAhead(secondsAhead)).status).toBe(200)
  })

  test.each([-320, 320])(
    '%i seconds: both refuse it, and the API says that the clock is wrong and by how much (SIGN-9)',
    async (secondsAhead) => {
      const refused = await callAhead(secondsAhead)
      expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'wrong_clock' }])
      const { clockOffsetSeconds } = (await (await callAhead(secondsAhead)).json()) as { clockOffsetSeconds: number }
      expect(Math.abs(clockOffsetSeconds - secondsAhead)).toBeLessThan(10)
      expect(await askForTokensAhead(secondsAhead)).toMatchObject({ status: 400, answer: { error: 'use_dpop_nonce' } })
    },
  )

  test('320 seconds: the clock is not mentioned when the proof has another key or address (SIGN-9)', async () => {
    const { key, tokens } = await signIn()
    const thief = await makeProofKey()
    const dpops = [
      await thief.prove('GET', address, tokens.access_token, 320),
      await key.prove('GET', `${baseUrl}/api/tenants/tenant/member/me`, tokens.access_token, 320),
    ]
    for (const dpop of dpops) {
      const refused = await fetch(address, { headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })
      expect(await refused.json()).toMatchObject({ code: 'not_signed_in' })
    }
  })

  test('280 seconds ahead: nine and a half minutes later both still refuse it as used (SIGN-9)', async () => {
    const { ada, key, tokens, refresh } = await signIn()
    const token = tokens.access_token
    const tokenAddress = `${baseUrl}/identity/oauth/token`
    const [forApi, forTokens] = [await key.prove('GET', address, token, 280), await key.prove('POST', tokenAddress, undefined, 280)]
    const renewWith = async (refresh_token: string) => {
      const body = new URLSearchParams({ client_id: 'forms-spa', grant_type: 'refresh_token', refresh_token })
      return (await fetch(tokenAddress, { method: 'POST', headers: { dpop: forTokens }, body })).json() as Promise<Tokens>
    }
    expect(await show(`DPoP ${token}`, forApi)).toBe(200)
    const renewed = await renewWith(tokens.refresh_token)
    expect(renewed.error).toBeUndefined()

    await ada.owner.query(`update seen_proofs set expires_at = expires_at - interval '570 seconds'`)
    await ada.owner.query(`update oidc_store set expires_at = expires_at - interval '570 seconds' where model = 'ReplayDetection'`)
    await inTransaction(services.db, { organisationId: systemOrganisationId }, (tx) => deleteExpired({ tx }))

    expect(await show(`DPoP ${token}`, forApi)).toBe(401)
    expect(await renewWith(renewed.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    // It is the proof that was refused: the token is good with another.
    expect((await refresh(renewed.refresh_token)).status).toBe(200)
  })
})
