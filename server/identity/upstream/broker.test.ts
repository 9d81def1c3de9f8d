import { generateKeyPairSync, randomUUID } from 'node:crypto'

import { decodeJwt } from 'jose'
import type { ClientMetadata } from 'oidc-provider'
import { afterAll, describe, expect, test } from 'vitest'

import { makeEmergencyLink } from '#server/identity/one-time-links/make-emergency-link.ts'
import { makeLink } from '#server/identity/identity.ts'
import { startSendingMemberMail } from '#server/members/mail/send-member-mail.job.ts'
import { inTransaction } from '#server/platform/database.ts'
import { openBrowser, type Browser } from '#test/browser.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { startOtherProvider, type OtherPerson, type OtherProvider } from '#test/other-provider.ts'
import { freePort } from '#test/free-port.ts'
import { eventually } from '#test/organisation.ts'
import { askForTokens, enterPassword, makeProofKey, startSignIn } from '#test/sign-in.ts'

type Ways = { alg?: 'RS256' | 'ES256'; auth?: Partial<ClientMetadata>; environment?: Record<string, string>; areClaimsInIdToken?: boolean }

/** Our provider as a confidential client of another one, which says who somebody is by UserInfo only, unless its ID tokens do too. */
async function openBroker({ alg = 'RS256', auth = {}, environment = {}, areClaimsInIdToken = false }: Ways = {}) {
  const port = await freePort()
  const people: OtherPerson[] = []
  const client = {
    client_id: 'formward-server',
    client_secret: 'a secret of the test',
    redirect_uris: [`http://localhost:${port}/identity/upstream/callback`],
    ...auth,
  }
  const other = await startOtherProvider({ alg, clients: [client], people, areClaimsInIdToken })
  afterAll(other.stop)
  const { baseUrl, services } = await listen({
    PORT: String(port),
    OIDC_MODE: 'broker',
    UPSTREAM_ISSUER: other.issuer,
    UPSTREAM_CLIENT_ID: 'formward-server',
    UPSTREAM_CLIENT_SECRET: 'a secret of the test',
    UPSTREAM_NAME: 'Care ID',
    UPSTREAM_EMAIL_CLAIM: 'mail',
    UPSTREAM_EMAIL_VERIFIED_CLAIM: 'mail_verified',
    ...environment,
  })
  return { baseUrl, services, other, people }
}

/** Somebody invited here, whom the other provider knows under the same address. */
async function invited(people: OtherPerson[], changes: Partial<OtherPerson> = {}) {
  const ada = await personWithAccount('Admin')
  const there = { subject: `there|${randomUUID()}`, mail: ada.emailAddress.toUpperCase(), ...changes }
  people.push(there)
  return { ...ada, there }
}

const follow = (browser: Browser, answer: Response) => browser.visit(answer.headers.get('location')!)

/** From our sign-in page to the other provider and back to our callback; answers what to do there. */
async function goThere(baseUrl: string, other: OtherProvider, subject: string | undefined, browser = openBrowser(baseUrl)) {
  const started = await startSignIn(baseUrl, browser)
  const asked = await browser.visit(`${started.page}/upstream`)
  const there = openBrowser(new URL(other.issuer).origin)
  const interaction = await follow(there, asked)
  const done = await there.visit(interaction.headers.get('location')!, subject === undefined ? { gave: 'up' } : { subject })
  const back = await follow(there, done)
  return { started, browser, asked, back: back.headers.get('location')! }
}

/** The rest of the way, as far as it leads. */
async function comeBack({ browser, back }: Awaited<ReturnType<typeof goThere>>) {
  const passedOn = await browser.visit(back)
  return passedOn.status === 303 ? follow(browser, passedOn) : passedOn
}

async function tokensAfter(baseUrl: string, visit: Awaited<ReturnType<typeof goThere>>) {
  const end = await follow(visit.browser, await comeBack(visit))
  const code = new URL(end.headers.get('location')!).searchParams.get('code')!
  const key = await makeProofKey()
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: `${baseUrl}/`, code_verifier: visit.started.verifier }
  const { tokens } = await askForTokens(baseUrl, key, exchange)
  const address = `${baseUrl}/api/tenants/tenant`
  const dpop = await key.prove('GET', address, tokens.access_token)
  const opened = await fetch(address, { headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })
  return { tokens, opened }
}

const byKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const jwk = { ...byKey.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'of the client' }

