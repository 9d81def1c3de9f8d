import { randomUUID } from 'node:crypto'

import { afterAll, describe, expect, test } from 'vitest'

import type { ProofMethods } from '#contract/own-account.ts'
import { makeAuthenticator } from '#test/authenticator.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { systemAdministrator } from '#test/organisation.ts'
import { startOtherProvider } from '#test/other-provider.ts'
import { ask } from '#test/second-factor.ts'
import { signInByHttp } from '#test/sign-in.ts'

const { baseUrl } = await listen()

/** An Admin, signed in for longer than a proof lasts, with a colleague. */
async function longSignedIn(role: 'Admin' | 'Forms OrgAdmin' = 'Admin') {
  const ada = await personWithAccount(role)
  const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
  const marie = await ada.ward.staff('User')
  const fiveMinutesLater = () =>
    Promise.all([
      ada.ward.query(
        "update oidc_store set payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch from now())::bigint - 301)) where model = 'Session' and account_id = $1",
        [ada.subject],
      ),
      ada.ward.query("update session_proofs set proven_at = now() - interval '6 minutes'"),
    ])
  await fiveMinutesLater()
  const tenant = `/api/tenants/tenant/${ada.ward.id}`
  return { ada, marie, signedIn, tenant, member: `${tenant}/members/${marie.id}`, fiveMinutesLater }
}

const somebody = () => ({ firstName: 'N', lastName: 'N', emailAddress: `${randomUUID()}@example.com`, role: 'User' })
const pep = {
  enabled: true,
  address: 'https://pep.example',
  clientId: 'c',
  clientSecret: 's',
  findsDepartments: false,
  findsClinics: false,
}

describe('a call that requires a recent identity check', () => {
  test('is refused with 428 and changes nothing after five minutes, and succeeds after the password (SIGN-9)', async () => {
    const { ada, marie, signedIn, tenant, member } = await longSignedIn()
    await ada.ward.query('update members set is_active = false where id = $1', [(await ada.ward.staff('User')).id])
    const calls: [string, string, object?][] = [
      ['PATCH', member, { emailAddress: `${randomUUID()}@example.com` }],
      ['PATCH', member, { role: 'Admin' }],
      ['PATCH', member, { isActive: true }],
      ['POST', `${member}/password-reset`],
      ['PUT', `${tenant}/members`, somebody()],
      ['PATCH', tenant, { clinicianTimeout: 600 }],
      ['PATCH', tenant, { wardAccess: 'all' }],
      ['PATCH', tenant, { secondFactorRequired: false }],
      ['PUT', `${tenant}/pep-config`, pep],
      ['POST', '/api/forms/request/export', { hasPersonalData: true, reason: 'Audit' }],
      ['GET', `${tenant}/logs/export`],
    ]
    const before = await ada.ward.query('select role, email_address, subject from members where id = $1', [marie.id])

    for (const [method, path, body] of calls) {
      const { status, body: answer } = await ask(signedIn, method, path, body)
      expect([method, path, body, status, answer]).toMatchObject([method, path, body, 428, { code: 'proof_needed' }])
    }
    expect(await ada.ward.query('select role, email_address, subject from members where id = $1', [marie.id])).toEqual(before)

    expect((await ask(signedIn, 'POST', '/proof', { password: ada.password })).status).toBe(200)
    for (const [method, path, body] of calls.filter(([, path]) => !path.endsWith('password-reset')))
      expect([method, path, (await signedIn.call(method, path, undefined, body)).status]).toEqual([method, path, 200])
  })

  test('is not required by the same routes when nothing sensitive is changed (SIGN-9)', async () => {
    const { signedIn, tenant, member } = await longSignedIn()

    for (const [method, path, body] of [
      ['PATCH', member, { jobTitle: 'Nurse' }],
      ['PATCH', member, { isActive: false }],
      ['PATCH', tenant, { wardAccess: 'assigned', reminderDays: 5 }],
      ['POST', '/api/forms/request/export', { hasPersonalData: false }],
    ] as const)
      expect([path, body, (await ask(signedIn, method, path, body)).status]).toEqual([path, body, 200])
  })

  test('accepts a sign-in of the last five minutes instead (SIGN-9)', async () => {
    const { ada, member } = await longSignedIn()
    const again = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    expect((await ask(again, 'PATCH', member, { role: 'Admin' })).status).toBe(200)
  })
})

