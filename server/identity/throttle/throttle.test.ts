import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { endSessions } from '#server/identity/identity.ts'
import { inTransaction } from '#server/platform/database.ts'
import { networkOf } from '#server/platform/network.ts'
import { openBrowser, type Browser } from '#test/browser.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { eventually } from '#test/organisation.ts'
import { addApp, codeOf, reachSecondStep } from '#test/second-factor.ts'
import { arriveByHttp, enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

import { createDelays } from './delay.ts'
import { delaySeconds } from './limits.ts'

const [{ baseUrl, services }, other] = [await listen(), await listen()]
const notRight = 'Email or password is incorrect, or the account is temporarily locked'

type Person = Awaited<ReturnType<typeof personWithAccount>>

/** One attempt on a sign-in page of its own. */
async function attempt(emailAddress: string, password = 'Wrong-horse-1!', { browser = openBrowser(baseUrl), server = baseUrl } = {}) {
  const started = await startSignIn(server, browser)
  const began = performance.now()
  const answer = await browser.visit(started.page, { emailAddress, password })
  return { status: answer.status, text: await answer.text(), seconds: (performance.now() - began) / 1000, answer, started }
}
const guessAtOnce = (count: number, emailAddress: string, browser?: Browser) =>
  Promise.all(Array.from({ length: count }, () => attempt(emailAddress, undefined, { browser: browser ?? openBrowser(baseUrl) })))

/** A browser in which somebody has signed in. */
async function knownBrowser({ emailAddress, password }: Person) {
  const browser = openBrowser(baseUrl)
  await signInByHttp(baseUrl, emailAddress, password, browser)
  return browser
}

const failuresOf = async ({ owner, subject }: Person) =>
  (await owner.query('select failed_attempts as others, failed_on_known_devices as known from accounts where id = $1', [subject])).rows[0]
const addressKey = (emailAddress: string) => services.keys.sign('sign-in-account', emailAddress.toLowerCase())
const networkKeys = ['127.0.0.1', '::1'].map((address) => services.keys.sign('sign-in-address', networkOf(address)))
/** As if so many had failed within the last minutes. */
const count = ({ owner }: Pick<Person, 'owner'>, keys: string[], failures: number) =>
  owner.query(
    `insert into sign_in_throttle (key, failures, window_ends) select unnest($1::text[]), $2, now() + interval '5 minutes'
     on conflict (key) do update set failures = excluded.failures, window_ends = excluded.window_ends`,
    [keys, failures],
  )

describe('POST /identity/sign-in/:uid', () => {
  test('after 100 failures from one network unknown devices there are delayed, and known ones are not (SIGN-9)', async () => {
    const [ada, ben] = [await personWithAccount(), await personWithAccount()]
    const known = await knownBrowser(ada)
    await count(ada, networkKeys, 400)

    const onKnown = await attempt(ada.emailAddress, ada.password, { browser: known })
    const onOther = await attempt(ben.emailAddress, ben.password)
    await count(ada, networkKeys, 0)

    expect([onKnown.status, onOther.status]).toEqual([303, 303])
    expect(onOther.seconds).toBeGreaterThan(3.9)
    expect(onOther.seconds - onKnown.seconds, 'no delay on the known device').toBeGreaterThan(2)
  })

  test('wrong passwords of others delay the right one on an unknown device, are reset afterwards, and do not affect a known device (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const known = await knownBrowser(ada)
    const wrong = [await attempt(ada.emailAddress), await attempt(ada.emailAddress), await attempt(ada.emailAddress)]
    const fourth = await attempt(ada.emailAddress)
    await count(ada, [addressKey(ada.emailAddress)], 5)

    const onKnown = await attempt(ada.emailAddress, ada.password, { browser: known })
    await count(ada, [addressKey(ada.emailAddress)], 5)
    const onOther = await attempt(ada.emailAddress, ada.password)
    const afterwards = await attempt(ada.emailAddress)

    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(fourth.seconds).toBeGreaterThan(0.95)
    expect([onKnown.status, onOther.status]).toEqual([303, 303])
    expect(onOther.seconds).toBeGreaterThan(3.9)
    expect(onOther.seconds - onKnown.seconds, 'no delay on the known device').toBeGreaterThan(2)
    expect(afterwards.seconds).toBeLessThan(4)
    expect(await failuresOf(ada)).toEqual({ others: 1, known: 0 })
  })

  test('after 80 failures in a row the right password is refused on unknown devices with the same message, and accepted on a known one, and each refusal is in the audit log (SIGN-9, AUD-1)', async () => {
    const ada = await personWithAccount()
    const known = await knownBrowser(ada)
    await ada.owner.query('update accounts set failed_attempts = 79 where id = $1', [ada.subject])
    await guessAtOnce(3, ada.emailAddress)
    expect(await failuresOf(ada), 'as many as are judged').toEqual({ others: 80, known: 0 })

    const onOther = await attempt(ada.emailAddress, ada.password)
    const unknown = await attempt('nobody@example.com', ada.password)
    const onKnown = await attempt(ada.emailAddress, ada.password, { browser: known })
    const afterwards = await attempt(ada.emailAddress, ada.password)

    expect([onOther.status, unknown.status]).toEqual([401, 401])
    for (const { text } of [onOther, unknown]) expect(text).toContain(notRight)
    expect([onKnown.status, afterwards.status], 'who signs in ends the count').toEqual([303, 303])
    await eventually(async () => {
      const kinds = (await ada.ward.auditTrail()).map(({ event_type }) => event_type).filter((kind) => /Failed|Locked/.test(kind))
      return JSON.stringify(kinds.toSorted()) === JSON.stringify(['signInFailed', 'signInFailed', 'signInFailed', 'signInLocked'])
    })
  })

  test('a known device has ten attempts, even at the same time, and counts as unknown after that; the known devices of an account have 20 (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const browsers = [await knownBrowser(ada), await knownBrowser(ada), await knownBrowser(ada)]

    await guessAtOnce(12, ada.emailAddress, browsers[0])
    expect(await failuresOf(ada)).toEqual({ others: 2, known: 10 })
    await guessAtOnce(10, ada.emailAddress, browsers[1])
    await ada.owner.query('delete from sign_in_throttle where key = $1', [addressKey(ada.emailAddress)])
    await attempt(ada.emailAddress, undefined, { browser: browsers[2]! })

    expect(await failuresOf(ada)).toEqual({ others: 3, known: 20 })
    expect((await attempt(ada.emailAddress, ada.password, { browser: browsers[0]! })).status, 'slowed, not refused').toBe(303)
    expect(await failuresOf(ada)).toEqual({ others: 0, known: 0 })
  })

  test('a device is known to the members who signed in there, until their password changes; a forged cookie is not a device (SIGN-9)', async () => {
    const [ada, ben] = [await personWithAccount(), await personWithAccount()]
    const browser = await knownBrowser(ada)
    await signInByHttp(baseUrl, ben.emailAddress, ben.password, browser)
    const cookie = browser.cookies().find((pair) => pair.startsWith('device='))!
    const madeUp = openBrowser(baseUrl)
    madeUp.keepCookie(`${cookie.slice(0, -3)}abc; Path=/identity`)

    await attempt(ada.emailAddress, undefined, { browser })
    await attempt(ben.emailAddress, undefined, { browser })
    await attempt(ada.emailAddress, undefined, { browser: await knownBrowser(await personWithAccount()) })
    await attempt(ada.emailAddress, undefined, { browser: madeUp })
    expect([await failuresOf(ada), await failuresOf(ben)]).toEqual([
      { others: 2, known: 1 },
      { others: 0, known: 1 },
    ])
    expect((await ada.owner.query('select device from known_devices')).rows.map(({ device }) => device)).not.toContain(cookie.slice(7))

    await inTransaction(services.db, {}, (tx) => endSessions({ tx }, ada.subject))
    await attempt(ada.emailAddress, undefined, { browser })
    expect(await failuresOf(ada)).toEqual({ others: 3, known: 1 })
  })

  test('the device cookie is not readable by scripts and other sites, and is sent only over https if the product uses it (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const secure = await listen({ PUBLIC_URL: 'https://forms.example' })

    const query = {
      client_id: 'forms-spa',
      redirect_uri: 'https://forms.example/',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    }
    const browser = openBrowser(secure.baseUrl)
    const page = (await browser.visit(`/identity/authorize?${new URLSearchParams(query).toString()}`)).headers.get('location')!
    const form = { emailAddress: ada.emailAddress, password: ada.password }

    const plain = (await attempt(ada.emailAddress, ada.password)).answer.headers.get('set-cookie')
    const withTls = (await browser.visit(page, form)).headers.get('set-cookie')

    expect(plain).toMatch(/^device=[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/identity; HttpOnly; SameSite=Lax$/)
    expect(withTls).toMatch(/^__Secure-device=[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/identity; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('servers share the counts (SIGN-9)', async () => {
    const ada = await personWithAccount()
    for (const server of [baseUrl, other.baseUrl, other.baseUrl])
      await attempt(ada.emailAddress, undefined, { server, browser: openBrowser(server) })
    expect(await failuresOf(ada)).toEqual({ others: 3, known: 0 })

    const fourth = await attempt(ada.emailAddress)

    expect(fourth.seconds).toBeGreaterThan(0.95)
  })

  test('an address without an account is counted, delayed and answered like one with an account (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const addresses = [ada.emailAddress, 'nobody-at-all@example.com']
    await count(ada, addresses.map(addressKey), 4)

    const [known, unknown] = await Promise.all(addresses.map((emailAddress) => attempt(emailAddress)))

    for (const { status, text, seconds } of [known!, unknown!]) {
      expect([status, text.includes(notRight)]).toEqual([401, true])
      expect(seconds).toBeGreaterThan(1.9)
    }
    const { rows } = await ada.owner.query('select failures from sign_in_throttle where key = any ($1)', [addresses.map(addressKey)])
    expect(rows).toEqual([{ failures: 5 }, { failures: 5 }])
  })

  test('delayed attempts hold no database connection; five of one address and network wait, and the rest are asked to try again (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const signedIn = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const addresses = Array.from({ length: 8 }, (_, n) => `nobody-${n}@waits.example`)
    await count(ada, addresses.map(addressKey), 5)

    const waiting = addresses.map((emailAddress) => attempt(emailAddress))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const began = performance.now()
    expect((await signedIn.call('GET', '/api/tenants/tenant')).status).toBe(200)
    expect((performance.now() - began) / 1000, 'the pool has five connections').toBeLessThan(3)
    await Promise.all(waiting)

    await count(ada, [addressKey(ada.emailAddress)], 3)
    const crowd = await guessAtOnce(7, ada.emailAddress)
    const refused = crowd.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(refused[0]!.text).toContain('Too many people are signing in. Wait 30 seconds and try again.')
    expect((await failuresOf(ada)).others, 'those were not judged, and not counted').toBe(7 - refused.length)
  })

  test('a member is told by email of ten failures in a row once a day, without the network address; an address without an account gets no email (SIGN-9, AUD-1)', async () => {
    const ada = await personWithAccount()
    await ada.ward.startWorkers()
    const told = 'select recipient, body from outbox_messages where recipient = any ($1)'
    const mails = async () =>
      (await ada.ward.query(told, [['nobody@told.example', ada.emailAddress]])) as { recipient: string; body: string }[]
    await count(ada, [addressKey('nobody@told.example'), addressKey(ada.emailAddress)], 9)

    await Promise.all([attempt('nobody@told.example'), attempt(ada.emailAddress)])
    const [mail] = await eventually(async () => ((await mails()).length > 0 ? mails() : undefined))
    expect(mail!.recipient).toBe(ada.emailAddress)
    expect(mail!.body).toMatch(/at least 10 failed attempts in a row[^]*The last attempt was on \d\d-\w{3}-\d{4} \d\d:\d\d \(UK time\)/)
    expect(mail!.body).not.toMatch(/127\.0\.0\.1|::1/)
    expect((await ada.ward.auditTrail()).filter(({ event_type }) => event_type === 'signInFailuresTold')).toMatchObject([
      { actor_id: null, subject_id: ada.id },
    ])

    await count(ada, [addressKey(ada.emailAddress)], 14)
    await attempt(ada.emailAddress)
    await eventually(async () => {
      const [job] = await ada.ward.query("select 1 from pgboss.job where name = 'tell-of-failed-sign-ins' and state < 'completed'")
      return job === undefined
    })
    expect(await mails()).toHaveLength(1)
  })

  test('the last attempts of a known device do not block a sign-in elsewhere at the same moment (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const known = await knownBrowser(ada)
    await count(ada, [addressKey(ada.emailAddress)], 1)
    await ada.owner.query('update known_devices set failed_attempts = 9 where account_id = $1', [ada.subject])
    const [other, elsewhere] = [await ada.owner.connect(), await ada.owner.connect()]

    // Another attempt takes the last one of the device while this one is under way.
    await other.query('begin')
    await other.query('update known_devices set failed_attempts = 10 where account_id = $1', [ada.subject])
    // A sign-in comes to its end: it forgets the failures of the address, then those of the account.
    await elsewhere.query('begin')
    await elsewhere.query('update sign_in_throttle set failures = 0 where key = $1', [addressKey(ada.emailAddress)])
    const guess = attempt(ada.emailAddress, undefined, { browser: known })
    await wait(1_500) // until it waits for the first of the two, and then for the second
    await other.query('commit')
    await wait(500)
    await elsewhere.query('update accounts set failed_attempts = 0 where id = $1', [ada.subject])
    await elsewhere.query('commit')
    other.release()
    elsewhere.release()

    expect((await guess).status).toBe(401)
  })

  test('wrong codes are counted like wrong passwords, on known and on unknown devices, and the right password does not reset them (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const { secret } = await addApp(await signInByHttp(baseUrl, ada.emailAddress, ada.password))
    await ada.owner.query('delete from known_devices')
    const tryCode = async (code: string) => {
      const { started } = await reachSecondStep(baseUrl, ada)
      return started.browser.visit(`${started.page}/code`, { code })
    }

    for (const _ of [1, 2]) expect((await tryCode('000000')).status).toBe(401)
    expect(await failuresOf(ada)).toEqual({ others: 2, known: 0 })
    // The answer does not wait for the log.
    await eventually(async () => (await ada.ward.auditTrail()).filter(({ event_type }) => event_type === 'signInFailed').length === 2)
    const { started } = await reachSecondStep(baseUrl, ada)
    await ada.owner.query('update accounts set failed_attempts = 80 where id = $1', [ada.subject])
    const refused = await started.browser.visit(`${started.page}/code`, { code: codeOf(secret, 1) })
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('The code is incorrect, or was already used.')])
    await eventually(async () => (await ada.ward.auditTrail()).filter(({ event_type }) => event_type === 'signInFailed').length === 3)
  })

  test('a sign-in in progress while the sessions of its account end is refused, and the password is required again (SIGN-8)', async () => {
    const ada = await personWithAccount()
    const { answer, started } = await attempt(ada.emailAddress, ada.password)
    // The sessions end after the password was judged, and before what it led to is written.
    const underWay = (await ada.owner.query("select * from oidc_store where model = 'Interaction' and account_id = $1", [ada.subject])).rows
    await inTransaction(services.db, {}, (tx) => endSessions({ tx }, ada.subject))
    await ada.owner.query('insert into oidc_store select * from json_populate_recordset(null::oidc_store, $1)', [JSON.stringify(underWay)])

    const resumed = await started.browser.visit(answer.headers.get('location')!)

    expect(underWay).toHaveLength(1)
    expect(resumed.headers.get('location')).toMatch(/^\/identity\/sign-in\//)
    const again = { ...started, page: resumed.headers.get('location')! }
    const { call } = await eventually(async () => arriveByHttp(baseUrl, again, await enterPassword(again, ada.emailAddress, ada.password)))
    expect(call).toBeDefined()
  })

  test('a one-time link gives access also on a new device while others guess the password (SIGN-9)', async () => {
    const ada = await personWithAccount()
    await ada.ward.startWorkers()
    const browser = openBrowser(baseUrl)
    await browser.visit('/identity/forgot-password', { emailAddress: ada.emailAddress })
    const link = await eventually(async () => {
      const [mail] = await ada.ward.query('select body from outbox_messages where recipient = $1', [ada.emailAddress])
      return /\/identity\/set-password\/[\w-]{43}/.exec(String(mail?.['body']))?.[0]
    })
    await browser.visit(link, { password: 'Radium-1898!', again: 'Radium-1898!' })
    await ada.owner.query('update accounts set failed_attempts = 80 where id = $1', [ada.subject])

    expect((await attempt(ada.emailAddress, 'Radium-1898!', { browser })).status).toBe(303)
    expect((await attempt(ada.emailAddress, 'Radium-1898!')).status, 'who signed in has ended the count').toBe(303)
  })
})

