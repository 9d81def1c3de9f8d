import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { openBrowser } from '#test/browser.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { eventually } from '#test/organisation.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const notRight = 'The email address or password is not right, or the account is locked for a while.'

test('SIGN-1 SIGN-4 a person signs in with a password, and the token opens the organisation and names the role for the menus', async () => {
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

test('SIGN-1 the sign-in page is a plain form that holds nothing inline', async () => {
  const { browser, page } = await startSignIn(baseUrl)

  const shown = await browser.visit(page)

  const html = await shown.text()
  expect(html).toContain('type="password"')
  expect(html).not.toMatch(/<script(?! type="module" src=)|<style|style=|\son\w+=/i)
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
  const [style] = /\/pages\/assets\/[^"]+\.css/.exec(html)!
  expect((await fetch(baseUrl + style)).headers.get('cache-control')).toContain('immutable')
})

test('SIGN-9 an unknown address, a wrong password and a locked account are answered with the same words', async () => {
  const ada = await personWithAccount()
  const started = await startSignIn(baseUrl)

  const wrong = await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: 'Wrong-horse-1!' })
  const unknown = await started.browser.visit(started.page, { emailAddress: 'nobody@example.com', password: 'Wrong-horse-1!' })
  await ada.owner.query("update accounts set locked_until = now() + interval '1 minute' where id = $1", [ada.subject])
  const locked = await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: ada.password })

  await eventually(async () => (await ada.ward.auditTrail()).length === 1)
  expect(JSON.stringify(await ada.ward.query('select detail from audit_events')), 'what was typed for an unknown one').not.toContain(
    'nobody@',
  )
  const bodies = await Promise.all([wrong, unknown, locked].map((answer) => answer.text()))
  expect([wrong.status, unknown.status, locked.status]).toEqual([401, 401, 401])
  for (const body of bodies) expect(body).toContain(notRight)
})

test('SIGN-9 ten wrong passwords, even all at once, lock the account for a minute; then the right one opens it and clears the count', async () => {
  const ada = await personWithAccount()
  const started = await startSignIn(baseUrl)
  const row = async () => (await ada.owner.query('select failed_attempts, locked_until from accounts where id = $1', [ada.subject])).rows[0]

  await Promise.all(
    Array.from({ length: 20 }, () => started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: 'Wrong-horse-1!' })),
  )
  const minutes = (Date.parse((await row()).locked_until) - Date.now()) / 60_000
  await eventually(async () => (await ada.ward.auditTrail()).length === 10)
  const events = (await ada.ward.auditTrail()).map(({ event_type }) => event_type).toSorted()
  expect(events).toEqual([...Array<string>(9).fill('signInFailed'), 'signInLocked'])
  const whileLocked = await enterPassword(started, ada.emailAddress, ada.password)
  await ada.owner.query("update accounts set locked_until = now() - interval '1 second' where id = $1", [ada.subject])
  const afterwards = await enterPassword(started, ada.emailAddress, ada.password)

  expect([minutes > 0.8 && minutes <= 1, whileLocked.status]).toEqual([true, 401])
  expect(afterwards.headers.get('location')).toContain('code=')
  expect(await row()).toEqual({ failed_attempts: 0, locked_until: null })
})

test('SIGN-9 after the first lock each further failure doubles it, up to fifteen minutes', async () => {
  const ada = await personWithAccount()
  const started = await startSignIn(baseUrl)
  const minutes: number[] = []

  await ada.owner.query('update accounts set failed_attempts = 9 where id = $1', [ada.subject])
  for (let times = 0; times < 6; times++) {
    await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: 'Wrong-horse-1!' })
    const { rows } = await ada.owner.query('select extract(epoch from locked_until - now()) / 60 as left from accounts where id = $1', [
      ada.subject,
    ])
    minutes.push(Math.ceil(Number(rows[0].left)))
    await ada.owner.query('update accounts set locked_until = now() where id = $1', [ada.subject])
  }

  expect(minutes).toEqual([1, 2, 4, 8, 15, 15])
})

test('SIGN-9 someone else signing in at the same browser ends the session of the colleague before', async () => {
  const [ada, ben] = [await personWithAccount(), await personWithAccount()]
  const browser = openBrowser(baseUrl)
  const first = await signInByHttp(baseUrl, ada.emailAddress, ada.password, browser)

  const second = await signInByHttp(baseUrl, ben.emailAddress, ben.password, browser)

  expect((await first.call('GET', '/api/tenants/tenant')).status).toBe(401)
  expect((await first.refresh()).status).toBe(400)
  expect((await ada.ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['sessionTakenOver'])
  expect(await (await second.call('GET', '/api/tenants/tenant')).json()).toMatchObject({ id: ben.ward.id })
})

test('SIGN-7 a subject who is signed in but no member is told so, and holds no permission', async () => {
  const ada = await personWithAccount()
  await ada.owner.query('update members set is_active = false where id = $1', [ada.id])

  const { call, tokens } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

  const refused = await call('GET', '/api/tenants/tenant')
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'no_member' }])
  expect(decodeJwt(tokens.access_token)['https://formward.example/claims']).toEqual({ 'forms-permissions': [], 'forms-roles': [] })
})

test('RUN-4 the app is told by /config.json how to sign in', async () => {
  const answer = await (await fetch(`${baseUrl}/config.json`)).json()

  expect(answer).toEqual({
    authority: `${baseUrl}/identity`,
    clientId: 'forms-spa',
    audience: 'https://formward.example/api',
    claims: { namespace: 'https://formward.example/claims', permissions: 'forms-permissions', roles: 'forms-roles' },
    dpop: true,
    passwords: true,
    demo: true,
    outbox: true,
    flags: { pepLinks: false, nhsAppTemplates: false },
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})

test('SIGN-9 when far too many sign in at once, those who do not fit in are told so on a page', async () => {
  const started = await startSignIn(baseUrl)
  const attempt = () => started.browser.visit(started.page, { emailAddress: 'nobody@example.com', password: 'Wrong-horse-1!' })

  const answers = await Promise.all(Array.from({ length: 70 }, attempt))

  const [turnedAway] = answers.filter(({ status }) => status === 503)
  expect(await turnedAway?.text()).toContain('Many people are signing in at this moment')
})
