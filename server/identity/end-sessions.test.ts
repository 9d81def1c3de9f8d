import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { inTransaction, type Tx } from '#server/platform/database.ts'
import { openBrowser } from '#test/browser.ts'
import { testServer } from '#test/test-server.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { addApp, codeOf, reachSecondStep } from '#test/second-factor.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

import { endSessions } from './identity.ts'
import { createAdapter } from './provider/adapter.sql.ts'
import { endSessionByGrant, endSessionByUid, findOpenSession } from './provider/sessions.sql.ts'

const { baseUrl } = await listen()
const { services, owner } = await testServer()
const endAll = (subject: string) => inTransaction(services.db, {}, (tx) => endSessions({ tx }, subject))

describe('endSessions', () => {
  test('when all sessions end, their tokens end with them, and a new sign-in at the same moment gets a valid token (SIGN-8)', async () => {
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

  test('a sign-in that has passed the old password has to start again (SIGN-8)', async () => {
    const ada = await personWithAccount()
    const { secret } = await addApp(await signInByHttp(baseUrl, ada.emailAddress, ada.password))
    const { started } = await reachSecondStep(baseUrl, ada)

    await endAll(ada.subject)

    const answer = await started.browser.visit(`${started.page}/code`, { code: codeOf(secret, 1) })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This sign-in page has expired')])
  })

  test('a sign-in that is complete but has not returned to the app has to start again (SIGN-8)', async () => {
    const ada = await personWithAccount()
    const started = await startSignIn(baseUrl)
    const answer = await started.browser.visit(started.page, { emailAddress: ada.emailAddress, password: ada.password })

    await endAll(ada.subject)

    const end = await started.browser.visit(answer.headers.get('location')!)
    expect(end.headers.get('location') ?? '').not.toContain('code=')
  })

  test('several windows of one device that sign in at once all succeed (SIGN-1)', async () => {
    const ada = await personWithAccount()
    const { browser } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const device = browser.cookies().find((pair) => pair.startsWith('device='))!
    const windows = Array.from({ length: 12 }, () => {
      const window = openBrowser(baseUrl)
      window.keepCookie(`${device}; Path=/identity`)
      return window
    })
    const visits = await Promise.all(windows.map((window) => startSignIn(baseUrl, window)))

    const ends = await Promise.all(visits.map((started) => enterPassword(started, ada.emailAddress, ada.password)))

    expect(ends.map((end) => end.headers.get('location')?.includes('code='))).toEqual(visits.map(() => true))
  })

  const sessions = createAdapter(services.db)('Session')
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(services.db, {}, work)
  const isOpen = async (uid: string) => (await inTx((tx) => findOpenSession(tx, uid))) !== undefined

  /** A session of somebody, as a request has read it that is still under way. */
  async function seenSession() {
    const { subject: accountId } = await personWithAccount()
    const [id, uid, grantId] = [randomUUID(), randomUUID(), randomUUID()]
    await sessions.upsert(id, { uid, accountId, authorizations: { app: { sid: 'sid', grantId } } }, 600)
    return { id, uid, grantId, accountId, seen: (await sessions.find(id))! }
  }
  type Seen = Awaited<ReturnType<typeof seenSession>>

  const endings: [string, (session: Seen) => Promise<unknown>][] = [
    ['signing out', ({ uid }) => inTx((tx) => endSessionByUid(tx, uid))],
    ['a token used twice', ({ grantId }) => inTx((tx) => endSessionByGrant(tx, grantId))],
    ['a new password', ({ accountId }) => endAll(accountId)],
  ]

  for (const [what, end] of endings)
    test(`a sign-in in progress while a session ended by ${what} does not restore it, under any identifier (SIGN-6, SIGN-8)`, async () => {
      const session = await seenSession()
      expect(await isOpen(session.uid)).toBe(true)

      await end(session)
      await sessions.upsert(session.id, session.seen, 600)
      await sessions.upsert(randomUUID(), session.seen, 600)

      expect(await isOpen(session.uid)).toBe(false)
      expect([await sessions.find(session.id), await sessions.findByUid(session.uid)]).toEqual([undefined, undefined])

      // Signing in gives a session a new identifier: the old one goes, then the new one comes. It may end between the two.
      const arriving = await seenSession()
      await sessions.destroy(arriving.id)
      await end(arriving)
      await sessions.upsert(randomUUID(), arriving.seen, 600)
      expect(await isOpen(arriving.uid)).toBe(false)
    })

  test('a session that gets a new identifier stays open under it, and under the old one for a request in progress (SIGN-1)', async () => {
    const { id, uid, seen } = await seenSession()
    const next = randomUUID()

    await sessions.destroy(id)
    expect([await sessions.find(id), await isOpen(uid)]).toEqual([undefined, false])
    await sessions.upsert(next, seen, 600)
    await sessions.upsert(id, seen, 600)

    expect([(await sessions.find(next))?.uid, (await sessions.find(id))?.uid, await isOpen(uid)]).toEqual([uid, uid, true])
  })
})