describe('OIDC_MODE=broker', () => {
  test.each<[string, Ways]>([
    ['RS256, secret in the header', { alg: 'RS256' }],
    [
      'ES256, secret in the body',
      {
        alg: 'ES256',
        auth: { token_endpoint_auth_method: 'client_secret_post' },
        environment: { UPSTREAM_CLIENT_AUTH: 'client_secret_post' },
      },
    ],
    [
      'RS256, a key instead of a secret',
      {
        auth: { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256', jwks: { keys: [jwk] } },
        environment: {
          UPSTREAM_CLIENT_AUTH: 'private_key_jwt',
          UPSTREAM_CLIENT_KEY: byKey.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        },
      },
    ],
    [
      'RS256, a key in the form that openssl ecparam writes',
      {
        auth: { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256', jwks: { keys: [jwk] } },
        environment: {
          UPSTREAM_CLIENT_AUTH: 'private_key_jwt',
          UPSTREAM_CLIENT_KEY: byKey.privateKey.export({ format: 'pem', type: 'sec1' }).toString(),
        },
      },
    ],
  ])(
    'an invited person signs in with their organisation’s provider (%s), and works with tokens of Formward (SIGN-1)',
    async (_how, ways) => {
      const { baseUrl, other, people } = await openBroker(ways)
      const ada = await invited(people)

      const first = await tokensAfter(baseUrl, await goThere(baseUrl, other, ada.there.subject))
      const again = await tokensAfter(baseUrl, await goThere(baseUrl, other, ada.there.subject))

      for (const { tokens, opened } of [first, again]) {
        expect([opened.status, await opened.json()]).toMatchObject([200, { id: ada.ward.id }])
        expect(decodeJwt(tokens.id_token)).toMatchObject({ iss: `${baseUrl}/identity`, sub: ada.subject, amr: ['fed', 'pwd', 'mfa'] })
      }
      const trail = (await ada.ward.auditTrail()).filter(({ event_type }) => /Linked|Federated/.test(event_type))
      expect(trail).toMatchObject([
        { event_type: 'tenantMemberLinked', actor_id: ada.id, detail: { issuer: other.issuer } },
        { event_type: 'signInFederated', actor_id: ada.id, detail: { issuer: other.issuer, amr: ['pwd', 'mfa'] } },
      ])
    },
  )

  test('the upstream provider is called with PKCE, state and nonce, for a new login, and only for the identity (SIGN-9)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const ada = await invited(people)
    const { started, browser, asked } = await goThere(baseUrl, other, ada.there.subject)

    expect(other.seen.authorize[0]).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${baseUrl}/identity/upstream/callback`,
      code_challenge_method: 'S256',
      prompt: 'login',
      max_age: '300',
      state: expect.stringMatching(/^.{43}$/) as string,
      nonce: expect.stringMatching(/^.{43}$/) as string,
    })
    expect(asked.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await browser.fetch(`${started.page}/upstream`)).status, 'a script that goes there').toBe(403)
  })

  test('a response of the upstream provider is valid once, in the browser and for the sign-in that requested it (SIGN-9)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const ada = await invited(people)
    const mine = await goThere(baseUrl, other, ada.there.subject)
    const words = async (answer: Response) => [answer.status, (await answer.text()).includes('has expired')]

    // Somebody else's answer, sent to a victim's browser, would sign them in as somebody else.
    const victim = await startSignIn(baseUrl)
    expect(await words(await comeBack({ ...mine, browser: victim.browser }))).toEqual([400, true])
    const query = new URL(mine.back).search
    expect(await words(await victim.browser.visit(`${victim.page}/upstream/answer${query}`))).toEqual([403, true])
    expect(await words(await victim.browser.visit(`/identity/upstream/callback?code=x&state=${randomUUID()}`))).toEqual([403, true])
    // The one it was for.
    expect((await comeBack(mine)).status).toBe(303)
    expect(await words(await mine.browser.visit(mine.back))).toEqual([403, true])
  })

  test('a response from another issuer, with another code, or with none is refused (SIGN-9)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const ada = await invited(people)
    for (const change of [
      (answer: URLSearchParams) => answer.set('iss', 'https://evil.example'),
      (answer: URLSearchParams) => answer.delete('iss'),
      (answer: URLSearchParams) => answer.set('code', 'made-up'),
      (answer: URLSearchParams) => answer.delete('code'),
    ]) {
      const visit = await goThere(baseUrl, other, ada.there.subject)
      const back = new URL(visit.back)
      change(back.searchParams)
      const answer = await comeBack({ ...visit, back: back.href })
      expect([answer.status, (await answer.text()).includes('Sign-in with Care ID failed')]).toEqual([503, true])
    }
  })

  test('a person without an invitation, or with an unverified address, gets a message, but neither account nor role (SIGN-7)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const unverified = await invited(people, { isVerified: false })
    const stranger = { subject: 'there|stranger', mail: 'stranger@example.com' }
    const removed = await invited(people)
    await removed.owner.query('update members set is_active = false where id = $1', [removed.id])
    people.push(stranger)

    for (const { subject } of [unverified.there, stranger, removed.there]) {
      const answer = await comeBack(await goThere(baseUrl, other, subject))
      expect([answer.status, (await answer.text()).includes('You have not been invited yet')]).toEqual([403, true])
    }
    const { rows } = await removed.owner.query("select 1 from accounts where email_address = 'stranger@example.com'")
    expect(rows).toEqual([])
  })

  test('an address of UserInfo that only the ID token calls verified, which has another address, links nobody (SIGN-7)', async () => {
    const { baseUrl, other, people } = await openBroker({ areClaimsInIdToken: true })
    const ada = await invited(people)
    const stranger = { subject: 'there|stranger', mail: 'stranger@example.com', userInfo: { mail: ada.there.mail } }
    people.push(stranger)

    expect((await comeBack(await goThere(baseUrl, other, stranger.subject))).status).toBe(403)
  })

  test('a linked member stays linked: a changed address changes nothing, and another person with that address gets no access (SIGN-9)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const ada = await invited(people)
    await comeBack(await goThere(baseUrl, other, ada.there.subject))
    const successor = { subject: 'there|successor', mail: ada.there.mail }
    people.push(successor)
    ada.there.mail = 'new.name@example.com'

    expect((await comeBack(await goThere(baseUrl, other, successor.subject))).status).toBe(403)
    expect((await comeBack(await goThere(baseUrl, other, ada.there.subject))).status).toBe(303)
  })

  test('of two subjects that arrive with one address at once exactly one is linked (SIGN-9)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const ada = await invited(people)
    const twin = { subject: 'there|twin', mail: ada.there.mail }
    people.push(twin)
    const visits = [await goThere(baseUrl, other, ada.there.subject), await goThere(baseUrl, other, twin.subject)]

    const answers = await Promise.all(visits.map(comeBack))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403])
  })

  test('an upstream provider that is unreachable is explained, signs nobody out, and works again when it is back (SIGN-9)', async () => {
    const { baseUrl, other, people } = await openBroker()
    const ada = await invited(people)
    const { opened } = await tokensAfter(baseUrl, await goThere(baseUrl, other, ada.there.subject))
    expect(opened.status).toBe(200)
    const visit = await goThere(baseUrl, other, ada.there.subject)

    other.setDown(true)
    const atReturn = await comeBack(visit)
    expect([atReturn.status, await atReturn.text()]).toEqual([503, expect.stringContaining('failed')])
    const late = await openBroker()
    late.other.setDown(true)
    const started = await startSignIn(late.baseUrl)
    const answer = await started.browser.visit(`${started.page}/upstream`)
    expect([answer.status, (await answer.text()).includes('Sign-in with Care ID failed')]).toEqual([503, true])

    late.other.setDown(false)
    expect((await started.browser.visit(`${started.page}/upstream`)).status).toBe(303)
  })

  test('a person whom the upstream provider refuses, or who stops half-way, sees a page that says so (SIGN-2)', async () => {
    const { baseUrl, other } = await openBroker()

    const answer = await comeBack(await goThere(baseUrl, other, undefined))

    expect([answer.status, (await answer.text()).includes('Care ID refused the sign-in')]).toEqual([403, true])
  })

  test('with local sign-in off only the emergency account has a password, and the upstream provider cannot sign in to it (SIGN-9)', async () => {
    const admin = await personWithAccount('Admin')
    const { baseUrl, other, people } = await openBroker({
      environment: { LOCAL_SIGN_IN: 'off', BREAK_GLASS_ACCOUNT: admin.emailAddress.toUpperCase() },
    })
    const ada = await invited(people)
    people.push({ subject: 'there|impostor', mail: admin.emailAddress })

    const page = await startSignIn(baseUrl)
    const html = await (await page.browser.visit(page.page)).text()
    expect(html).toMatch(/Sign in with Care ID.*Emergency access.*type="password"/s)
    expect(html).not.toContain('All people and organisations here are fictional')
    expect((await enterPassword(page, ada.emailAddress, ada.password)).status).toBe(401)
    expect((await enterPassword(page, admin.emailAddress, admin.password)).headers.get('location')).toContain('code=')
    expect((await comeBack(await goThere(baseUrl, other, 'there|impostor'))).status).toBe(403)
  })

  test('an account that was linked before it became the emergency account is not opened by the upstream provider (SIGN-9)', async () => {
    const admin = await personWithAccount('Admin')
    const { baseUrl, other, people } = await openBroker({
      environment: { LOCAL_SIGN_IN: 'off', BREAK_GLASS_ACCOUNT: admin.emailAddress },
    })
    const there = { subject: `there|${randomUUID()}`, mail: 'renamed@example.com' }
    people.push(there)
    await admin.owner.query('insert into upstream_subjects (issuer, subject, account_id) values ($1, $2, $3)', [
      other.issuer,
      there.subject,
      admin.subject,
    ])

    expect((await comeBack(await goThere(baseUrl, other, there.subject))).status).toBe(403)
  })

  test('the operator makes a link for the emergency account, which works while others guess its password; nobody else gets a link (SIGN-9)', async () => {
    const [admin, ada] = [await personWithAccount('Admin'), await personWithAccount('Admin')]
    const { baseUrl, services } = await openBroker({
      environment: { LOCAL_SIGN_IN: 'off', BREAK_GLASS_ACCOUNT: admin.emailAddress.toUpperCase() },
    })
    await admin.owner.query('update accounts set failed_attempts = 80 where id = $1', [admin.subject])
    const refused = await startSignIn(baseUrl)
    const page = await refused.browser.visit(refused.page, { emailAddress: admin.emailAddress, password: admin.password })
    expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('ask the operator of the server for a link')])

    const { address } = await makeEmergencyLink(services)
    const browser = openBrowser(baseUrl)
    const choose = (link: string) => browser.visit(link, { password: 'Radium-1898!', again: 'Radium-1898!' })
    expect((await choose(address)).headers.get('location')).toBe('/identity/password-set')
    await admin.owner.query('update accounts set failed_attempts = 80 where id = $1', [admin.subject])
    const started = await startSignIn(baseUrl, browser)
    expect((await enterPassword(started, admin.emailAddress, 'Radium-1898!')).headers.get('location')).toContain('code=')
    expect((await admin.ward.auditTrail()).map(({ event_type }) => event_type)).toContain('tenantMemberPasswordReset')

    const used = await browser.visit(address)
    expect([used.status, (await used.text()).includes('forgot-password')]).toEqual([410, false])
    expect((await browser.visit('/identity/forgot-password')).status).toBe(404)
    const adas = await inTransaction(services.db, {}, (tx) => makeLink({ tx, services }, ada.subject, 'reset'))
    expect((await choose(adas)).status).toBe(410)
  })

  test('with local sign-in off, an email about an account names no page that is not served (SIGN-9)', async () => {
    const admin = await personWithAccount('Admin')
    const { services } = await openBroker({ environment: { LOCAL_SIGN_IN: 'off', BREAK_GLASS_ACCOUNT: admin.emailAddress } })
    const { address } = await makeEmergencyLink(services)
    await openBrowser(services.config.PUBLIC_URL).visit(address, { password: 'Radium-1898!', again: 'Radium-1898!' })
    await startSendingMemberMail(services)

    const mail = await eventually(async () => {
      const [found] = await admin.ward.query('select body from outbox_messages where recipient = $1', [admin.emailAddress])
      return found && String(found['body'])
    })
    expect(mail).toContain('If you did not, tell your admin now.')
    expect(mail).not.toContain('/identity/')
  })

  test('without an emergency account there is no password field (SIGN-9)', async () => {
    const { baseUrl } = await openBroker({ environment: { LOCAL_SIGN_IN: 'off' } })
    const { browser, page } = await startSignIn(baseUrl)

    const html = await (await browser.visit(page)).text()

    expect(html).toContain('Sign in with Care ID')
    expect(html).not.toContain('password')
  })
})
