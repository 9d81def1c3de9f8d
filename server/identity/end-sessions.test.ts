import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { inTransaction, type Tx } from '#server/platform/database.ts'
import { house } from '#test/house.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { addApp, codeOf, reachSecondStep } from '#test/second-factor.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

import { endSessions } from './end-sessions.ts'
import { createAdapter, endSessionByGrant, endSessionByUid, findOpenSession, hashed } from './provider/adapter.sql.ts'

const { baseUrl } = await listen()
const { floor, owner } = await house()
const endAll = (subject: string) => inTransaction(floor.db, {}, (tx) => endSessions({ tx }, subject))

test('SIGN-8 when all sessions end, tokens and renewals end with them, and who signs in again at once gets a token that is good', async () => {
  const ada = await personWithAccount()
  const before = await signInByHttp(baseUrl, ada.emailAddress, ada.password)

  await endAll(ada.subject)

  const after = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
  expect((await before.call('GET', '/api/tenants/tenant')).status).toBe(401)
  expect((await before.refresh()).status).toBe(400)
  expect((await after.call('GET', '/api/tenants/tenant')).status).toBe(200)
  // On a slow machine the second may be over by now: nothing issued from here on is refused for its time.
  const { rows } = await owner.query('select tokens_valid_from <= now() as is_open from accounts where id = $1', [ada.subject])
  expect(rows).toEqual([{ is_open: true }])
})

test('SIGN-8 who has shown the old password, and no more yet, has to begin again', async () => {
  const ada = await personWithAccount()
  const { secret } = await addApp(await signInByHttp(baseUrl, ada.emailAddress, ada.password))
  const { started } = await reachSecondStep(baseUrl, ada)

  await endAll(ada.subject)

  const answer = await started.browser.visit(`${started.page}/code`, { code: codeOf(secret, 1) })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This sign-in page has expired')])
})

test('SIGN-8 nor does it help to have shown everything, and not to have gone back to the app yet', async () => {
  const ada = await personWithAccount()
  const started = await startSignIn(baseUrl)
  const answer = await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: ada.password })

  await endAll(ada.subject)

  const end = await started.browser.visit(answer.headers.get('location')!)
  expect(end.headers.get('location') ?? '').not.toContain('code=')
})

test('SIGN-1 somebody who signs in from many windows at once gets in from each', async () => {
  const ada = await personWithAccount()
  const visits = await Promise.all(Array.from({ length: 12 }, () => startSignIn(baseUrl)))

  const ends = await Promise.all(visits.map((started) => enterPassword(started, ada.emailAddress, ada.password)))

  expect(ends.map((end) => end.headers.get('location')?.includes('code='))).toEqual(visits.map(() => true))
})

test('SIGN-6 SIGN-8 however a session ends, a page that was under way with it brings it back no more', async () => {
  const sessions = createAdapter(floor.db)('Session')
  const inTx = (work: (tx: Tx) => Promise<void>) => inTransaction(floor.db, {}, work)
  const endings: ((session: { id: string; uid: string; grantId: string; accountId: string }) => Promise<unknown>)[] = [
    ({ uid }) => inTx((tx) => endSessionByUid(tx, uid)),
    ({ grantId }) => inTx((tx) => endSessionByGrant(tx, grantId)),
    ({ accountId }) => endAll(accountId),
    ({ id }) => sessions.destroy(id),
  ]
  for (const end of endings) {
    const [id, uid, grantId] = [randomUUID(), randomUUID(), randomUUID()]
    const { subject: accountId } = await personWithAccount()
    const payload = { uid, accountId, authorizations: { app: { sid: 'sid', grantId } } }
    await sessions.upsert(id, payload, 600)
    const seen = (await sessions.find(id))!
    expect(seen).toMatchObject(payload)

    await end({ id, uid, grantId, accountId })
    await sessions.upsert(id, seen, 600)

    expect([await sessions.find(id), await sessions.findByUid(uid)]).toEqual([undefined, undefined])
    expect(await inTransaction(floor.db, {}, (tx) => findOpenSession(tx, uid))).toBeUndefined()
    const { rows } = await owner.query(
      "select payload from oidc_store where model = 'Session' and consumed_at is not null and account_id is null and id = $1",
      [hashed(id)],
    )
    expect(rows, 'and nothing of anybody is kept of it').toEqual([{ payload: {} }])
  }
})
