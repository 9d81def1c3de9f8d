import { expect, test } from 'vitest'

import { listen, personWithAccount } from '#test/listen.ts'
import { signInByHttp } from '#test/sign-in.ts'

const elsewhere = await listen()

test('SIGN-1 another provider by configuration: its tokens open the API, and no provider is served here', async () => {
  const { baseUrl } = await listen({ OIDC_ISSUER: `${elsewhere.baseUrl}/identity` })
  const ada = await personWithAccount()
  const { tokens, key } = await signInByHttp(elsewhere.baseUrl, ada.emailAddress, ada.password)

  const address = `${baseUrl}/api/tenants/tenant`
  const dpop = await key.prove('GET', address, tokens.access_token)
  const answer = await fetch(address, { headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })

  expect([answer.status, await answer.json()]).toMatchObject([200, { id: ada.ward.id }])
  expect(await (await fetch(`${baseUrl}/config.json`)).json()).toMatchObject({ authority: `${elsewhere.baseUrl}/identity` })
  expect((await fetch(`${baseUrl}/identity/.well-known/openid-configuration`)).status).toBe(404)
})

test('SIGN-1 with proofs of possession switched off, a plain bearer token does', async () => {
  const { baseUrl } = await listen({ DPOP: 'off' })
  const ada = await personWithAccount()
  const { tokens } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

  const answer = await fetch(`${baseUrl}/api/tenants/tenant`, { headers: { authorization: `Bearer ${tokens.access_token}` } })

  expect([tokens.token_type, answer.status]).toEqual(['Bearer', 200])
})

test('SIGN-3 a provider that cannot be reached is an outage, not a reason to sign people out', async () => {
  const { baseUrl } = await listen({ OIDC_ISSUER: 'http://localhost:9/identity' })
  const ada = await personWithAccount()
  const { tokens } = await signInByHttp(elsewhere.baseUrl, ada.emailAddress, ada.password)

  const answer = await fetch(`${baseUrl}/api/tenants/tenant`, { headers: { authorization: `Bearer ${tokens.access_token}` } })

  expect(answer.status).toBe(503)
})