describe('POST /tenant/member/factors/proof', () => {
  test('accepts a passkey of the member once, and no passkey of somebody else (SIGN-9)', async () => {
    const { ada, signedIn, member, fiveMinutesLater } = await longSignedIn()
    const [own, foreign] = [makeAuthenticator(baseUrl), makeAuthenticator(baseUrl)]
    const ben = await personWithAccount()
    const bens = await signInByHttp(baseUrl, ben.emailAddress, ben.password)
    await ask(signedIn, 'POST', '/proof', { password: ada.password })
    for (const [who, authenticator] of [
      [signedIn, own],
      [bens, foreign],
    ] as const) {
      const { body: question } = await ask<{ challenge: string }>(who, 'POST', '/passkeys/options')
      expect((await ask(who, 'POST', '/passkeys', { name: 'Phone', credential: authenticator.create(question) })).status).toBe(200)
    }
    await fiveMinutesLater()
    const { body: methods } = await ask<ProofMethods>(signedIn, 'POST', '/proof/methods')
    expect(methods).toMatchObject({ password: true, code: false, passkey: { challenge: expect.any(String) }, idToken: false })
    const question = methods.passkey as { challenge: string }

    expect((await ask(signedIn, 'POST', '/proof', { credential: foreign.get(question) })).status).toBe(409)
    expect((await ask(signedIn, 'PATCH', member, { role: 'Admin' })).status).toBe(428)
    const next = (await ask<ProofMethods>(signedIn, 'POST', '/proof/methods')).body.passkey as { challenge: string }
    const credential = own.get(next)
    expect((await ask(signedIn, 'POST', '/proof', { credential })).status).toBe(200)
    expect((await ask(signedIn, 'POST', '/proof', { credential })).status, 'a second time').toBe(409)
    expect((await ask(signedIn, 'PATCH', member, { role: 'Admin' })).status).toBe(200)
    expect((await ada.ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['secondFactorsRead', 'identityProofRefused', 'identityProven', 'tenantMemberUpdated']),
    )
  })

  test('counts for the session that made it, and for no other session of the member (SIGN-9)', async () => {
    const { ada, signedIn, member, fiveMinutesLater } = await longSignedIn()
    const other = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    await fiveMinutesLater()
    await ask(other, 'POST', '/proof', { password: ada.password })

    expect((await ask(signedIn, 'PATCH', member, { role: 'Admin' })).status).toBe(428)
    expect((await ask(other, 'PATCH', member, { role: 'Admin' })).status).toBe(200)
  })

  test('with OIDC_MODE=direct takes an ID token of a sign-in in the last minutes by the same person, and nothing else (SIGN-9)', async () => {
    const other = await startOtherProvider({ clients: [], people: [] })
    afterAll(other.stop)
    const direct = await listen({ OIDC_MODE: 'direct', OIDC_ISSUER: other.issuer, OIDC_CLIENT_ID: 'forms' })
    const ada = await personWithAccount('Admin')
    const marie = await ada.ward.staff('User')
    const token = await other.sign({ sub: ada.subject, sid: randomUUID() })
    const call = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(direct.baseUrl + path, { method, headers, body: JSON.stringify(body) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const giveRole = () => call('PATCH', `/api/tenants/tenant/${ada.ward.id}/members/${marie.id}`, { role: 'Admin' })
    const factors = '/api/tenants/tenant/member/factors'
    const now = Math.floor(Date.now() / 1000)
    const prove = async (claims: object) =>
      (await call('POST', `${factors}/proof`, { idToken: await other.sign({ sub: ada.subject, aud: 'forms', ...claims }) })).status

    expect((await giveRole()).status).toBe(428)
    expect((await call('POST', `${factors}/proof/methods`, {})).body).toEqual({
      password: false,
      code: false,
      passkey: null,
      idToken: true,
    })
    expect(await prove({ auth_time: now - 301 }), 'too long ago').toBe(428)
    expect(await prove({}), 'without a time').toBe(428)
    expect(await prove({ auth_time: now, sub: marie.subject }), 'somebody else').toBe(428)
    expect(await prove({ auth_time: now, aud: 'another client' }), 'for another client').toBe(428)
    expect((await giveRole()).status).toBe(428)
    expect(await prove({ auth_time: now })).toBe(200)
    expect((await giveRole()).status).toBe(200)
  })
})

describe('A recent sign-in as proof', () => {
  test('PUT /tenant/administrators/factors: turning the second factor of system administrators off requires an identity check (SIGN-9)', async () => {
    const root = await systemAdministrator()
    await root.put('/api/tenants/tenant/administrators/factors', { isRequired: true })
    const { ward, emailAddress, password, id, subject } = await personWithAccount('Admin')
    await ward.query("update members set organisation_id = '00000000-0000-0000-0000-000000000000', role = 'Forms SysAdmin' where id = $1", [
      id,
    ])
    await ward.query("update organisations set second_factor_required = false where id = '00000000-0000-0000-0000-000000000000'")
    const signedIn = await signInByHttp(baseUrl, emailAddress, password)
    await ward.query(
      "update oidc_store set payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch from now())::bigint - 301)) where model = 'Session' and account_id = $1",
      [subject],
    )

    expect((await ask(signedIn, 'PUT', '/api/tenants/tenant/administrators/factors', { isRequired: false })).status).toBe(428)
  })
})
