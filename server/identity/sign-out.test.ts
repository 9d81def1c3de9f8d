import { describe, expect, test } from 'vitest'

import { listen, personWithAccount } from '#test/listen.ts'
import { signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const signIn = async () => {
  const ada = await personWithAccount()
  return { ada, ...(await signInByHttp(baseUrl, ada.emailAddress, ada.password)) }
}

describe('Signing out', () => {
  test('signing out returns to the origin and ends the access token that has not run out yet (SIGN-1, SIGN-6)', async () => {
    const { ada, browser, call, refresh } = await signIn()
    expect((await call('GET', '/api/tenants/tenant')).status).toBe(200)

    const answer = await browser.visit(
      `/identity/v2/logout?${new URLSearchParams({ client_id: 'forms-spa', returnTo: baseUrl }).toString()}`,
    )

    expect([answer.status, answer.headers.get('location')]).toEqual([302, baseUrl])
    expect((await call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect((await refresh()).status).toBe(400)
    expect((await ada.ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'signedOut', actor_id: ada.id })
  })

  test('another tab that is on its way to the sign-in page during a sign-out starts again, without a message about an expired page (SIGN-6)', async () => {
    const { browser } = await signIn()
    const { page } = await startSignIn(baseUrl, browser)

    await browser.visit(`/identity/v2/logout?${new URLSearchParams({ client_id: 'forms-spa', returnTo: baseUrl }).toString()}`)

    const answer = await browser.visit(page)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${baseUrl}/`])
  })

  test('OpenID sign-out works too, and returns the state (SIGN-6)', async () => {
    const { browser, call, tokens } = await signIn()
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${baseUrl}/`, state: 'a b' })

    const answer = await browser.visit(`/identity/oidc/logout?${query.toString()}`)

    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${baseUrl}/?state=a+b`])
    expect((await call('GET', '/api/tenants/tenant')).status).toBe(401)
  })

  test('a sign-out link to another site is refused, and nobody is signed out (SIGN-6)', async () => {
    const { browser, call } = await signIn()

    for (const returnTo of [
      'https://evil.example/',
      `${baseUrl}.evil.example`,
      `${baseUrl}@evil.example`,
      '//evil.example',
      'javascript:alert(1)',
    ]) {
      const answer = await browser.visit(`/identity/v2/logout?${new URLSearchParams({ client_id: 'forms-spa', returnTo }).toString()}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
    expect((await browser.visit('/identity/v2/logout?client_id=another')).status).toBe(400)
    expect((await call('GET', '/api/tenants/tenant')).status).toBe(200)
  })

  test('signing out twice, or without having signed in, returns to the origin (SIGN-6)', async () => {
    const { browser } = await signIn()
    await browser.visit('/identity/v2/logout')

    expect((await browser.visit('/identity/v2/logout')).headers.get('location')).toBe(`${baseUrl}/`)
  })
})
