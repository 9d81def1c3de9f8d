import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'

import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { makeAuthenticator } from '#test/authenticator.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { addApp, ask, codeOf, factorsPath, questionIn, reachSecondStep, sendStep } from '#test/second-factor.ts'
import { eventually } from '#test/organisation.ts'
import { arriveByHttp, enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()

const demand = ({ ward }: Awaited<ReturnType<typeof personWithAccount>>) =>
  ward.query('update organisations set second_factor_required = true where id = $1', [ward.id])

describe('The policy for second factors', () => {
  test('an organisation that requires a second factor from today refuses a password alone at once (SIGN-9)', async () => {
    const ada = await personWithAccount('Admin')
    const before = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const started = await startSignIn(baseUrl)
    const halfway = await enterPassword(started, ada.emailAddress, ada.password)

    const { status } = await ask(before, 'PATCH', `/api/tenants/tenant/${ada.ward.id}`, {
      secondFactorRequired: true,
      secondFactorFrom: dateOf(new Date()),
    })

    expect(status).toBe(200)
    expect((await before.call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect((await before.refresh()).tokens).toMatchObject({ error: 'invalid_grant' })
    const { tokens } = await arriveByHttp(baseUrl, started, halfway)
    expect(tokens, 'a code from the moment before').toMatchObject({ error: 'invalid_grant' })
    await expect(signInByHttp(baseUrl, ada.emailAddress, ada.password)).rejects.toThrow('no code')
  })

  test('a member without a second factor sets up an app while signing in, saves the codes, and is signed in (SIGN-9, AUD-1)', async () => {
    const ada = await personWithAccount()
    await demand(ada)
    const { started, html } = await reachSecondStep(baseUrl, ada)
    const secret = /<code class="key">([^<]+)</.exec(html)?.[1] ?? ''

    expect((await started.browser.visit(`${started.page}/continue`, {})).headers.get('location')).toBe(started.page)
    const refused = await sendStep(started, 'set-up', { code: '000000' })
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining(secret)])
    const codes = await sendStep(started, 'set-up', { code: codeOf(secret) })
    expect((await codes.text()).match(/<code>[0-9A-Z]{5}-[0-9A-Z]{5}</g)).toHaveLength(10)
    expect(await (await started.browser.visit(started.page)).text(), 'shown once').not.toMatch(/<code>/)
    const back = await arriveByHttp(baseUrl, started, await sendStep(started, 'continue', {}))

    expect(decodeJwt(back.tokens.id_token)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] })
    expect((await ask(back, 'GET', '')).body).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 })
    const trail = await ada.ward.auditTrail()
    for (const event_type of ['secondFactorAdded', 'secondFactorsRead'])
      expect(trail).toContainEqual(expect.objectContaining({ event_type, actor_id: ada.id }))
  })

  test('a passkey can be set up instead (SIGN-9)', async () => {
    const ada = await personWithAccount()
    await demand(ada)
    const { started, html } = await reachSecondStep(baseUrl, ada)
    const credential = JSON.stringify(makeAuthenticator(baseUrl).create(questionIn(html)))
    await sendStep(started, 'set-up-passkey', { credential })
    const { tokens } = await arriveByHttp(baseUrl, started, await sendStep(started, 'continue', {}))
    expect(decodeJwt(tokens.id_token)).toMatchObject({ acr: 'aal2' })
  })

  test('while it is required the last factor cannot be removed, with the reason; one of two can (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const { secret } = await addApp(signedIn)
    await demand(ada)
    const { started } = await reachSecondStep(baseUrl, ada)
    const back = await arriveByHttp(baseUrl, started, await sendStep(started, 'code', { code: codeOf(secret, 1) }))

    const refused = await ask(back, 'DELETE', '/totp')
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('your only one') } })
    const { body: question } = await ask<{ challenge: string }>(back, 'POST', '/passkeys/options')
    await ask(back, 'POST', '/passkeys', { name: 'Key', credential: makeAuthenticator(baseUrl).create(question) })
    expect((await ask(back, 'DELETE', '/totp')).status).toBe(200)
  })

  test('changing a way to sign in requires an identity check in the last five minutes: the password, or a code (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const { secret } = await addApp(signedIn)
    const later = () =>
      Promise.all([
        ada.ward.query(
          "update oidc_store set payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch from now())::bigint - 301)) where model = 'Session' and account_id = $1",
          [ada.subject],
        ),
        ada.ward.query("update session_proofs set proven_at = now() - interval '6 minutes'"),
      ])
    await later()

    for (const [method, path, body] of [
      ['POST', '/totp'],
      ['PUT', '/totp', { code: codeOf(secret) }],
      ['DELETE', '/totp'],
      ['POST', '/recovery-codes'],
      ['POST', '/passkeys/options'],
      ['POST', '/passkeys', { name: 'Key', credential: {} }],
    ] as const)
      expect([method, path, (await ask(signedIn, method, path, body)).status]).toEqual([method, path, 428])
    expect(await ask(signedIn, 'POST', '/proof', { password: 'Wrong-horse-1!' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password' }] },
    })
    expect((await ask(signedIn, 'POST', '/recovery-codes')).status).toBe(428)
    expect((await ask(signedIn, 'POST', '/proof', { password: ada.password })).status).toBe(200)
    expect((await ask(signedIn, 'POST', '/recovery-codes')).status).toBe(200)
    await later()
    expect((await ask(signedIn, 'POST', '/proof', { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await ask(signedIn, 'DELETE', '/totp')).status).toBe(200)
    expect((await ada.ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['identityProofRefused', 'identityProven', 'recoveryCodesMade', 'secondFactorRemoved']),
    )
  })

  test('POST /tenant/member/factors/proof: ten wrong passwords are checked in one session, then they count like those of an unknown device (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    await ada.ward.query('update accounts set failed_attempts = 80 where id = $1', [ada.subject])

    for (let tries = 0; tries < 9; tries++) await ask(signedIn, 'POST', '/proof', { password: 'Wrong-horse-1!' })
    expect((await ask(signedIn, 'POST', '/proof', { password: ada.password })).status, 'whatever strangers guessed').toBe(200)
    await ask(signedIn, 'POST', '/proof', { password: 'Wrong-horse-1!' })
    expect((await ask(signedIn, 'POST', '/proof', { password: ada.password })).status).toBe(400)
  })

  test('an administrator resets the second factor of a colleague, who is signed out and signs in with the password (SIGN-9, SIGN-8)', async () => {
    const ada = await personWithAccount()
    const session = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    await addApp(session)
    const admin = await personWithAccount('Admin')
    await ada.ward.query('update members set organisation_id = $1 where id = $2', [ada.ward.id, admin.id])
    const chief = await signInByHttp(baseUrl, admin.emailAddress, admin.password)
    const path = (memberId: string) => `/api/tenants/tenant/${ada.ward.id}/members/${memberId}/factors`

    expect((await ask(session, 'DELETE', path(ada.id))).status, 'not by oneself').toBe(401)
    expect((await ask(chief, 'DELETE', path(admin.id))).status).toBe(409)
    expect((await ask(chief, 'DELETE', path(ada.id))).status).toBe(200)

    expect((await session.call('GET', factorsPath)).status).toBe(401)
    // Tokens of the second in which a session was ended are refused with it.
    const now = await eventually(async () => {
      const { status, body } = await ask(await signInByHttp(baseUrl, ada.emailAddress, ada.password), 'GET', '')
      return status === 200 && body
    })
    expect(now).toMatchObject({ authenticatorAddedAt: null, recoveryCodesLeft: 0 })
    expect(await ada.ward.auditTrail()).toContainEqual(
      expect.objectContaining({ event_type: 'secondFactorsReset', actor_id: admin.id, subject_id: ada.id }),
    )
  })

  test('nobody resets the second factor of a member of another organisation (SIGN-9, ORG-7)', async () => {
    const [ada, ben] = [await personWithAccount('Admin'), await personWithAccount()]
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const path = (organisation: string) => `/api/tenants/tenant/${organisation}/members/${ben.id}/factors`
    expect((await ask(signedIn, 'DELETE', path(ben.ward.id))).status).toBe(403)
    expect((await ask(signedIn, 'DELETE', path(ada.ward.id))).status).toBe(404)
  })

  test('the same requirement can be set for system administrators (SIGN-9)', async () => {
    const root = await personWithAccount('Admin')
    await root.ward.query(
      "update members set organisation_id = '00000000-0000-0000-0000-000000000000', role = 'Forms SysAdmin' where id = $1",
      [root.id],
    )
    const signedIn = await signInByHttp(baseUrl, root.emailAddress, root.password)
    const ada = await personWithAccount('Admin')
    const other = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const path = '/api/tenants/tenant/administrators/factors'

    expect((await ask(other, 'PUT', path, { isRequired: true })).status).toBe(401)
    const factors = async () => (await ask(signedIn, 'GET', '')).body
    expect((await ask(signedIn, 'PUT', path, { isRequired: false })).status).toBe(200)
    expect(await factors()).toMatchObject({ isRequired: false, requiredFrom: null })
    expect((await ask(signedIn, 'PUT', path, { isRequired: true })).status).toBe(200)
    expect(await factors()).toMatchObject({ isRequired: false, requiredFrom: addDays(dateOf(new Date()), 14) })
    // Asking for it again postpones nothing.
    await root.ward.query("update members set created_at = now() - interval '10 days' where id = $1", [root.id])
    await root.ward.query('update organisations set second_factor_from = $1 where is_system', [addDays(dateOf(new Date()), 5)])
    expect((await ask(signedIn, 'PUT', path, { isRequired: true })).status).toBe(200)
    expect(await factors()).toMatchObject({ requiredFrom: addDays(dateOf(new Date()), 5) })
    await root.ward.query('update organisations set second_factor_from = current_date where is_system')
    await root.ward.query("update members set created_at = now() - interval '15 days' where id = $1", [root.id])
    expect((await signedIn.call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect((await other.call('GET', '/api/tenants/tenant')).status).toBe(200)
  })
})
