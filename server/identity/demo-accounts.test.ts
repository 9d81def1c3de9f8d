import { describe, expect, test } from 'vitest'

import { inTransaction } from '#server/platform/database.ts'
import { makeAuthenticator } from '#test/authenticator.ts'
import { testServer } from '#test/test-server.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { ask, questionIn, reachSecondStep, sendStep } from '#test/second-factor.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

import { enableOrDisableDemoAccounts } from './demo-accounts.ts'
import { makeLink } from './one-time-links/make-link.ts'

const { baseUrl, services } = await listen()
const { owner } = await testServer()
const startWith = (DEMO: boolean) => enableOrDisableDemoAccounts({ ...services, config: { ...services.config, DEMO } })

/** As the demonstration has them. */
async function demoPerson() {
  const ada = await personWithAccount()
  await owner.query('update accounts set is_demo = true where id = $1', [ada.subject])
  return ada
}

describe('a server that starts without DEMO on data of the demonstration', () => {
  test('the password, a passkey, a link, the session and its tokens of a demo account are refused (RUN-1, SIGN-8)', async () => {
    const ada = await demoPerson()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const authenticator = makeAuthenticator(baseUrl)
    const { body: question } = await ask<{ challenge: string }>(signedIn, 'POST', '/passkeys/options')
    await ask(signedIn, 'POST', '/passkeys', { name: 'Phone', credential: authenticator.create(question) })
    const link = await inTransaction(services.db, {}, (tx) => makeLink({ tx, services }, ada.subject, 'first_password'))
    const [byPassword, byPasskey] = [await startSignIn(baseUrl), await startSignIn(baseUrl)]
    const { started: halfWay } = await reachSecondStep(baseUrl, ada)
    const asked = questionIn(await (await byPasskey.browser.visit(byPasskey.page)).text())

    await startWith(false)

    const me = async () => (await signedIn.call('GET', '/api/tenants/tenant/member/me')).status
    expect(await me()).toBe(401)
    expect((await signedIn.refresh()).tokens).toMatchObject({ error: 'invalid_grant' })
    expect((await enterPassword(byPassword, ada.emailAddress, ada.password)).status).toBe(401)
    expect((await sendStep(byPasskey, 'passkey', { credential: JSON.stringify(authenticator.get(asked)) })).status).toBe(401)
    expect((await halfWay.browser.visit(halfWay.page)).status).not.toBe(200)
    expect((await fetch(link)).status).toBe(410)

    await startWith(true)

    expect(await me(), 'what has ended stays ended').toBe(401)
    expect((await fetch(link)).status).toBe(410)
    expect((await reachSecondStep(baseUrl, ada)).html).toContain('Use your passkey')
  })

  test('other accounts are unchanged (RUN-1)', async () => {
    const ada = await personWithAccount()
    const { call } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    await startWith(false)

    expect((await call('GET', '/api/tenants/tenant/member/me')).status).toBe(200)
  })
})
