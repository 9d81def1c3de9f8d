import { decodeJwt, importJWK, SignJWT, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'

import { listen, personWithAccount } from '#test/listen.ts'
import { makeProofKey, signInByHttp } from '#test/sign-in.ts'

import { getSigningKeys } from './provider/signing-keys.sql.ts'

const { baseUrl, floor } = await listen()
const address = `${baseUrl}/api/tenants/tenant`
const signIn = async () => {
  const ada = await personWithAccount('Admin')
  return { ada, ...(await signInByHttp(baseUrl, ada.emailAddress, ada.password)) }
}
const show = async (authorization: string, dpop?: string, url = address) =>
  (await fetch(url, { headers: { authorization, ...(dpop !== undefined && { dpop }) } })).status

test('SIGN-9 a stolen access token is worth nothing without the key it is bound to', async () => {
  const { tokens, key } = await signIn()
  const thief = await makeProofKey()
  const token = tokens.access_token

  expect(await show(`Bearer ${token}`)).toBe(401)
  expect(await show(`DPoP ${token}`)).toBe(401)
  expect(await show(`DPoP ${token}`, await thief.prove('GET', address, token))).toBe(401)
  expect(await show(`DPoP ${token}`, await key.prove('GET', address, token))).toBe(200)
})

test('SIGN-9 a captured proof opens nothing else: no second call, other address, other method, other token', async () => {
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

test('SIGN-9 of many simultaneous uses of one proof exactly one gets through', async () => {
  const { tokens, key } = await signIn()
  const proof = await key.prove('GET', address, tokens.access_token)

  const statuses = await Promise.all(Array.from({ length: 10 }, () => show(`DPoP ${tokens.access_token}`, proof)))

  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('SIGN-1 with proofs of possession switched off, a plain bearer token does', async () => {
  const plain = await listen({ DPOP: 'off' })
  const ada = await personWithAccount()
  const { tokens } = await signInByHttp(plain.baseUrl, ada.emailAddress, ada.password)

  const answer = await fetch(`${plain.baseUrl}/api/tenants/tenant`, { headers: { authorization: `Bearer ${tokens.access_token}` } })

  expect([tokens.token_type, answer.status]).toEqual(['Bearer', 200])
})

test('API-3 a proof covers the address without its query', async () => {
  const { tokens, key } = await signIn()
  const url = `${address}?filters[a]=1`

  expect(await show(`DPoP ${tokens.access_token}`, await key.prove('GET', url, tokens.access_token), url)).toBe(200)
})

test('SIGN-4 a token that is unsigned, altered, of another kind, audience, issuer or time is refused', async () => {
  const { tokens, key } = await signIn()
  const claims = decodeJwt(tokens.access_token)
  const [jwk] = await getSigningKeys(floor)
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

test('SIGN-8 a changed role, a member switched off and tokens called in take effect at once, on tokens already issued', async () => {
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
