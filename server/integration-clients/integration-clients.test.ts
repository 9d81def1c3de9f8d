import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { describe, expect, inject, test } from 'vitest'

import type { IntegrationClient } from '#contract/integration-clients.ts'
import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { clientPermissions } from '#domain/roles.ts'
import { appWith } from '#test/app-with.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { makeProofKey, signInByHttp } from '#test/sign-in.ts'

const clientsOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/integration-clients`
const today = dateOf(new Date())
const tomorrow = dateOf(new Date(Date.now() + 86_400_000))
const valid = {
  name: 'PAS',
  permissions: ['patient:read', 'patient:create', 'patient:update'],
  authentication: 'secret',
  expiresOn: tomorrow,
}
type Created = { client: IntegrationClient; secret: string }
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

async function createClient(own: TestOrganisation, admin: Staff, changes: object = {}) {
  const response = await admin.post(clientsOf(own), { ...valid, ...changes })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Created>()
}

/** A system with a key for its proofs. */
async function asSystem(baseUrl: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const key = await makeProofKey()
  const address = `${baseUrl}/identity/oauth/token`
  const response = await fetch(address, {
    method: 'POST',
    headers: { dpop: await key.prove('POST', address), ...headers },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  })
  const tokens = (await response.json()) as {
    access_token: string
    error?: string
    error_description?: string
    expires_in: number
    token_type: string
  }
  return {
    status: response.status,
    tokens,
    call: async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
      const answer = await fetch(baseUrl + path, {
        method,
        headers: {
          authorization: `DPoP ${tokens.access_token}`,
          dpop: await key.prove(method, baseUrl + path, tokens.access_token),
          ...(body && { 'content-type': 'application/json' }),
          ...more,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
    },
  }
}

const withSecret = (baseUrl: string, { client, secret }: Created) => asSystem(baseUrl, { client_id: client.id, client_secret: secret })
const basic = (id: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })

type Claims = { jti?: string; seconds?: number; audience?: string }
const assert = (
  key: CryptoKey,
  baseUrl: string,
  id: string,
  { jti = randomUUID(), seconds = 60, audience = `${baseUrl}/identity` }: Claims = {},
) =>
  new SignJWT({ jti })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(key)
const assertion = (token: string) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: token,
})

describe('Tokens for an integration client', () => {
  test('a client gets a token with its secret, acts with its permissions, and is named in the audit log (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const created = await createClient(own, ada)

    const system = await withSecret(baseUrl, created)
    expect(system.tokens).toMatchObject({ token_type: 'DPoP', expires_in: 300 })
    const patient = { firstName: 'Rosalind', lastName: 'Franklin', dateOfBirth: '1960-07-25', localPatientId: 'H1' }
    const made = await system.call('POST', '/api/patients/patient', patient)
    expect(made.status).toBe(200)
    expect((await system.call('GET', '/api/forms/request')).body).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await asSystem(baseUrl, {}, basic(created.client.id, created.secret))).status).toBe(200)

    expect(
      (
        await own.query(`select actor_kind, actor_id from audit_events where organisation_id = $1 and event_type = 'patientCreated'`, [
          own.id,
        ])
      )[0],
    ).toEqual({
      actor_kind: 'client',
      actor_id: created.client.id,
    })
    const log = (await ada.get(`/api/tenants/tenant/${own.id}/logs`)).json<{
      docs: { by: object; eventType: string }[]
    }>()
    expect(log.docs.find(({ eventType }) => eventType === 'patientCreated')!.by).toEqual({ id: created.client.id, name: 'PAS' })
    const ofClient = (await ada.get(`/api/tenants/tenant/${own.id}/logs?memberId=${created.client.id}`)).json<{ docs: { by: object }[] }>()
    expect(ofClient.docs.length).toBeGreaterThan(0)
    for (const { by } of ofClient.docs) expect(by).toEqual({ id: created.client.id, name: 'PAS' })
    const { docs } = (await ada.get(clientsOf(own))).json<{ docs: IntegrationClient[] }>()
    expect(docs).toMatchObject([{ name: 'PAS', status: 'active', lastUsedAt: expect.any(String), createdBy: 'Ada Byron' }])
  })

  test('the secret is stored as a hash, and the hash opens nothing; a wrong secret gets no token (INT-1, SAFE-2)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const { client, secret } = await createClient(own, await own.staff('Admin'))
    const [stored] = await own.query('select secret_hash, hint from integration_client_credentials where client_id = $1', [client.id])

    expect(stored!['secret_hash']).toBe(createHash('sha256').update(secret).digest('base64url'))
    for (const wrong of ['', 'wrong', String(stored!['secret_hash']), `${secret}x`])
      expect((await asSystem(baseUrl, { client_id: client.id, client_secret: wrong })).status, wrong).toBeGreaterThanOrEqual(400)
    expect((await asSystem(baseUrl, { client_id: client.id })).status).toBeGreaterThanOrEqual(400)
    expect((await asSystem(baseUrl, { client_id: randomUUID(), client_secret: secret })).status).toBe(401)
    expect((await asSystem(baseUrl, { client_id: "x' or true --", client_secret: secret })).status).toBe(401)
  })

  test('neither a secret nor a token nor an assertion is in the log (INT-1, SAFE-2)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const created = await createClient(own, await own.staff('Admin'))
    const system = await withSecret(baseUrl, created)
    await system.call('GET', '/api/patients/patient')
    await asSystem(baseUrl, { client_id: created.client.id, client_secret: `${created.secret}x` })
    await asSystem(baseUrl, assertion(created.secret))

    const log = readFileSync(inject('logFile'), 'utf8')
    for (const secret of [created.secret, system.tokens.access_token]) expect(log).not.toContain(secret)
    expect(log).toContain('/api/patients/patient')
  })

  test('a token without a key for its proofs is refused where DPoP is on, and a copied token is worth nothing (INT-1, SIGN-9)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const created = await createClient(own, await own.staff('Admin'))
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: created.client.id, client_secret: created.secret })

    expect((await fetch(`${baseUrl}/identity/oauth/token`, { method: 'POST', body: form })).status).toBe(400)
    const { tokens } = await withSecret(baseUrl, created)
    const stolen = await fetch(`${baseUrl}/api/patients/patient`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(stolen.status).toBe(401)
  })

  test('with DPOP=off a client gets a bearer token (INT-1)', async () => {
    const { baseUrl } = await listen({ DPOP: 'off' })
    const own = await openOrganisation()
    const created = await createClient(own, await own.staff('Admin'))
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: created.client.id, client_secret: created.secret })

    const tokens = (await (await fetch(`${baseUrl}/identity/oauth/token`, { method: 'POST', body: form })).json()) as {
      access_token: string
      token_type: string
    }

    expect(tokens.token_type).toBe('Bearer')
    expect((await fetch(`${baseUrl}/api/patients/patient`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).status).toBe(
      200,
    )
  })

  test('a client proves itself with a private key; an assertion works once, for 5 minutes at most and for this provider only (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const created = await createClient(own, await own.staff('Admin'), { authentication: 'key', publicKey: await exportSPKI(publicKey) })
    expect(created.secret).toBeNull()
    const { id } = created.client
    const ask = async (claims?: Claims, key = privateKey) => asSystem(baseUrl, assertion(await assert(key, baseUrl, id, claims)))

    const good = assertion(await assert(privateKey, baseUrl, id))
    const system = await asSystem(baseUrl, good)
    expect(system.status, JSON.stringify(system.tokens)).toBe(200)
    expect((await system.call('GET', '/api/patients/patient')).status).toBe(200)
    expect((await asSystem(baseUrl, good)).status).toBe(401)
    expect((await ask({ seconds: 330 })).status).toBe(401)
    expect((await ask({ seconds: -120 })).status).toBe(401)
    expect((await ask({ audience: 'https://elsewhere.example' })).status).toBe(401)
    expect((await ask({}, (await generateKeyPair('ES256')).privateKey)).status).toBe(401)
    expect((await asSystem(baseUrl, { client_id: id, client_secret: 'x' })).status).toBe(401)
  })

  test('an assertion that is used at the same moment several times gives one token (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const { client } = await createClient(own, await own.staff('Admin'), {
      authentication: 'key',
      publicKey: JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'mine' }),
    })
    const once = assertion(await assert(privateKey, baseUrl, client.id))

    const answers = await Promise.all(Array.from({ length: 8 }, () => asSystem(baseUrl, once)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(client.credentials).toMatchObject([{ hint: 'mine' }])
  })

  test('the longest assertion is remembered until it has expired (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const { client } = await createClient(own, await own.staff('Admin'), { authentication: 'key', publicKey: await exportSPKI(publicKey) })
    const before = await own.query(`select id from oidc_store where model = 'ReplayDetection'`)

    expect((await asSystem(baseUrl, assertion(await assert(privateKey, baseUrl, client.id, { seconds: 299 })))).status).toBe(200)

    const rows = await own.query(
      `select id, extract(epoch from expires_at - now())::integer as seconds from oidc_store where model = 'ReplayDetection'`,
    )
    const added = rows.filter(({ id }) => !before.some((one) => one['id'] === id))
    expect(added.length).toBeGreaterThan(0)
    // The library accepts clocks that differ by 15 seconds.
    for (const { seconds } of added) expect(Number(seconds)).toBeGreaterThan(299 + 15)
  })
})

describe('Attacks with an integration client', () => {
  test('a client reads and changes nothing of another organisation (INT-1, ORG-7)', async () => {
    const { baseUrl } = await listen()
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const permissions = [
      'patient:read',
      'patient:update',
      'patient:delete',
      'form:read',
      'formRequest:read',
      'formRequest:create',
      'ward:read',
    ]
    const system = await withSecret(baseUrl, await createClient(own, await own.staff('Admin'), { permissions }))
    const theirs = await aPatient(other)
    const form = await aForm(other)

    expect((await system.call('GET', `/api/patients/patient?id=${theirs.id}`)).status).toBe(404)
    expect((await system.call('GET', '/api/patients/patient')).body).toMatchObject({ totalDocs: 0 })
    expect((await system.call('PATCH', `/api/patients/patient/${theirs.id}`, { firstName: 'X' })).status).toBe(404)
    expect((await system.call('DELETE', `/api/patients/patient/${theirs.id}`)).status).toBe(404)
    expect((await system.call('GET', `/api/forms/form/${form.id}`)).status).toBe(404)
    expect((await system.call('POST', '/api/forms/request', { patientIds: [theirs.id], formId: form.id })).status).toBe(400)
    expect((await system.call('GET', `/api/tenants/tenant/${other.id}/wards`)).body).toMatchObject({ status: 403, code: 'not_a_member' })
  })

  test('a client with every permission in its row cannot make an administrator, change settings or manage clients (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const created = await createClient(own, ada)
    await own.query(
      `update integration_clients set permissions = '{"admin::*",member:create,member:update,member:read,tenant:update,tenant:read,patient:read,log:read}' where id = $1`,
      [created.client.id],
    )
    const system = await withSecret(baseUrl, created)
    const member = { firstName: 'E', lastName: 'V', emailAddress: 'evil@example.com', role: 'Admin' }

    const refused = { status: 401, code: 'not_permitted' }
    expect((await system.call('PUT', `/api/tenants/tenant/${own.id}/members`, member)).body).toMatchObject(refused)
    expect((await system.call('PATCH', `/api/tenants/tenant/${own.id}/members/${ada.id}`, { role: 'User' })).body).toMatchObject(refused)
    expect((await system.call('GET', `/api/tenants/tenant/${own.id}/logs`)).body).toMatchObject(refused)
    // The row says tenant:update, which opens this call to people.
    expect((await system.call('GET', `/api/tenants/tenant/${own.id}/wards`)).body).toMatchObject(refused)
    expect((await system.call('POST', clientsOf(own), valid)).body).toMatchObject(refused)
    expect((await system.call('GET', '/api/patients/patient')).status).toBe(200)
    expect((await ada.post(clientsOf(own), { ...valid, name: 'Y', permissions: ['member:create'] })).statusCode).toBe(400)
  })

  test('calls for people are closed to a client, also those that its permissions open to people (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const system = await withSecret(baseUrl, await createClient(own, await own.staff('Admin'), { permissions: [...clientPermissions] }))
    const refused = { status: 401, code: 'not_permitted' }

    for (const path of [
      '/api/forms/series',
      '/api/tenants/tenant/member/me',
      '/api/tenants/tenant/member/sessions',
      '/api/forms/dashboard',
    ])
      expect((await system.call('GET', path)).body, path).toMatchObject(refused)
    const draft = { screen: '/forms', form: 'x', content: '{}' }
    expect((await system.call('PUT', '/api/tenants/tenant/member/drafts', draft)).body).toMatchObject(refused)
    expect((await system.call('GET', '/api/forms/request')).status).toBe(200)
  })

  test('expired, switched off, and with changed permissions: valid tokens follow at once (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const created = await createClient(own, ada)
    const path = `${clientsOf(own)}/${created.client.id}`
    const system = await withSecret(baseUrl, created)
    const read = async () => (await system.call('GET', '/api/patients/patient')).body

    expect(await read()).toMatchObject({ totalDocs: 0 })
    await ada.patch(path, { permissions: ['form:read'] })
    expect(await read()).toMatchObject({ code: 'not_permitted' })
    await ada.patch(path, { permissions: ['patient:read'] })
    expect(await read()).toMatchObject({ totalDocs: 0 })

    await own.query(`update integration_clients set expires_on = current_date - 1 where id = $1`, [created.client.id])
    expect(await read()).toMatchObject({ code: 'not_signed_in' })
    expect((await withSecret(baseUrl, created)).status).toBe(401)
    expect((await ada.get(clientsOf(own))).json<{ docs: unknown[] }>().docs).toMatchObject([{ status: 'expired' }])
    await ada.patch(path, { expiresOn: today })
    expect(await read()).toMatchObject({ totalDocs: 0 })

    await ada.patch(path, { isSwitchedOff: true })
    expect(await read()).toMatchObject({ code: 'not_signed_in' })
    expect((await withSecret(baseUrl, created)).status).toBe(401)
    await ada.patch(path, { isSwitchedOff: false })
    expect(await read(), 'a token from before').toMatchObject({ code: 'not_signed_in' })
  })

  test('a member signs in as before, and no grant of theirs is open to a client (INT-1)', async () => {
    const person = await personWithAccount('Admin')
    const { baseUrl } = await listen()
    const { call, tokens } = await signInByHttp(baseUrl, person.emailAddress, person.password)
    expect((await call('GET', '/api/tenants/tenant/member')).status).toBeLessThan(500)
    expect((await call('GET', clientsOf(person.ward))).status).toBe(200)
    const { client, secret } = await createClient(person.ward, await person.ward.staff('Admin'))

    const stolen = await asSystem(baseUrl, {
      client_id: client.id,
      client_secret: secret,
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    })
    expect(stolen.status).toBe(400)
    expect((await asSystem(baseUrl, { client_id: 'forms-spa' })).status).toBe(400)
  })

  test('more calls than the limit of the client get 429 with Retry-After, and other clients go on (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const [slow, other] = [
      await withSecret(baseUrl, await createClient(own, ada, { requestsPerMinute: 3 })),
      await withSecret(baseUrl, await createClient(own, ada, { name: 'Other' })),
    ]

    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await slow.call('GET', '/api/patients/patient')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await slow.call('GET', '/api/patients/patient')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await other.call('GET', '/api/patients/patient')).status).toBe(200)
    await own.query(`update integration_client_calls set window_ends = now()`)
    expect((await slow.call('GET', '/api/patients/patient')).status).toBe(200)
  })
})

describe('/tenant/:id/integration-clients', () => {
  test('a new secret and the old one work side by side, and the old one ends at once when it is removed (INT-1)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const first = await createClient(own, ada)
    const path = `${clientsOf(own)}/${first.client.id}`

    const second = (await ada.post(`${path}/credentials`, { overlapHours: 24 })).json<Created>()
    expect(second.client.credentials).toMatchObject([{ hint: first.secret.slice(-4), expiresAt: expect.any(String) }, { expiresAt: null }])
    expect((await withSecret(baseUrl, first)).status).toBe(200)
    const system = await withSecret(baseUrl, second)
    expect(system.status).toBe(200)
    expect((await ada.post(`${path}/credentials`, {})).json()).toMatchObject({ status: 409 })

    const [old] = second.client.credentials
    await ada.delete(`${path}/credentials/${old!.id}`)
    expect((await withSecret(baseUrl, first)).status).toBe(401)
    expect((await withSecret(baseUrl, second)).status).toBe(200)

    const third = (await ada.post(`${path}/credentials`, { overlapHours: 0 })).json<Created>()
    expect((await withSecret(baseUrl, second)).status).toBe(401)
    expect((await withSecret(baseUrl, third)).status).toBe(200)
    await own.query(`update integration_client_credentials set expires_at = now() where client_id = $1`, [first.client.id])
    expect((await withSecret(baseUrl, third)).status).toBe(401)
    expect(
      (await own.auditTrail()).filter(({ event_type: type }) => type.startsWith('integrationClient')).map(({ event_type }) => event_type),
    ).toEqual(['integrationClientCreated', 'integrationClientRotated', 'integrationClientCredentialRemoved', 'integrationClientRotated'])
  })

  test('the audit log says which permissions were given and taken away, and the last day (INT-1, AUD-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const { client } = await createClient(own, ada, { permissions: ['patient:read', 'form:read'] })
    const [before, expiresOn] = [client.expiresOn, addDays(client.expiresOn, -1)]

    await ada.patch(`${clientsOf(own)}/${client.id}`, { permissions: ['patient:read', 'event:read'], expiresOn })

    const [changed] = (await own.auditTrail()).filter(({ event_type }) => event_type === 'integrationClientUpdated')
    expect(changed!.detail).toMatchObject({
      permissionsAdded: ['event:read'],
      permissionsRemoved: ['form:read'],
      expiresOnBefore: before,
      expiresOn,
    })
  })

  test('nobody gives a client, or gets a secret of a client, with permissions that they do not have (INT-1, ROLE-2)', async () => {
    const own = await openOrganisation()
    const [ada, root] = [await own.staff('Admin'), await systemAdministrator()]
    const { client } = await createClient(own, ada, { permissions: ['patient:read', 'form:read'] })
    const path = `${clientsOf(own)}/${client.id}`
    const notHeld = { status: 400, errors: [{ field: 'permissions' }] }

    expect((await root.post(clientsOf(own), { ...valid, name: 'Root' })).json()).toMatchObject(notHeld)
    expect((await root.patch(path, { permissions: ['patient:read', 'form:read', 'ward:read'] })).json()).toMatchObject(notHeld)
    expect((await root.post(`${path}/credentials`, {})).json()).toMatchObject(notHeld)
    expect((await root.patch(path, { isSwitchedOff: true })).json()).toMatchObject({ status: 'switched_off' })
    expect((await root.patch(path, { isSwitchedOff: false })).json()).toMatchObject(notHeld)
    expect((await root.patch(path, { permissions: ['patient:read'] })).json()).toMatchObject({ permissions: ['patient:read'] })
    for (const role of ['User', 'Forms User'] as const)
      expect((await (await own.staff(role)).post(clientsOf(own), valid)).json()).toMatchObject({ code: 'not_permitted' })
  })

  test('a user who sees only their wards cannot create a client that sees all of them (INT-1, MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const [limited, ada] = [await own.staff('Forms OrgAdmin'), await own.staff('Admin')]

    expect((await limited.post(clientsOf(own), valid)).json()).toMatchObject({ status: 400, errors: [{ field: 'permissions' }] })
    const { client } = await createClient(own, ada)
    expect((await limited.post(`${clientsOf(own)}/${client.id}/credentials`, {})).json()).toMatchObject({ status: 400 })
  })

  test('where another provider issues the tokens, no client is created, and the list says so (INT-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    await own.query('insert into session_proofs (session_uid, proven_at) values ($1, now())', [
      createHash('sha256').update(ada.subject).digest('base64url'),
    ])
    const { get, post } = await appWith(own, { OIDC_MODE: 'direct', OIDC_ISSUER: 'https://id.example' })

    expect((await get(ada, clientsOf(own))).json()).toEqual({ docs: [], tokenAddress: null })
    expect((await post(ada, clientsOf(own), valid)).json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Another identity provider'),
    })
  })

  test('wrong input is refused field by field: name, last day, permissions, private and weak keys (INT-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    await createClient(own, ada)
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const weak = await exportJWK((await generateKeyPair('ES512', { extractable: true })).publicKey)
    const cases: [object, string][] = [
      [{ name: 'pas' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ permissions: [] }, 'permissions'],
      [{ expiresOn: '2020-01-01' }, 'expiresOn'],
      [{ expiresOn: '2999-01-01' }, 'expiresOn'],
      [{ requestsPerMinute: 0 }, 'requestsPerMinute'],
      [{ authentication: 'key' }, 'publicKey'],
      [{ authentication: 'key', publicKey: 'x' }, 'publicKey'],
      [{ authentication: 'key', publicKey: await exportPKCS8(privateKey) }, 'publicKey'],
      [{ authentication: 'key', publicKey: JSON.stringify(await exportJWK(privateKey)) }, 'publicKey'],
      [{ authentication: 'key', publicKey: JSON.stringify(weak) }, 'publicKey'],
      [{ authentication: 'key', publicKey: '{"kty":"oct","k":"AAAA"}' }, 'publicKey'],
    ]
    for (const [changes, field] of cases)
      expect((await ada.post(clientsOf(own), { ...valid, name: 'Other', ...changes })).json(), JSON.stringify(changes)).toMatchObject({
        status: 400,
        errors: [{ field }],
      })
    expect(await own.query('select count(*)::int as n from integration_clients where organisation_id = $1', [own.id])).toEqual([{ n: 1 }])
  })
})
