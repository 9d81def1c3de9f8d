import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'

import { inTransaction } from '#server/platform/database.ts'
import { listen } from '#test/listen.ts'
import { openOrganisation } from '#test/organisation.ts'

import { linkMember } from './members.ts'

const elsewhere = await openProvider()
const { baseUrl, services } = await listen({ OIDC_ISSUER: elsewhere.issuer, OIDC_AUDIENCE: 'api' })

/** The provider of another organisation: signs the given claims, and answers at its UserInfo endpoint. */
async function openProvider() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }]
  const people = new Map<string, object>()
  const server = createServer(({ url, headers }, answer) => {
    const told = {
      '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` },
      '/keys': { keys },
      '/me': people.get(headers.authorization ?? '') ?? {},
    }[url!]
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(told))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  afterAll(() => server.close())
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on a port
  return {
    issuer,
    signIn: async (claims: object, userInfo?: object, subject: string = randomUUID()) => {
      const token = await new SignJWT({ ...claims, jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('api')
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      if (userInfo) people.set(`Bearer ${token}`, userInfo)
      const answer = await fetch(`${baseUrl}/api/tenants/tenant/member/me`, { headers: { authorization: `Bearer ${token}` } })
      return { status: answer.status, subject, body: (await answer.json()) as { id?: string; code?: string } }
    },
  }
}

async function invited() {
  const ward = await openOrganisation()
  const emailAddress = `Marie.${ward.id}@example.com`
  const [row] = await ward.query(
    "insert into members (organisation_id, first_name, last_name, email_address, role) values ($1, 'Marie', 'Curie', $2, 'User') returning id",
    [ward.id, emailAddress],
  )
  const subject = async () => (await ward.query('select subject from members where id = $1', [row!['id']]))[0]!['subject']
  return { ward, emailAddress, id: row!['id'] as string, subject }
}

describe('Linking a member to an account', () => {
  test('an invited person signs in with another provider for the first time and is linked, once, whatever the case of their verified address (MEM-2)', async () => {
    const marie = await invited()

    const first = await elsewhere.signIn({ email: marie.emailAddress.toUpperCase(), email_verified: true })
    const again = await elsewhere.signIn({}, undefined, first.subject)

    expect([first.status, first.body.id, again.status]).toEqual([200, marie.id, 200])
    expect(await marie.subject()).toBe(first.subject)
    expect((await marie.ward.auditTrail()).filter(({ event_type }) => event_type === 'tenantMemberLinked')).toMatchObject([
      { actor_id: marie.id, subject_id: marie.id, detail: { issuer: elsewhere.issuer } },
    ])
  })

  test('if the access token does not contain the address, the provider is asked (MEM-2)', async () => {
    const marie = await invited()

    const { status } = await elsewhere.signIn({}, { email: marie.emailAddress, email_verified: true })

    expect(status).toBe(200)
  })

  test('an unverified address in the access token does not hide the verified one of UserInfo (MEM-2)', async () => {
    const marie = await invited()

    const { status } = await elsewhere.signIn({ email: 'old@example.com' }, { email: marie.emailAddress, email_verified: true })

    expect(status).toBe(200)
    const other = await invited()
    expect(await elsewhere.signIn({ email: other.emailAddress }, { email: 'old@example.com', email_verified: true })).toMatchObject({
      status: 403,
    })
    expect(await other.subject()).toBeNull()
  })

  test('an unverified address links nobody, nor does one without an invitation (MEM-2, SIGN-7)', async () => {
    const marie = await invited()

    for (const claims of [{ email: marie.emailAddress }, { email: marie.emailAddress, email_verified: 'true' }, {}])
      expect(await elsewhere.signIn(claims)).toMatchObject({ status: 403, body: { code: 'no_member' } })
    expect(await elsewhere.signIn({}, { email: marie.emailAddress })).toMatchObject({ status: 403 })
    expect(await elsewhere.signIn({ email: 'nobody@example.com', email_verified: true })).toMatchObject({ status: 403 })
    expect(await marie.subject()).toBeNull()
  })

  test('a linked member is never linked again, and a removed one gets no access with another invitation (MEM-2)', async () => {
    const [marie, grace] = [await invited(), await invited()]
    const first = await elsewhere.signIn({ email: marie.emailAddress, email_verified: true })

    expect(await elsewhere.signIn({ email: marie.emailAddress, email_verified: true }), 'another subject').toMatchObject({ status: 403 })
    await marie.ward.query('update members set is_active = false where id = $1', [marie.id])
    expect(await elsewhere.signIn({ email: grace.emailAddress, email_verified: true }, undefined, first.subject)).toMatchObject({
      status: 403,
    })
    await grace.ward.query('update members set is_active = false where id = $1', [grace.id])
    expect(await elsewhere.signIn({ email: grace.emailAddress, email_verified: true })).toMatchObject({ status: 403 })
    expect([await marie.subject(), await grace.subject()]).toEqual([first.subject, null])
  })

  test('of two subjects that arrive with one invitation at the same moment exactly one is linked (MEM-2)', async () => {
    const marie = await invited()

    const linked = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTransaction(services.db, {}, (tx) =>
          linkMember(tx, { issuer: 'https://idp.example', subject: randomUUID(), verifiedEmail: marie.emailAddress }),
        ),
      ),
    )

    expect(linked.filter(Boolean)).toHaveLength(1)
    expect(await marie.subject()).toBe(linked.find(Boolean)!.subject)
  })
})
