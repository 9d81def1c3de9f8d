import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'

import { openBrowser } from '#test/browser.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { eventually } from '#test/organisation.ts'
import { signInByHttp, startSignIn } from '#test/sign-in.ts'

import { runHashing } from './password.ts'

const { baseUrl } = await listen()
const notRight = 'Email or password is incorrect, or the account is temporarily locked. To set a new password'

describe('Signing in', () => {
  test('a member signs in with a password, and the token gives access to the organisation and names the role for the menus (SIGN-1, SIGN-4)', async () => {
    const ada = await personWithAccount('Admin')

    const { tokens, call } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    const opened = await call('GET', '/api/tenants/tenant')
    expect([opened.status, await opened.json()]).toMatchObject([200, { id: ada.ward.id }])
    for (const token of [tokens.access_token, tokens.id_token])
      expect(decodeJwt(token)).toMatchObject({
        sub: ada.subject,
        'https://formward.example/claims': {
          'forms-roles': [{ name: 'Admin' }],
          'forms-permissions': expect.arrayContaining([{ permission_name: 'template:create' }]),
        },
      })
    expect(tokens).toMatchObject({ expires_in: 300, token_type: 'DPoP' })
  })

  test('the sign-in page is a plain form without inline code (SIGN-1)', async () => {
    const { browser, page } = await startSignIn(baseUrl)

    const shown = await browser.visit(page)

    const html = await shown.text()
    expect(html).toContain('type="password"')
    expect(html).not.toMatch(/<script(?! type="module" src=)|<style|style=|\son\w+=/i)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    const [style] = /\/pages\/assets\/[^"]+\.css/.exec(html)!
    expect((await fetch(baseUrl + style)).headers.get('cache-control')).toContain('immutable')
  })

  test('an unknown address, a wrong password and one refused after too many failures have the same message (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const started = await startSignIn(baseUrl)

    const wrong = await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: 'Wrong-horse-1!' })
    const unknown = await started.browser.visit(started.page, { emailAddress: 'nobody@example.com', password: 'Wrong-horse-1!' })
    await ada.owner.query('update accounts set failed_attempts = 80 where id = $1', [ada.subject])
    const locked = await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: ada.password })

    await eventually(async () => (await ada.ward.auditTrail()).length === 2)
    expect(JSON.stringify(await ada.ward.query('select detail from audit_events')), 'what was typed for an unknown one').not.toContain(
      'nobody@',
    )
    const bodies = await Promise.all([wrong, unknown, locked].map((answer) => answer.text()))
    expect([wrong.status, unknown.status, locked.status]).toEqual([401, 401, 401])
    for (const body of bodies) expect(body).toContain(notRight)
  })

  test('a user whose organisation is being moved sees a page that says so (SIGN-9, OPS-5)', async () => {
    const ada = await personWithAccount()
    const { browser, page } = await startSignIn(baseUrl)
    await ada.owner.query(`insert into moved_organisations (id, move_id, new_origin) values ($1, $1, 'https://other.example')`, [
      ada.ward.id,
    ])

    const refused = await browser.visit(page, { emailAddress: ada.emailAddress, password: ada.password })

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(refused.headers.get('content-type')).toContain('text/html')
    expect(await refused.text()).toContain('This organisation is being moved to another server. Try again in a few minutes.')
    await ada.owner.query('delete from moved_organisations')
    expect((await signInByHttp(baseUrl, ada.emailAddress, ada.password)).tokens).toBeDefined()
  })

  test('a colleague who signs in with the same browser ends the session before (SIGN-9)', async () => {
    const [ada, ben] = [await personWithAccount(), await personWithAccount()]
    const browser = openBrowser(baseUrl)
    const first = await signInByHttp(baseUrl, ada.emailAddress, ada.password, browser)

    const second = await signInByHttp(baseUrl, ben.emailAddress, ben.password, browser)

    expect((await first.call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect((await first.refresh()).status).toBe(400)
    expect((await ada.ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['signInSucceeded', 'sessionTakenOver'])
    expect(await (await second.call('GET', '/api/tenants/tenant')).json()).toMatchObject({ id: ben.ward.id })
  })

  test('a subject who is signed in but not a member gets a message and no permission (SIGN-7)', async () => {
    const ada = await personWithAccount()
    await ada.owner.query('update members set is_active = false where id = $1', [ada.id])

    const { call, tokens } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    const refused = await call('GET', '/api/tenants/tenant')
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'no_member' }])
    expect(decodeJwt(tokens.access_token)['https://formward.example/claims']).toEqual({ 'forms-permissions': [], 'forms-roles': [] })
  })

  test('GET /config.json: has the settings for signing in (RUN-4)', async () => {
    const answer = await (await fetch(`${baseUrl}/config.json`)).json()

    expect(answer).toEqual({
      authority: `${baseUrl}/identity`,
      clientId: 'forms-spa',
      audience: 'https://formward.example/api',
      scope: 'openid profile email',
      isExternal: false,
      claims: { namespace: 'https://formward.example/claims', permissions: 'forms-permissions', roles: 'forms-roles' },
      dpop: true,
      passwords: true,
      demo: true,
      outbox: true,
      flags: { pepLinks: false, nhsAppTemplates: false },
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  test('when too many sign in at once, those who cannot be served see a page that says so (SIGN-9)', async () => {
    const started = await startSignIn(baseUrl)
    const { promise: others, resolve: letOthersGo } = Promise.withResolvers<void>()
    // Two whose passwords are being hashed, and the fifty who may wait.
    const inFront = Array.from({ length: 52 }, () => runHashing(() => others))

    const turnedAway = await started.browser.visit(started.page, { emailAddress: 'nobody@example.com', password: 'Wrong-horse-1!' })
    // Before anything is expected: the other tests of this worker sign in, too.
    letOthersGo()
    await Promise.all(inFront)

    expect(turnedAway.status).toBe(503)
    expect(await turnedAway.text()).toContain('Too many people are signing in')
  })

  test('a sign-in that a script makes is audited with its network address and its methods, with no call of the app (SIGN-9, AUD-1)', async () => {
    const ada = await personWithAccount()

    const { tokens } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    expect(tokens.access_token).toBeDefined()
    expect(await ada.ward.auditTrail()).toMatchObject([{ event_type: 'signInSucceeded', actor_id: ada.id, subject_id: ada.id }])
    expect(await ada.ward.query('select detail from audit_events where organisation_id = $1', [ada.ward.id])).toEqual([
      { detail: { from: expect.stringMatching(/127\.0\.0\.1|::1/), amr: ['pwd'] } },
    ])
  })

  test('a system administrator who signs in is audited once, although the app makes no login call for them (SIGN-5)', async () => {
    const root = await personWithAccount('Admin')
    await root.ward.query(
      "update members set organisation_id = '00000000-0000-0000-0000-000000000000', role = 'Forms SysAdmin' where id = $1",
      [root.id],
    )
    const ada = await personWithAccount('Admin')
    const logins = (id: string) =>
      root.ward.query("select detail from audit_events where event_type = 'tenantMemberLogin' and actor_id = $1", [id])

    const signedIn = await signInByHttp(baseUrl, root.emailAddress, root.password)
    await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    await signedIn.call('GET', '/api/tenants/tenant')
    await signedIn.refresh()

    expect(await logins(root.id)).toEqual([{ detail: { from: expect.stringMatching(/127\.0\.0\.1|::1/) } }])
    expect(await logins(ada.id), 'their app calls').toEqual([])
    expect(await root.ward.query('select id from members where id = $1 and last_login_at is not null', [root.id])).toHaveLength(1)
  })
})
