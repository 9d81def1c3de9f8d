import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { Role } from '#domain/roles.ts'
import { openBrowser } from '#test/browser.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const password = 'Radium-1898!'

const membersOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/members`
const mailsTo = async (ward: TestOrganisation, emailAddress: string) =>
  (await ward.query('select subject, body from outbox_messages where lower(recipient) = lower($1) order by created_at', [
    emailAddress,
  ])) as {
    subject: string
    body: string
  }[]
const linkIn = (mail: { body: string } | undefined) => /\/identity\/set-password\/[\w-]{43}/.exec(mail?.body ?? '')?.[0] ?? ''

/** The latest mail, once there are so many. */
const mailNumber = (ward: TestOrganisation, emailAddress: string, count: number) =>
  eventually(async () => (await mailsTo(ward, emailAddress))[count - 1])

async function invite(asked: object = {}, role: Role = 'Admin') {
  const ward = await openOrganisation()
  const ada = await ward.staff(role)
  await ward.startWorkers()
  const fields = { firstName: 'Marie', lastName: 'Curie', emailAddress: `${randomUUID()}@example.com`, role: 'User', ...asked }
  const member = (await ada.put(membersOf(ward), fields)).json()
  const act = (what: string) => ada.post(`${membersOf(ward)}/${member.id}/${what}`)
  return { ward, ada, member, emailAddress: fields.emailAddress, act }
}

const choose = (link: string, one = password, again = one, browser = openBrowser(baseUrl)) => browser.visit(link, { password: one, again })
const opens = async (emailAddress: string, one = password) =>
  (await enterPassword(await startSignIn(baseUrl), emailAddress, one)).status !== 401

/** Tokens of the very second in which others were called in are refused with them: nobody types that fast. */
const signInAfterwards = (emailAddress: string) =>
  eventually(async () => {
    const signedIn = await signInByHttp(baseUrl, emailAddress, password)
    return (await signedIn.call('PATCH', '/api/tenants/tenant/member/login')).status === 200 && signedIn
  })

describe('Invitations and links for a new password', () => {
  test('a new user gets a mail with a link, sets a password with it, and signs in (MEM-2, SIGN-9)', async () => {
    const { ward, emailAddress, member } = await invite()
    const mail = await mailNumber(ward, emailAddress, 1)

    expect(mail.subject).toContain('You are invited to Formward at Test organisation')
    const page = await (await openBrowser(baseUrl).visit(linkIn(mail))).text()
    expect(page).toContain(emailAddress)
    expect(page).not.toMatch(/<script|<style|style=|\son\w+=/i)
    const answer = await choose(linkIn(mail))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/identity/password-set'])

    await signInAfterwards(emailAddress)
    expect((await ward.auditTrail()).find(({ event_type }) => event_type === 'tenantMemberPasswordSet')).toMatchObject({
      actor_id: member.id,
      subject_id: member.id,
      detail: { by: 'invitation' },
    })
  })

  test('opening a link does not use it, because mail scanners open links; setting a password does, and only one of several at once succeeds (SIGN-9)', async () => {
    const { ward, emailAddress } = await invite()
    const link = linkIn(await mailNumber(ward, emailAddress, 1))
    const browser = openBrowser(baseUrl)
    for (let time = 0; time < 3; time++) expect((await browser.visit(link)).status).toBe(200)
    await browser.fetch(link, { method: 'HEAD' })

    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => choose(link, `Radium-189${n}!`)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410, 410, 410])
    expect((await browser.visit(link)).status).toBe(410)
  })

  test('the database stores only the hash of a link, and neither job nor log contains the link (SIGN-9)', async () => {
    const { ward, emailAddress } = await invite()
    const token = linkIn(await mailNumber(ward, emailAddress, 1))
      .split('/')
      .at(-1)!

    const kept = await ward.query('select l::text as line from one_time_links l union all select j.data::text from pgboss.job j')

    expect(kept.length).toBeGreaterThan(1)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(JSON.stringify(kept)).not.toContain(emailAddress)
  })

  test('each new link ends the one before, and a changed address ends the link sent to the old one (SIGN-9)', async () => {
    const { ward, ada, member, emailAddress, act } = await invite()
    const first = linkIn(await mailNumber(ward, emailAddress, 1))
    expect((await act('invitation')).json()).toEqual({ done: true })
    const second = linkIn(await mailNumber(ward, emailAddress, 2))

    expect((await openBrowser(baseUrl).visit(first)).status).toBe(410)
    expect((await openBrowser(baseUrl).visit(second)).status).toBe(200)
    await ada.patch(`${membersOf(ward)}/${member.id}`, { emailAddress: `${randomUUID()}@example.com` })
    expect((await choose(second)).status).toBe(410)
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'tenantMemberInvited')).toMatchObject([
      { actor_id: ada.id, subject_id: member.id },
    ])
  })

  test('an invitation lasts 72 hours and a reset link one hour; after that the page offers another link (SIGN-9)', async () => {
    const { ward, emailAddress, act } = await invite()
    const minutesLeft = async () =>
    Number((await ward.query('select round(extract(epoch from expires_at - now()) / 60) as left from one_time_links l join accounts a on a.id = l.account_id where a.email_address = $1', [emailAddress]))[0]?.['left']) // prettier-ignore
    await mailNumber(ward, emailAddress, 1)
    expect(await minutesLeft()).toBe(72 * 60)
    await act('password-reset')
    const link = linkIn(await mailNumber(ward, emailAddress, 2))
    expect(await minutesLeft()).toBe(60)

    await ward.query("update one_time_links set expires_at = now() - interval '1 second'")

    const answer = await openBrowser(baseUrl).visit(link)
    expect([answer.status, (await answer.text()).includes('/identity/forgot-password')]).toEqual([410, true])
    expect((await choose(link)).status).toBe(410)
  })

  test('a reset ends the old password and every issued token at once, resets the count of failures, and tells the member afterwards (SIGN-8, SIGN-9)', async () => {
    const { ward, emailAddress, act } = await invite()
    await choose(linkIn(await mailNumber(ward, emailAddress, 1)))
    const { call, refresh } = await signInAfterwards(emailAddress)
    expect((await act('invitation')).json()).toMatchObject({ status: 409 })

    expect((await act('password-reset')).json()).toEqual({ done: true })

    expect((await call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect((await refresh()).status).toBe(400)
    expect(await opens(emailAddress)).toBe(false)
    const link = linkIn(await mailNumber(ward, emailAddress, 2))
    await ward.query('update accounts set failed_attempts = 80 where email_address = $1', [emailAddress])
    await choose(link, 'Polonium-1898!')
    expect(await opens(emailAddress, 'Polonium-1898!')).toBe(true)
    expect((await mailNumber(ward, emailAddress, 3)).subject).toBe('Your password for Formward was changed')
  })

  test('using a link signs out all sessions of the account (SIGN-9)', async () => {
    const ada = await personWithAccount('Admin')
    await ada.ward.startWorkers()
    const { call } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    await openBrowser(baseUrl).visit('/identity/forgot-password', { emailAddress: ada.emailAddress.toUpperCase() })
    const link = linkIn(await mailNumber(ada.ward, ada.emailAddress, 1))
    expect((await call('GET', '/api/tenants/tenant')).status, 'asking alone ends nothing').toBe(200)

    await choose(link)

    expect((await call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect(await opens(ada.emailAddress, ada.password)).toBe(false)
    expect(await opens(ada.emailAddress)).toBe(true)
  })

  test('"forgot your password" gives the same response whether the account exists or not, and does not store what was typed (SIGN-9)', async () => {
    const ada = await personWithAccount()
    await ada.ward.startWorkers()
    const unknown = `${randomUUID()}@example.com`
    const ask = (emailAddress: string) => openBrowser(baseUrl).visit('/identity/forgot-password', { emailAddress })

    const answers = await Promise.all([ask(ada.emailAddress), ask(unknown)])

    for (const answer of answers) expect([answer.status, answer.headers.get('location')]).toEqual([303, '/identity/link-sent'])
    await mailNumber(ada.ward, ada.emailAddress, 1)
    const jobs = await ada.ward.query("select data::text as line from pgboss.job where name = 'ask-for-reset'")
    expect(JSON.stringify(jobs)).not.toContain('@')
    expect(await ada.ward.query('select from outbox_messages where recipient = $1', [unknown])).toEqual([])
    const refused = await ask('not an address')
    expect([refused.status, (await refused.text()).includes('must be a valid email address')]).toEqual([400, true])
  })

  test('one address gets three links in ten minutes at most, and one network asks thirty times (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const ask = (emailAddress = ada.emailAddress) => openBrowser(baseUrl).visit('/identity/forgot-password', { emailAddress })
    const asked = async () => Number((await ada.ward.query("select count(*) from pgboss.job where name = 'ask-for-reset'"))[0]!['count'])
    await ada.ward.query('delete from sign_in_throttle')
    const before = await asked()

    for (let time = 0; time < 5; time++) expect((await ask()).status).toBe(303)

    expect((await asked()) - before).toBe(3)
    await ada.ward.query('update sign_in_throttle set failures = 30')
    expect((await ask('another@example.com')).status).toBe(429)
    await ada.ward.query('delete from sign_in_throttle')
  })

  test('a first password gives access only to the page that sets a new one (MEM-2)', async () => {
    const { ward, emailAddress } = await invite({ password: 'Told-in-person-1' })
    const started = await startSignIn(baseUrl)

    const answer = await started.browser.visit(started.page, { emailAddress, password: 'Told-in-person-1' })

    const link = answer.headers.get('location')!
    expect([answer.status, link]).toEqual([303, expect.stringMatching(/\/identity\/set-password\/[\w-]{43}$/)])
    expect((await choose(link)).status).toBe(303)
    expect(await opens(emailAddress, 'Told-in-person-1')).toBe(false)
    await signInByHttp(baseUrl, emailAddress, password)
    expect(await mailsTo(ward, emailAddress), 'nobody is invited who was told in person').toEqual([])
  })

  test.each([
    ['', 'Password is required.'],
    ['Short-1', 'Password must be at least 8 characters.'],
    ['P@ssw0rd1', 'Password is too common. Choose a different password.'],
    ['Liverpool1!', 'Password is too common. Choose a different password.'],
    ['Marie-Sklod-1!', 'Password must not contain your name, your email address or “Formward”.'],
    ['ForMward-2026!', 'Password must not contain your name, your email address or “Formward”.'],
  ])('the password %j is refused next to its field, and the link stays valid (SIGN-9)', async (bad, words) => {
    const { ward, emailAddress } = await invite()
    const link = linkIn(await mailNumber(ward, emailAddress, 1))

    const answer = await choose(link, bad)

    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)])
    expect((await choose(link, password, 'Radium-1899!')).status, 'not typed the same twice').toBe(400)
    expect((await choose(link, `Radium-1898!${'x'.repeat(900)}`)).status, 'no short maximum').toBe(303)
  })

  test('a removed user cannot use a link, and only administrators can send one (SIGN-9)', async () => {
    const { ward, ada, member, emailAddress, act } = await invite()
    const link = linkIn(await mailNumber(ward, emailAddress, 1))
    const marie = await ward.staff('User')
    const path = `${membersOf(ward)}/${member.id}`

    for (const what of ['invitation', 'password-reset']) {
      expect((await marie.post(`${path}/${what}`)).json()).toMatchObject({ status: 401, code: 'not_permitted' })
      expect((await (await (await openOrganisation()).staff('Admin')).post(`${path}/${what}`)).json()).toMatchObject({ status: 403 })
    }
    await ada.delete(path)
    expect((await choose(link)).status).toBe(410)
    for (const what of ['invitation', 'password-reset']) expect((await act(what)).json()).toMatchObject({ status: 409 })
  })
})
