import { expect, test } from 'vitest'

import { inTransaction } from '#server/platform/database.ts'
import { house } from '#test/house.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { addApp, codeOf, reachSecondStep } from '#test/second-factor.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

import { endSessions } from './end-sessions.ts'

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
