import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { listen, personWithAccount } from '#test/listen.ts'
import { signInByHttp } from '#test/sign-in.ts'

const { baseUrl } = await listen()

test('SIGN-1 SIGN-4 a person signs in with a password, and the token opens the organisation and names the role for the menus', async () => {
  const ada = await personWithAccount('Admin')

  const { tokens, call } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

  const opened = await call('GET', '/api/tenants/tenant')
  expect([opened.status, await opened.json()]).toMatchObject([200, { id: ada.ward.id }])
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    sub: ada.subject,
    'https://formward.example/claims': { 'forms-roles': [{ name: 'Admin' }] },
  })
})
