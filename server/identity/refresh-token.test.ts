import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'

import { eventually } from '#test/organisation.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { askForTokens, enterPassword, makeProofKey, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const signIn = async (...person: Parameters<typeof personWithAccount>) => {
  const ada = await personWithAccount(...person)
  return { ada, ...(await signInByHttp(baseUrl, ada.emailAddress, ada.password)) }
}
const isSignedOut = async (call: (method: string, path: string) => Promise<Response>) =>
  (await call('GET', '/api/tenants/tenant')).status === 401

describe('A refresh token', () => {
  test('a renewed token has the current role of the member (SIGN-3)', async () => {
    const { ada, refresh } = await signIn('User')
    await ada.owner.query("update members set role = 'Admin' where id = $1", [ada.id])

    const { tokens } = await refresh()

    expect(decodeJwt(tokens.access_token)['https://formward.example/claims']).toMatchObject({ 'forms-roles': [{ name: 'Admin' }] })
  })

  test('of ten simultaneous renewals with one refresh token exactly one succeeds (SIGN-9)', async () => {
    const { refresh } = await signIn()

    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh()))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, tokens } of answers) if (status !== 200) expect(tokens.error).toBe('invalid_grant')
  })

  test('a refresh token that is used twice ends the whole family, access tokens included (SIGN-9)', async () => {
    const { ada, refresh, call } = await signIn()
    const next = await refresh()

    const reused = await refresh()

    expect([next.status, reused.status, reused.tokens.error]).toEqual([200, 400, 'invalid_grant'])
    expect((await refresh(next.tokens.refresh_token)).status).toBe(400)
    await eventually(() => isSignedOut((method, path) => call(method, path, next.tokens.access_token)))
    expect((await ada.ward.auditTrail()).filter(({ event_type }) => event_type === 'refreshTokenReused')).toMatchObject([
      { actor_id: ada.id, detail: { from: expect.stringMatching(/127\.0\.0\.1|::1/) as string } },
    ])
  })

  test('a code that is redeemed twice gives no tokens, and revokes those of its first use (SIGN-9)', async () => {
    const { exchange, key, refresh, call } = await signIn()

    const again = await askForTokens(baseUrl, key, exchange)

    expect([again.status, again.tokens.error]).toEqual([400, 'invalid_grant'])
    expect((await refresh()).status).toBe(400)
    await eventually(() => isSignedOut(call))
  })

  test('of eight simultaneous redemptions of one code at most one succeeds (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const started = await startSignIn(baseUrl)
    const end = await enterPassword(started, ada.emailAddress, ada.password)
    const code = new URL(end.headers.get('location')!).searchParams.get('code')!
    const key = await makeProofKey()
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: `${baseUrl}/`, code_verifier: started.verifier }

    const answers = await Promise.all(Array.from({ length: 8 }, () => askForTokens(baseUrl, key, exchange)))

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('a stolen refresh token is refused without the key it is bound to (SIGN-9)', async () => {
    const { tokens, refresh } = await signIn()

    const stolen = await askForTokens(baseUrl, await makeProofKey(), { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })

    expect([stolen.status, stolen.tokens.error]).toEqual([400, 'invalid_grant'])
    expect((await refresh()).status).toBe(200)
  })

  test('a code is refused without the verifier or the key (SIGN-9)', async () => {
    const { exchange, key } = await signIn()
    const wrong = await askForTokens(baseUrl, key, { ...exchange, code_verifier: 'x'.repeat(43) })
    const keyless = await fetch(`${baseUrl}/identity/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'forms-spa', ...exchange }),
    })

    expect([wrong.status, keyless.status]).toEqual([400, 400])
  })

  test('a clinician who is inactive for longer than the organisation allows cannot renew (IDLE-4)', async () => {
    const { ada, refresh, tokens } = await signIn('User', { clinicianTimeout: 15 })
    const secondsLeft = async () => {
      const { rows } = await ada.owner.query(
        "select extract(epoch from expires_at - now()) as left from oidc_store where model = 'RefreshToken' and account_id = $1 and consumed_at is null",
        [ada.subject],
      )
      return Number(rows[0].left)
    }
    expect([tokens.expires_in, Math.ceil((await secondsLeft()) / 3600)]).toEqual([300, 12])

    await ada.owner.query('update members set is_clinician = true where id = $1', [ada.id])
    await refresh()
    expect(Math.ceil((await secondsLeft()) / 60)).toBe(20) // the fifteen, and the five an access token may lie unused
  })

  test('where the limit is shorter than an access token, the access token is shorter too (IDLE-4)', async () => {
    const { ada, refresh } = await signIn('User', { clinicianTimeout: 2 })
    await ada.owner.query('update members set is_clinician = true where id = $1', [ada.id])

    expect((await refresh()).tokens.expires_in).toBe(120)
  })

  test('the server ends an idle session automatically: calls with the last token do not extend it, and after the limit it cannot be renewed (IDLE-4)', async () => {
    const { ada, refresh, call } = await signIn('User', { clinicianTimeout: 15 })
    await ada.owner.query('update members set is_clinician = true where id = $1', [ada.id])
    const { tokens } = await refresh()
    const ofAda = "model = 'RefreshToken' and account_id = $1 and consumed_at is null"
    const expiry = async () =>
      (await ada.owner.query(`select expires_at from oidc_store where ${ofAda}`, [ada.subject])).rows[0].expires_at as Date

    const before = await expiry()
    for (let n = 0; n < 5; n++) expect((await call('GET', '/api/tenants/tenant', tokens.access_token)).status).toBe(200)
    expect(await expiry()).toEqual(before)
    const { exp = 0 } = decodeJwt(tokens.access_token)
    expect(exp * 1_000).toBeLessThanOrEqual(before.getTime() - 15 * 60_000 + 1_000)

    // The same as waiting: the row and what it says of itself grow older by the limit and what may lie unused.
    await ada.owner.query(
      `update oidc_store set expires_at = expires_at - interval '20 minutes', payload = jsonb_set(payload, '{exp}', to_jsonb((payload->>'exp')::bigint - 1200)) where ${ofAda}`,
      [ada.subject],
    )
    const late = await refresh(tokens.refresh_token)
    expect([late.status, late.tokens.error]).toEqual([400, 'invalid_grant'])
  })

  test('a copy of the database gives no access: no code, refresh token or session cookie is in it (SIGN-9)', async () => {
    const { ada, exchange, tokens, browser } = await signIn()
    await startSignIn(baseUrl, browser) // in the middle of signing in once more
    const { rows } = await ada.owner.query('select oidc_store::text as line from oidc_store')
    const everything = rows.map(({ line }) => line).join('\n')

    const sessionCookies = browser.cookies().flatMap((pair) => (pair.startsWith('_session=') ? [pair.slice(9)] : []))

    expect(sessionCookies).toHaveLength(1)
    expect(everything).toContain(ada.subject)
    for (const secret of [exchange.code, tokens.refresh_token, ...sessionCookies]) expect(everything).not.toContain(secret)
  })
})
