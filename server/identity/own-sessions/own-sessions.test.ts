import { describe, expect, test } from 'vitest'

import type { OwnSession } from '#contract/own-account.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { askForTokens, signInByHttp, type SignedIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const address = '/api/tenants/tenant/member/sessions'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

const listOf = async (session: SignedIn) => ((await (await session.call('GET', address)).json()) as { docs: OwnSession[] }).docs
const isIn = async (session: SignedIn) => (await session.call('GET', '/api/tenants/tenant')).status === 200

/** Somebody who is signed in twice, and what it looks like from the first place. */
async function signedInTwice() {
  const ada = await personWithAccount()
  const here = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
  const there = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
  const other = (await listOf(here)).find(({ isCurrent }) => !isCurrent)!
  return { ada, here, there, other }
}

describe('GET /tenant/member/sessions', () => {
  test('lists the member’s open sessions with a description of each device, marks the current one, and leaves out ended ones (SIGN-9)', async () => {
    const { ada, here, there } = await signedInTwice()
    await signInByHttp(baseUrl, ...(await personWithAccount().then(({ emailAddress, password }) => [emailAddress, password] as const)))
    const left = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    await left.browser.visit(`${baseUrl}/identity/v2/logout`)
    await askForTokens(
      baseUrl,
      there.key,
      { grant_type: 'refresh_token', refresh_token: there.tokens.refresh_token },
      { 'user-agent': firefox },
    )

    const sessions = await listOf(here)

    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual(
      expect.arrayContaining([
        ['Unknown device', true],
        ['Firefox on Windows', false],
      ]),
    )
    expect(sessions).toHaveLength(2)
    for (const { signedInAt, lastUsedAt } of sessions) {
      expect(Date.now() - Date.parse(signedInAt)).toBeLessThan(60_000)
      expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(signedInAt) - 1_000)
    }
    expect(await ada.ward.auditTrail()).toMatchObject(expect.arrayContaining([expect.objectContaining({ event_type: 'sessionList' })]))
    // No address, no header, nothing that opens a session.
    const { rows } = await ada.owner.query(`select payload::text from oidc_store where model = 'SessionUse' and account_id = $1`, [
      ada.subject,
    ])
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Mozilla/)
  })
})

describe('DELETE /tenant/member/sessions/:id', () => {
  test('refuses the tokens of that session at once, renewals too, and leaves the others (SIGN-9)', async () => {
    const { ada, here, there, other } = await signedInTwice()

    expect((await here.call('DELETE', `${address}/${other.id}`)).status).toBe(200)

    expect(await isIn(there)).toBe(false)
    expect((await there.refresh()).status).toBe(400)
    expect(await isIn(here)).toBe(true)
    expect(await listOf(here)).toHaveLength(1)
    expect(await ada.ward.auditTrail()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ event_type: 'sessionEnded', actor_id: ada.id })]),
    )
    expect((await here.call('DELETE', `${address}/${other.id}`)).status).toBe(404)
  })

  test('requires a recent identity check, keeps the session it is called from, and ends no session of a colleague (SIGN-9)', async () => {
    const { ada, here, there, other } = await signedInTwice()
    const own = (await listOf(here)).find(({ isCurrent }) => isCurrent)!
    const colleague = await signedInTwice()

    expect((await here.call('DELETE', `${address}/${own.id}`)).status).toBe(409)
    expect((await here.call('DELETE', `${address}/${colleague.other.id}`)).status).toBe(404)
    expect((await here.call('DELETE', `${address}/not.an.id`)).status).toBe(400)
    expect(await isIn(colleague.there)).toBe(true)
    await ada.owner.query(
      `update oidc_store set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 600))
       where model = 'Session' and account_id = $1`,
      [ada.subject],
    )
    expect((await here.call('DELETE', `${address}/${other.id}`)).status).toBe(428)
    expect((await here.call('DELETE', address)).status).toBe(428)
    expect(await isIn(there)).toBe(true)
  })
})

describe('Own sessions', () => {
  test('DELETE /tenant/member/sessions: ends all sessions except the current one, and the log has their number (SIGN-9)', async () => {
    const { ada, here, there } = await signedInTwice()
    const third = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

    expect(await (await here.call('DELETE', address)).json()).toEqual({ ended: 2 })

    expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, false])
    expect((await ada.ward.auditTrail()).filter(({ event_type }) => event_type === 'otherSessionsEnded')).toHaveLength(1)
    expect(await (await here.call('DELETE', address)).json()).toEqual({ ended: 0 })
  })
})
