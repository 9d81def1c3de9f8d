import { randomUUID } from 'node:crypto'

import { describe, expect, test, vi } from 'vitest'

import { openBrowser } from '#test/browser.ts'
import { ask, emptyDatabase, testServer } from '#test/test-server.ts'
import { listen } from '#test/listen.ts'
import { eventually } from '#test/organisation.ts'
import { runAdmin } from '#test/processes.ts'
import { production } from '#test/production.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

vi.setConfig({ testTimeout: 120_000 }) // each command is a process of its own

const { baseUrl } = await listen({ DEMO: 'false' })
const { url, owner } = await testServer()
const environment = { ...production, DATABASE_URL: url, DEMO: 'false', PUBLIC_URL: baseUrl }
const [password, another] = ['Radium-1898!', 'Polonium-1898!']

const create = (emailAddress: string, more: Record<string, string> = {}) =>
  runAdmin({ ...environment, ...more }, ['create', emailAddress, 'Marie', 'Curie'])
const addressIn = ({ out }: { out: string }) => out.trimEnd().split('\n').at(-1)!
const choose = async (link: string, chosen: string) => (await openBrowser(baseUrl).visit(link, { password: chosen, again: chosen })).status
const opens = async (emailAddress: string, chosen: string) =>
  (await enterPassword(await startSignIn(baseUrl), emailAddress, chosen)).status !== 401
const eventsAbout = async (emailAddress: string) => {
  const { rows } = await owner.query<{ event_type: string; actor_kind: string }>(
    `select e.event_type, e.actor_kind from audit_events e join members m on m.id = e.subject_id
     where m.email_address = $1 and e.organisation_id = '00000000-0000-0000-0000-000000000000' order by e.id`,
    [emailAddress],
  )
  return rows.map(({ event_type, actor_kind }) => `${actor_kind} ${event_type}`)
}

describe('npm run admin', () => {
  test('on an empty database a command creates the first system administrator, who sets a password and sees every organisation (ROLE-3, RUN-3)', async () => {
    const emailAddress = `${randomUUID()}@example.com`

    const made = await create(emailAddress)

    expect([made.code, made.err]).toEqual([0, ''])
    expect(addressIn(made)).toMatch(/\/identity\/set-password\/[\w-]{43}$/)
    expect(await choose(addressIn(made), password)).toBe(303)
    const organisations = await eventually(async () => {
      const { call } = await signInByHttp(baseUrl, emailAddress, password)
      const answer = await call('GET', '/api/tenants/tenant?page=1')
      return answer.status === 200 && answer
    })
    expect(await organisations.json()).toMatchObject({ docs: [] })
    expect(await eventsAbout(emailAddress)).toContain('worker tenantMemberCreated')
  })

  test('the command can be repeated: it makes a new link, which ends the one before, and removes the password (MEM-2)', async () => {
    const emailAddress = `${randomUUID()}@example.com`
    const lost = addressIn(await create(emailAddress))

    const found = addressIn(await create(emailAddress.toUpperCase()))
    expect(await choose(lost, password)).toBe(410)
    expect(await choose(found, password)).toBe(303)

    const reset = addressIn(await create(emailAddress))
    expect(await opens(emailAddress, password)).toBe(false)
    expect(await choose(reset, another)).toBe(303)
    expect(await opens(emailAddress, another)).toBe(true)
    expect((await eventsAbout(emailAddress)).filter((event) => event.startsWith('worker'))).toEqual([
      'worker tenantMemberCreated',
      'worker tenantMemberPasswordReset',
      'worker tenantMemberPasswordReset',
    ])
  })

  test('the command can run before the first start; with accounts at another provider the link leads to the sign-in page (RUN-7, SIGN-9)', async () => {
    const empty = await emptyDatabase()
    const elsewhere = { DATABASE_URL: empty, OIDC_MODE: 'direct', OIDC_ISSUER: 'https://sign-in.example.com' }

    for (const _time of [1, 2]) expect(addressIn(await create('marie@example.com', elsewhere))).toBe(`${baseUrl}/`)

    expect(await ask(empty, 'select subject, role from members')).toEqual([{ subject: null, role: 'Forms SysAdmin' }])
  })

  test('an invalid entry is refused in one line, and nobody is created (VAL-2)', async () => {
    const usage = expect.stringContaining('Usage: npm run admin -- create EMAIL FIRST-NAME LAST-NAME') as string
    expect(await runAdmin(environment, ['create', 'ada@example.com'])).toEqual({ code: 1, out: '', err: usage })
    expect(await create('not an address')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^[^\n]*email address[^\n]*\n$/i) as string,
    })
    const emailAddress = `${randomUUID()}@example.com`
    await owner.query(
      `with o as (insert into organisations (name, ods_code) values ('Taken', 'TAKEN') returning id)
     insert into members (organisation_id, first_name, last_name, email_address, role) select id, 'Ada', 'Byron', $1, 'User' from o`,
      [emailAddress],
    )

    expect(await create(emailAddress)).toEqual({ code: 1, out: '', err: 'A user already exists with that email address.\n' })
  })
})
