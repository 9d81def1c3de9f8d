import { createHash } from 'node:crypto'

import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'

import { deleteExpired } from '#server/identity/remove-expired.sql.ts'
import { inTransaction } from '#server/platform/database.ts'
import { makeAuthenticator } from '#test/authenticator.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { addApp, ask, questionIn, reachSecondStep, sendStep, type WithCodes } from '#test/second-factor.ts'
import { arriveByHttp, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl, services } = await listen()

async function personWithPasskey() {
  const ada = await personWithAccount()
  const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
  const authenticator = makeAuthenticator(baseUrl)
  const { body: question } = await ask<{ challenge: string }>(signedIn, 'POST', '/passkeys/options')
  const credential = authenticator.create(question)
  const added = await ask<WithCodes>(signedIn, 'POST', '/passkeys', { name: 'Phone', credential })
  return { ...ada, signedIn, authenticator, credential, added }
}

/** The sign-in page, open in a browser of its own. */
async function openPage() {
  const started = await startSignIn(baseUrl)
  const html = await (await started.browser.visit(started.page)).text()
  return { started, question: questionIn(html) }
}
const answered = (credential: object) => ({ credential: JSON.stringify(credential) })

describe('Passkeys', () => {
  test('a passkey is made once for one challenge, named, listed, renamed and removed (SIGN-9)', async () => {
    const { signedIn, credential, added } = await personWithPasskey()
    expect(added).toMatchObject({ status: 200 })
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await ask(signedIn, 'POST', '/passkeys', { name: 'Again', credential })).status).toBe(409)

    const { body } = await ask<{ passkeys: { id: string }[] }>(signedIn, 'GET', '')
    expect(body).toMatchObject({ passkeys: [{ name: 'Phone', lastUsedAt: null }], recoveryCodesLeft: 10 })
    const [{ id } = { id: '' }] = body.passkeys
    expect((await ask(signedIn, 'PATCH', `/passkeys/${id}`, { name: '' })).status).toBe(400)
    expect((await ask(signedIn, 'PATCH', `/passkeys/${id}`, { name: 'Work phone' })).status).toBe(200)
    expect((await ask(signedIn, 'GET', '')).body).toMatchObject({ passkeys: [{ name: 'Work phone' }] })
    expect((await ask(signedIn, 'DELETE', `/passkeys/${id}`)).status).toBe(200)
    expect((await ask(signedIn, 'GET', '')).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await ask(signedIn, 'DELETE', `/passkeys/${id}`)).status).toBe(404)
  })

  test('a challenge works once, also after a minute and the job that removes expired rows (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const { body: question } = await ask<{ challenge: string }>(signedIn, 'POST', '/passkeys/options')
    const credential = makeAuthenticator(baseUrl).create(question)
    expect((await ask(signedIn, 'POST', '/passkeys', { name: 'Phone', credential })).status).toBe(200)
    const { body } = await ask<{ passkeys: { id: string }[] }>(signedIn, 'GET', '')
    expect((await ask(signedIn, 'DELETE', `/passkeys/${body.passkeys[0]!.id}`)).status).toBe(200)

    const { rowCount } = await ada.owner.query("update seen_proofs set expires_at = expires_at - interval '1 minute' where id = $1", [
      createHash('sha256').update(question.challenge).digest('base64url'),
    ])
    expect(rowCount).toBe(1)
    await inTransaction(services.db, {}, (tx) => deleteExpired({ tx }))

    expect((await ask(signedIn, 'POST', '/passkeys', { name: 'Again', credential })).status).toBe(409)
  })

  test('a passkey signs in by itself, without a name and a password, and counts as both factors (SIGN-9)', async () => {
    const ada = await personWithPasskey()
    const { started, question } = await openPage()
    const { tokens, call } = await arriveByHttp(
      baseUrl,
      started,
      await sendStep(started, 'passkey', answered(ada.authenticator.get(question))),
    )

    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: ada.subject, acr: 'aal2', amr: ['pop', 'user', 'mfa'] })
    expect((await call('GET', '/api/tenants/tenant')).status).toBe(200)
  })

  test('after the password the passkey is the second step, and somebody else’s passkey is refused (SIGN-9)', async () => {
    const [ada, ben] = [await personWithPasskey(), await personWithPasskey()]
    const { started, html } = await reachSecondStep(baseUrl, ada)
    expect(html).toContain('Use your passkey')

    const foreign = await started.browser.visit(`${started.page}/passkey`, answered(ben.authenticator.get(questionIn(html))))
    expect(foreign.status).toBe(401)
    const end = await sendStep(started, 'passkey', answered(ada.authenticator.get(questionIn(await foreign.text()))))
    const { tokens } = await arriveByHttp(baseUrl, started, end)
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: ada.subject, amr: ['pwd', 'pop', 'user', 'mfa'] })
  })

  test('a response from another site, for another page, without user verification, or of a copied key is refused (SIGN-9)', async () => {
    const { authenticator } = await personWithPasskey()
    const { started, question } = await openPage()
    const { question: elsewhere } = await openPage()
    const attempt = async (credential: object) => (await started.browser.visit(`${started.page}/passkey`, answered(credential))).status

    expect(await attempt(authenticator.get(question, { origin: 'https://evil.example' }))).toBe(401)
    expect(await attempt(authenticator.get(question, { host: 'evil.example' }))).toBe(401)
    expect(await attempt(authenticator.get(elsewhere))).toBe(401)
    expect(await attempt(authenticator.get({ challenge: Buffer.from('a.9999999999999.b').toString('base64url') }))).toBe(401)
    const { question: unseen } = { question: questionIn(await (await started.browser.visit(started.page)).text()) }
    expect(await attempt(authenticator.get(unseen, { isVerified: false }))).toBe(401)
    expect(await attempt({ id: 'unknown' })).toBe(401)
    const { question: third } = { question: questionIn(await (await started.browser.visit(started.page)).text()) }
    expect(await attempt(authenticator.get(third, { counter: 50 }))).toBe(303)
    const second = await openPage()
    const copied = await second.started.browser.visit(
      `${second.started.page}/passkey`,
      answered(authenticator.get(second.question, { counter: 50 })),
    )
    expect(copied.status).toBe(401)
  })

  test('a response of an authenticator is accepted once (SIGN-9)', async () => {
    const { authenticator } = await personWithPasskey()
    const { started, question } = await openPage()
    const form = answered(authenticator.get(question, { counter: 0 }))

    const answers = await Promise.all([1, 2, 3].map(() => started.browser.visit(`${started.page}/passkey`, form)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401])
  })

  test('a passkey of an account that was switched off is refused (SIGN-9)', async () => {
    const ada = await personWithPasskey()
    await ada.ward.query('update accounts set is_active = false where id = $1', [ada.subject])
    const { started, question } = await openPage()
    expect((await started.browser.visit(`${started.page}/passkey`, answered(ada.authenticator.get(question)))).status).toBe(401)
  })

  test('the sign-in page runs one script of the product and no inline script, and does not reveal who has a passkey (SIGN-9)', async () => {
    const started = await startSignIn(baseUrl)
    const shown = await started.browser.visit(started.page)
    const html = await shown.text()

    expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/^<script type="module" src="\/assets\/passkey-[\w-]+\.js">$/)])
    expect(html).not.toMatch(/<style|style=|\son\w+=/i)
    const policy = shown.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'")
    expect(questionIn(html)).not.toHaveProperty('allowCredentials')
  })

  test('a member can have both kinds of factor, and the recovery codes stay those that were shown (SIGN-9)', async () => {
    const { signedIn } = await personWithPasskey()
    expect((await addApp(signedIn)).recoveryCodes).toEqual([])
    const { body } = await ask<WithCodes>(signedIn, 'POST', '/recovery-codes')
    expect(body.recoveryCodes).toHaveLength(10)
  })
})
