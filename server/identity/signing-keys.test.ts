import { decodeProtectedHeader } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { inTransaction } from '#server/platform/database.ts'
import { testServer } from '#test/test-server.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { signInByHttp } from '#test/sign-in.ts'

import { rotateSigningKeys } from './provider/signing-keys.sql.ts'

const { baseUrl, services } = await listen()
const { owner } = await testServer()
const night = () => inTransaction(services.db, {}, (tx) => rotateSigningKeys(tx, services))
/** The keys are read again after a minute. */
const aMinuteLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
const published = async () => {
  const { keys } = (await (await fetch(`${baseUrl}/identity/.well-known/jwks.json`)).json()) as { keys: { kid: string; d?: string }[] }
  expect(keys.every(({ d }) => d === undefined)).toBe(true)
  return keys.map(({ kid }) => kid)
}
const signedBy = (token: string) => decodeProtectedHeader(token).kid
afterEach(() => void vi.useRealTimers())

describe('Signing keys', () => {
  test('a key that is 90 days old gets a successor, which is published first and signs a day later; nobody is signed out (SIGN-10)', async () => {
    const ada = await personWithAccount()
    const person = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const opens = async (token = person.tokens.access_token) => (await person.call('GET', '/api/tenants/tenant', token)).status
    const [first] = await published()

    await night()
    aMinuteLater()
    expect(await published(), 'a key that is not old stays alone').toEqual([first])

    await owner.query("update signing_keys set created_at = now() - interval '91 days'")
    await Promise.all([night(), night()])
    aMinuteLater()
    const [, second, ...more] = await published()
    expect([second, more]).toEqual([expect.any(String), []])
    const renewed = await person.refresh()
    expect([signedBy(renewed.tokens.access_token), signedBy(renewed.tokens.id_token)], 'published, not signing yet').toEqual([first, first])

    await owner.query('update signing_keys set signs_from = now() where signs_from > now()')
    aMinuteLater()
    const after = await person.refresh(renewed.tokens.refresh_token)
    expect([signedBy(after.tokens.access_token), signedBy(after.tokens.id_token)]).toEqual([second, second])
    expect([await opens(after.tokens.access_token), await opens(renewed.tokens.access_token)], 'tokens of both keys').toEqual([200, 200])

    await night()
    aMinuteLater()
    expect(await published(), 'the old one stays for a day').toEqual([second, first])
    await owner.query("update signing_keys set signs_from = now() - interval '25 hours' where created_at > now() - interval '1 day'")
    await owner.query("update signing_keys set signs_from = now() - interval '90 days' where created_at < now() - interval '1 day'")
    await night()
    aMinuteLater()
    expect(await published()).toEqual([second])
    expect((await person.refresh(after.tokens.refresh_token)).status).toBe(200)
  })
})
