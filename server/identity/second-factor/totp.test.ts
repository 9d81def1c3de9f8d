import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'

import type { TotpSetup } from '#contract/own-account.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { addApp, ask, codeOf, reachSecondStep, sendStep, type WithCodes } from '#test/second-factor.ts'
import { arriveByHttp, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const notRight = 'The code is incorrect, or was already used.'

async function personWithApp() {
  const ada = await personWithAccount()
  const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
  return { ...ada, signedIn, ...(await addApp(signedIn)) }
}

describe('Authenticator apps', () => {
  test('an authenticator app is active once its code was entered; from then on the password alone is not enough (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const { body: setup } = await ask<TotpSetup>(signedIn, 'POST', '/totp')
    expect(setup).toMatchObject({ address: expect.stringContaining('otpauth://totp/Formward:'), picture: { path: expect.any(String) } })

    expect((await ask(signedIn, 'PUT', '/totp', { code: '000000' })).status).toBe(400)
    expect((await ask(signedIn, 'GET', '')).body).toMatchObject({ authenticatorAddedAt: null })
    await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const { body } = await ask<WithCodes>(signedIn, 'PUT', '/totp', { code: codeOf(setup.secret) })
    expect(body.recoveryCodes).toHaveLength(10)

    const { started, html } = await reachSecondStep(baseUrl, ada)
    expect(html).toContain('Enter the code from your authenticator app')
    await expect(signInByHttp(baseUrl, ada.emailAddress, ada.password)).rejects.toThrow('no code')
    const { tokens, call } = await arriveByHttp(baseUrl, started, await sendStep(started, 'code', { code: codeOf(setup.secret, 1) }))
    expect((await call('GET', '/api/tenants/tenant')).status).toBe(200)
    const claims = decodeJwt(tokens.id_token)
    expect(claims).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] })
    expect(Math.abs(Number(claims['auth_time']) - Date.now() / 1000)).toBeLessThan(60)
  })

  test('with a password alone the ID token says so (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const { tokens } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    expect(decodeJwt(tokens.id_token)).toMatchObject({ acr: 'aal1', amr: ['pwd'], auth_time: expect.any(Number) })
  })

  test('of many simultaneous uses of one code exactly one gets through, and none later (SIGN-9)', async () => {
    const ada = await personWithApp()
    const visitors = await Promise.all([1, 2, 3, 4].map(() => reachSecondStep(baseUrl, ada)))
    const code = codeOf(ada.secret, 1)

    const answers = await Promise.all(visitors.map(({ started }) => started.browser.visit(`${started.page}/code`, { code })))

    const ends = await Promise.all(answers.map(async (answer) => answer.headers.get('location')?.split('/')[4] ?? (await answer.text())))
    expect(ends.filter((end) => end === 'authorize')).toHaveLength(1)
    expect(ends.filter((end) => end.includes(notRight))).toHaveLength(3)
    const { started } = await reachSecondStep(baseUrl, ada)
    const again = await started.browser.visit(`${started.page}/code`, { code })
    expect([again.status, await again.text()]).toEqual([401, expect.stringContaining(notRight)])
  })

  test('a person who knows the password but not the code cannot skip the step, nor set up another factor (SIGN-9)', async () => {
    const ada = await personWithApp()
    const { started } = await reachSecondStep(baseUrl, ada)
    await ada.ward.query('update account_totp set pending = sealed, last_step = 0 where account_id = $1', [ada.subject])

    for (const step of ['continue', 'set-up', 'set-up-passkey', 'passkey']) {
      const answer = await started.browser.visit(`${started.page}/${step}`, { code: codeOf(ada.secret), credential: '{"id":"x"}' })
      const html = answer.status === 303 ? '' : await answer.text()
      expect([step, html.includes('recovery-codes') || /[0-9A-Z]{5}-[0-9A-Z]{5}/.test(html)]).toEqual([step, false])
      expect(answer.headers.get('location') ?? '').not.toContain('/identity/authorize')
    }
    const resumed = await started.browser.visit(`/identity/authorize/${started.page.split('/').at(-1)}`)
    expect(resumed.headers.get('location') ?? '').not.toContain('code=')
    const fresh = await startSignIn(baseUrl)
    expect((await fresh.browser.visit(`${fresh.page}/code`, { code: codeOf(ada.secret) })).headers.get('location')).toBe(fresh.page)
  })

  test('a recovery code replaces the phone once, is audited, and the other codes stay valid (SIGN-9)', async () => {
    const ada = await personWithApp()
    const [code = ''] = ada.recoveryCodes
    const { started, html } = await reachSecondStep(baseUrl, ada)
    expect(html).toContain(`${started.page}/recovery-code`)

    const { tokens, ...back } = await arriveByHttp(
      baseUrl,
      started,
      await sendStep(started, 'recovery-code', { code: ` ${code.toLowerCase().replace('-', ' ')} ` }),
    )

    expect(decodeJwt(tokens.id_token)).toMatchObject({ acr: 'aal2' })
    expect((await ask({ tokens, ...back }, 'GET', '')).body).toMatchObject({ recoveryCodesLeft: 9 })
    const second = await reachSecondStep(baseUrl, ada)
    const refused = await second.started.browser.visit(`${second.started.page}/recovery-code`, { code })
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining(notRight)])
    expect(await ada.ward.auditTrail()).toContainEqual(expect.objectContaining({ event_type: 'recoveryCodeUsed', actor_id: ada.id }))
  })

  test('neither the secret nor a recovery code is readable in the database (SIGN-9)', async () => {
    const ada = await personWithApp()
    const rows = await ada.ward.query(
      "select encode(t.sealed, 'hex') as sealed, c.hash from account_totp t join account_recovery_codes c using (account_id) where account_id = $1",
      [ada.subject],
    )
    expect(rows).toHaveLength(10)
    const text = JSON.stringify(rows)
    for (const code of ada.recoveryCodes) expect(text).not.toContain(code.replace('-', ''))
    expect(text).not.toContain(Buffer.from(ada.secret.replaceAll(' ', '')).toString('hex'))
  })
})