describe('delaySeconds', () => {
  test('grows with the failures of an address and of a network, up to a maximum (SIGN-9)', () => {
    const ofAddress = [0, 2, 3, 4, 5, 6, 7, 8, 80].map((failures) => delaySeconds({ ofAddress: failures, ofNetwork: 0 }))
    const ofNetwork = [99, 100, 199, 200, 400, 800, 1600, 100_000].map((failures) => delaySeconds({ ofAddress: 0, ofNetwork: failures }))

    expect(ofAddress).toEqual([0, 0, 1, 2, 4, 8, 16, 20, 20])
    expect(ofNetwork).toEqual([0, 1, 1, 2, 4, 8, 10, 10])
  })
})

describe('createDelays', () => {
  test('delays a limited number of attempts at once, and frees the place of a browser that disconnects (SIGN-9)', async () => {
    const delay = createDelays({ maxDelayed: 3, maxDelayedPerNetwork: 2, maxDelayedPerAddress: 1 })
    const leaving = new AbortController()
    const never = new AbortController().signal
    const of = (address: string, network: string) => ({ address, network })

    const first = delay(of('a', 'guests'), 60, leaving.signal)
    expect(await delay(of('a', 'guests'), 0, never), 'one of an address').toBe(false)
    const second = delay(of('b', 'guests'), 0.05, never)
    expect(await delay(of('c', 'guests'), 0, never), 'two of a network').toBe(false)
    const third = delay(of('a', 'ward'), 0.05, never)
    expect(await delay(of('a', 'home'), 0, never), 'three in all').toBe(false)
    leaving.abort()

    expect([await first, await second, await third, await delay(of('a', 'guests'), 0, never)]).toEqual([false, true, true, true])
  })
})
