import { describe, expect, test, vi } from 'vitest'

import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { runAdmin } from '#test/processes.ts'
import { production } from '#test/production.ts'
import { askForTokens, signInByHttp, type SignedIn } from '#test/sign-in.ts'
import { ask, emptyDatabase, testServer } from '#test/test-server.ts'

vi.setConfig({ testTimeout: 120_000 }) // each command is a process of its own

const { baseUrl } = await listen()
const { url } = await testServer()
const environment = { ...production, DATABASE_URL: url, PUBLIC_URL: baseUrl }

const endSessions = (whose: string, more: Record<string, string> = {}) => runAdmin({ ...environment, ...more }, ['end-sessions', whose])
const statusOf = async (session: SignedIn) => (await session.call('GET', '/api/tenants/tenant')).status
const renew = async ({ key, tokens }: SignedIn) =>
  (await askForTokens(baseUrl, key, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status

describe('npm run admin -- end-sessions', () => {
  test('a user is signed out of every device at once, renewals too, and can sign in again with the same password (SIGN-8, OPS-8)', async () => {
    const [ada, other] = [await personWithAccount(), await personWithAccount()]
    const [here, there] = [
      await signInByHttp(baseUrl, ada.emailAddress, ada.password),
      await signInByHttp(baseUrl, ada.emailAddress, ada.password),
    ]
    const others = await signInByHttp(baseUrl, other.emailAddress, other.password)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200])

    const said = await endSessions(ada.emailAddress.toUpperCase())

    expect(said).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^1 user is signed out of every device\./) as string })
    expect([await statusOf(here), await statusOf(there), await renew(here), await statusOf(others)]).toEqual([401, 401, 400, 200])
    expect(await statusOf(await signInByHttp(baseUrl, ada.emailAddress, ada.password))).toBe(200)
    expect(await ada.ward.auditTrail()).toContainEqual(
      expect.objectContaining({ event_type: 'userSignedOutEverywhere', actor_id: null, subject_id: ada.id }),
    )
  })

  test('an organisation’s users are signed out by its ODS code, and no one else (SIGN-8, OPS-8)', async () => {
    const [ada, other] = [await personWithAccount(), await personWithAccount()]
    const [hers, others] = [
      await signInByHttp(baseUrl, ada.emailAddress, ada.password),
      await signInByHttp(baseUrl, other.emailAddress, other.password),
    ]
    const [row] = await ada.ward.query('select ods_code from organisations where id = $1', [ada.ward.id])

    expect(await endSessions(String(row!['ods_code']).toLowerCase())).toMatchObject({ code: 0, err: '' })

    expect([await statusOf(hers), await statusOf(others)]).toEqual([401, 200])
  })

  test('everybody is everybody, the system administrators too (SIGN-8, OPS-8)', async () => {
    const empty = await emptyDatabase()
    await runAdmin({ ...environment, DATABASE_URL: empty }, ['create', 'marie@example.com', 'Marie', 'Curie'])
    const long = '2020-01-01T00:00:00Z'
    await ask(
      empty,
      `with o as (insert into organisations (name, ods_code) values ('Ward', 'WARD1') returning id),
         a as (insert into accounts (email_address, is_active) values ('ada@example.com', true) returning id)
       insert into members (organisation_id, subject, first_name, last_name, email_address, role)
         select o.id, a.id::text, 'Ada', 'Byron', 'ada@example.com', 'User' from o, a`,
    )
    await ask(empty, `update accounts set tokens_valid_from = '${long}'`)

    const said = await endSessions('everybody', { DATABASE_URL: empty })

    expect(said).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^2 users are signed out/) as string })
    expect(await ask(empty, `select email_address from accounts where tokens_valid_from = '${long}'`)).toEqual([])
    expect(
      await ask(
        empty,
        `select distinct organisation_id = '${systemOrganisationId}' as is_system from audit_events where event_type = 'userSignedOutEverywhere' order by 1`,
      ),
    ).toEqual([{ is_system: false }, { is_system: true }])
  })

  test('a misspelt address, an unknown organisation, accounts at another provider and a missing word are refused in words (VAL-2, OPS-8)', async () => {
    const none = 'No user was found: check the email address or ODS code.\n'
    expect(await endSessions('nobody@example.com')).toMatchObject({ code: 1, out: '', err: none })
    expect(await endSessions('NO-SUCH-CODE')).toMatchObject({ code: 1, out: '', err: none })
    const direct = { OIDC_MODE: 'direct', OIDC_ISSUER: 'https://sign-in.example.com' }
    expect(await endSessions('everybody', direct)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/at your identity provider/) as string,
    })
    expect(await runAdmin(environment, ['end-sessions'])).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) as string })
  })
})
