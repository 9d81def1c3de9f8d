import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { generateKeyPair, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'

import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/platform/database.ts'
import { appWith } from '#test/app-with.ts'
import { openLogins } from '#test/care-aggregator/logins.ts'
import { problemsOf } from '#test/care-aggregator/specification.ts'
import { collectPlans } from '#test/collect-plans.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'

import { findOrganisationsOf, keyOfNhsNumber } from './tasks.sql.ts'

const logins = await openLogins()
const born = '1984-03-15'
const system = 'https://fhir.nhs.uk/Id/nhs-number|'

type Task = {
  id: string
  status: string
  description: string
  reasonReference: { reference: string }
  owner: { identifier: { value: string } }
  extension?: unknown
}
type Bundle = { total: number; entry: { resource: Task }[] }

/** The server as the Patient Care Aggregator calls it. Every answer is checked against the published specification. */
async function openFeed(ward: TestOrganisation, changed: Partial<Config> = {}) {
  const { app } = await appWith(ward, { ...logins.config, ...changed })
  const bearer = await logins.aggregator.sign({})
  async function call(query: string, headers: Record<string, string | undefined>, remoteAddress?: string) {
    const sent = Object.entries({ authorization: `Bearer ${bearer}`, 'x-correlation-id': randomUUID(), ...headers })
    const answer = await app.inject({
      method: 'GET',
      url: `/FHIR/R4/Task${query}`,
      headers: Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
      ...(remoteAddress && { remoteAddress }),
    })
    const body: unknown = answer.json()
    expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
    if (answer.statusCode === 200) {
      expect(problemsOf('Bundle', body)).toEqual([])
      for (const { resource } of (body as Bundle).entry) expect(problemsOf('Task', resource)).toEqual([])
    } else expect(problemsOf('OperationOutcome', body)).toEqual([])
    return answer
  }
  const ask = (nhsNumber: string) => `?patient:identifier=${encodeURIComponent(system + nhsNumber)}`
  return {
    app,
    call,
    ask,
    tokenOf: (nhsNumber: string, claims: Record<string, unknown> = {}) =>
      logins.nhsLogin.sign({ ...logins.person(nhsNumber, born), ...claims }),
    /** The tasks that a patient sees who has signed in with NHS login. */
    async tasksOf(nhsNumber: string) {
      const token = await logins.nhsLogin.sign(logins.person(nhsNumber, born))
      const answer = await call(ask(nhsNumber), { 'nhsd-id-token': token })
      expect(answer.statusCode, answer.body).toBe(200)
      const { entry, total } = answer.json<Bundle>()
      expect(total).toBe(entry.length)
      return entry.map(({ resource }) => resource)
    },
  }
}

/** An organisation that shows forms in the NHS App, with a patient who has one. */
async function sendShownForm(ward: TestOrganisation, settings: object = {}, asked: Parameters<typeof sendFormToPatient>[1] = {}) {
  const admin = await ward.staff('Admin')
  const body = { isOn: true, excludedClinics: [], excludedSpecialties: [], ...settings }
  expect((await admin.put(`/api/tenants/tenant/${ward.id}/nhs-app`, body)).statusCode).toBe(200)
  const sent = await sendFormToPatient(ward, asked)
  const [{ nhs_number: nhsNumber } = {}] = await ward.query('select nhs_number from patients where id = $1', [sent.patientId])
  return { ...sent, admin, nhsNumber: String(nhsNumber) }
}

describe('GET /FHIR/R4/Task', () => {
  test('a patient sees their form request, with the words, codes and link that the standard asks for (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber, requestId, token } = await sendShownForm(ward)
    await ward.query("update form_requests set specialty = '330', pathway_id = 'RBH5644312231' where id = $1", [requestId])
    await ward.query("update forms set type = 'pre_assessment' where organisation_id = $1", [ward.id])

    const correlationId = randomUUID()
    const answer = await feed.call(feed.ask(nhsNumber), {
      'nhsd-id-token': await feed.tokenOf(nhsNumber),
      'x-correlation-id': correlationId,
    })

    expect(answer.headers['x-correlation-id']).toBe(correlationId)
    const [{ ods_code: odsCode } = {}] = await ward.query('select ods_code from organisations where id = $1', [ward.id])
    expect(answer.json()).toMatchObject({
      resourceType: 'Bundle',
      type: 'searchset',
      total: 1,
      entry: [
        {
          search: { mode: 'match' },
          resource: {
            id: requestId,
            status: 'requested',
            intent: 'plan',
            description: 'Dermatology pre-assessment questionnaire',
            basedOn: [{ identifier: { value: 'RBH5644312231' } }],
            for: { identifier: { value: nhsNumber } },
            reasonReference: { reference: expect.stringContaining(`/r/${token}?nhs-login=`) as string },
            owner: { identifier: { value: odsCode } },
            reasonCode: { coding: { code: 'pre-assessment', display: 'Pre-assessment questionnaire' } },
            extension: [{ valueCoding: { code: '330', display: 'Dermatology Service' } }],
          },
        },
      ],
    })
    expect(answer.body, 'neither the title of the form nor a name').not.toMatch(/Samira|Okafor|Before your operation/)
    expect(await ward.auditTrail()).toContainEqual(
      expect.objectContaining({ event_type: 'nhsAppTasksRead', detail: { tasks: 1, correlationId } }),
    )
  })

  test.each([
    ['unopened', {}, 'requested'],
    ['opened', {}, 'in-progress'],
    ['completed', { completed: true }, 'completed'],
    ['auto_closed', { completed: true }, 'completed'],
    ['closed', {}, 'cancelled'],
    ['expired', {}, 'cancelled'],
    ['sent_in_error', {}, 'cancelled'],
    ['unopened', { expired: true }, 'cancelled'],
  ] as const)('a form request that is %s (%j) is %s (PEP-3)', async (status, moments: { completed?: true; expired?: true }, shown) => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber, requestId } = await sendShownForm(ward, {}, { status })
    if (moments.completed) await ward.query('update form_requests set completed_at = now() where id = $1', [requestId])
    if (moments.expired) await ward.query("update form_requests set expires_at = now() - interval '1 minute' where id = $1", [requestId])

    const [task] = await feed.tasksOf(nhsNumber)

    expect(task!.status).toBe(shown)
    expect(task!.reasonReference.reference.includes('nhs-login'), 'only an open form has a proof in its link').toBe(
      shown === 'requested' || shown === 'in-progress',
    )
  })

  test('what organisations leave out is not shown: the patient, the form, the clinic, the specialty, the time (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber, requestId, formId, patientId, admin } = await sendShownForm(ward, {
      excludedClinics: ['Sexual Health'],
      excludedSpecialties: ['360'],
    })
    const shown = async () => (await feed.tasksOf(nhsNumber)).length
    const author = await ward.staff('Forms User')
    const withRequest = async (change: string) => {
      await ward.query(`update form_requests set ${change} where id = $1`, [requestId])
      return shown()
    }

    expect(await shown()).toBe(1)
    expect(await withRequest("location = 'SEXUAL health'")).toBe(0)
    expect(await withRequest("location = '', specialty = '360'")).toBe(0)
    expect(await withRequest("specialty = '', send_at = now() + interval '1 hour'"), 'not sent yet').toBe(0)
    expect(await withRequest('send_at = now()')).toBe(1)
    await author.patch(`/api/forms/form/${formId}`, { pepCode: 'sexual HEALTH' })
    expect(await shown()).toBe(0)
    await author.patch(`/api/forms/form/${formId}`, { pepCode: null, isSensitive: true })
    expect(await shown()).toBe(0)
    await author.patch(`/api/forms/form/${formId}`, { isSensitive: false })
    expect(await shown()).toBe(1)
    await admin.patch(`/api/patients/patient/${patientId}`, { leftOutOfNhsApp: true })
    expect(await shown()).toBe(0)
    await admin.patch(`/api/patients/patient/${patientId}`, { leftOutOfNhsApp: false })
    expect(await shown()).toBe(1)
    await admin.delete(`/api/patients/patient/${patientId}`)
    expect(await shown()).toBe(0)
  })

  test('unknown people, and organisations with the NHS App off, have an empty bundle (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber, admin } = await sendShownForm(ward)

    expect(await feed.tasksOf('9434765919')).toEqual([])
    await admin.put(`/api/tenants/tenant/${ward.id}/nhs-app`, { isOn: false, excludedClinics: [], excludedSpecialties: [] })
    expect(await feed.tasksOf(nhsNumber)).toEqual([])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'nhsAppTasksRead')).toEqual([])
  })

  test('another date of birth on the record than NHS login has shows nothing (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber, patientId } = await sendShownForm(ward)
    await ward.query("update patients set date_of_birth = '1984-03-16' where id = $1", [patientId])

    expect(await feed.tasksOf(nhsNumber)).toEqual([])
  })

  test('a patient of several organisations sees the forms of each, and no form of another patient there (PEP-3, ORG-7)', async () => {
    const [one, other, off] = [await openOrganisation(), await openOrganisation(), await openOrganisation()]
    const feed = await openFeed(one)
    const here = await sendShownForm(one)
    const there = await sendShownForm(other)
    const hidden = await sendFormToPatient(off)
    const stranger = await sendShownForm(other)
    await other.query('update patients set nhs_number = $2 where id = $1', [there.patientId, here.nhsNumber])
    await off.query('update patients set nhs_number = $2 where id = $1', [hidden.patientId, here.nhsNumber])

    const tasks = await feed.tasksOf(here.nhsNumber)

    expect(new Set(tasks.map(({ id }) => id))).toEqual(new Set([here.requestId, there.requestId]))
    expect(new Set(tasks.map(({ owner }) => owner.identifier.value)).size).toBe(2)
    expect((await feed.tasksOf(stranger.nhsNumber)).map(({ id }) => id)).toEqual([stranger.requestId])
  })

  test('forged, expired and foreign tokens, and tokens without a proven identity, open nothing and say nothing (PEP-3, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber } = await sendShownForm(ward)
    const now = Math.floor(Date.now() / 1000)
    const { privateKey } = await generateKeyPair('RS512')
    const person = logins.person(nhsNumber, born)
    const good = await feed.tokenOf(nhsNumber)
    const wrong = {
      none: undefined,
      'not a token': 'e30.e30.e30',
      'alg none': new UnsecuredJWT(person)
        .setIssuer(logins.nhsLogin.issuer)
        .setAudience('nhs-online')
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
      'a foreign key': await logins.nhsLogin.sign(person, privateKey),
      'a changed body': good
        .split('.')
        .with(1, Buffer.from(JSON.stringify({ ...person, nhs_number: '9434765919' })).toString('base64url'))
        .join('.'),
      expired: await feed.tokenOf(nhsNumber, { iat: now - 900, exp: now - 60 }),
      'without an end': await feed.tokenOf(nhsNumber, { exp: undefined }),
      'another audience': await feed.tokenOf(nhsNumber, { aud: 'another-service' }),
      'another issuer': await feed.tokenOf(nhsNumber, { iss: 'https://login.example' }),
      'a lower level': await feed.tokenOf(nhsNumber, { identity_proofing_level: 'P5' }),
      'no level': await feed.tokenOf(nhsNumber, { identity_proofing_level: undefined }),
      'no date of birth': await feed.tokenOf(nhsNumber, { birthdate: undefined }),
      'the token of the caller': await logins.aggregator.sign(person),
    }
    for (const [what, token] of Object.entries(wrong)) {
      const answer = await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': token })
      expect(answer.statusCode, what).toBe(401)
      expect(answer.body, what).toContain('Invalid NHS login ID token')
      expect(answer.body, what).not.toContain(nhsNumber)
    }

    expect((await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': good })).statusCode, 'and the right one does').toBe(200)
  })

  test('a call without the token of the Patient Care Aggregator is refused, also with that of a patient (PEP-3, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber } = await sendShownForm(ward)
    const token = await feed.tokenOf(nhsNumber)
    const now = Math.floor(Date.now() / 1000)
    for (const authorization of [
      undefined,
      'Bearer',
      'Basic YTpi',
      `Bearer ${token}`,
      `Bearer ${await logins.aggregator.sign({ exp: now - 60 })}`,
      `Bearer ${await logins.aggregator.sign({ aud: 'elsewhere' })}`,
    ]) {
      const answer = await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': token, authorization })
      expect([answer.statusCode, answer.headers['www-authenticate']], authorization).toEqual([401, 'Bearer'])
      expect(answer.json()).toMatchObject({ issue: [{ code: 'forbidden', details: { coding: [{ code: 'ACCESS_DENIED' }] } }] })
    }
  })

  test('the number that is asked for must be that of the token, and both must be there (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber } = await sendShownForm(ward)
    const token = await feed.tokenOf(nhsNumber)
    const refused = async (query: string, headers: Record<string, string | undefined> = {}) => {
      const answer = await feed.call(query, { 'nhsd-id-token': token, ...headers })
      expect(answer.body).not.toContain(nhsNumber)
      return [answer.statusCode, answer.json<{ issue: { diagnostics: string }[] }>().issue[0]!.diagnostics]
    }

    expect(await refused(feed.ask('9434765919'))).toEqual([401, expect.stringContaining('fails to match the NHS number')])
    expect(await refused('')).toEqual([400, '"patient:identifier" is required'])
    for (const query of [
      `?patient:identifier=${nhsNumber}`,
      `?patient:identifier=${encodeURIComponent(`https://elsewhere.example|${nhsNumber}`)}`,
      `?patient:identifier[]=${encodeURIComponent(system + nhsNumber)}`,
      feed.ask(nhsNumber.replace(/.$/, String((Number(nhsNumber.at(-1)) + 1) % 10))),
      feed.ask('0000000000'),
    ])
      expect(await refused(query), query).toEqual([400, expect.stringContaining('fails to match the required pattern')])
    for (const id of [undefined, 'not-a-uuid', nhsNumber])
      expect(await refused(feed.ask(nhsNumber), { 'x-correlation-id': id })).toEqual([400, expect.stringContaining('X-Correlation-ID')])
  })

  test('nobody under 16 has a feed (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber, patientId } = await sendShownForm(ward)
    const child = `${new Date().getFullYear() - 15}-01-01`
    await ward.query('update patients set date_of_birth = $2 where id = $1', [patientId, child])

    const answer = await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': await feed.tokenOf(nhsNumber, { birthdate: child }) })

    expect([answer.statusCode, answer.json()]).toMatchObject([403, { issue: [{ code: 'forbidden', diagnostics: 'UNDER_16_DENIED' }] }])
  })

  test('beyond 60 calls a second the answer is 429 with Retry-After, for the caller and for a network that floods (PEP-3)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber } = await sendShownForm(ward)
    const token = await feed.tokenOf(nhsNumber)
    type Answer = Awaited<ReturnType<typeof feed.call>>
    /** One after another, as from a socket: injected calls of one moment would all count the last of them. */
    async function flood(count: number, headers: Record<string, string>, networkOf: (nth: number) => string) {
      const answers: Answer[] = []
      for (let nth = 0; nth < count; nth++) answers.push(await feed.call(feed.ask(nhsNumber), headers, networkOf(nth)))
      return {
        statuses: new Set(answers.map(({ statusCode }) => statusCode)),
        refused: answers.find(({ statusCode }) => statusCode === 429),
      }
    }

    // The calls of a flood are of one second, however slow the machine is.
    const second = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: second })
    onTestFinished(() => void vi.useRealTimers())

    // A flood without the right token does not keep the Patient Care Aggregator out, which calls from another network.
    const strangers = await flood(150, { authorization: 'Bearer a.b.c' }, () => '203.0.113.9')
    expect((await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': token }, '198.51.100.1')).statusCode).toBe(200)
    expect(strangers.statuses).toEqual(new Set([401, 429]))
    expect(strangers.refused!.headers['retry-after']).toBe('1')
    expect(strangers.refused!.json()).toMatchObject({ issue: [{ code: 'exception', diagnostics: 'Too Many Requests' }] })

    vi.setSystemTime(second + 1_100)
    const many = await flood(90, { 'nhsd-id-token': 'x' }, (nth) => `198.51.100.${nth % 3}`)
    expect(many.statuses, 'from three networks together').toEqual(new Set([401, 429]))
    expect(many.refused!.headers['retry-after']).toBe('1')
  })

  test('keys that cannot be fetched make the feed unavailable, and refuse nobody for good (PEP-3)', async () => {
    const ward = await openOrganisation()
    const other = await openLogins()
    const { app } = await appWith(ward, { ...other.config })
    other.aggregator.goAway()

    const answer = await app.inject({
      method: 'GET',
      url: '/FHIR/R4/Task',
      headers: { authorization: `Bearer ${await other.aggregator.sign({})}` },
    })

    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(problemsOf('OperationOutcome', answer.json())).toEqual([])
  })

  test('the correlation id is logged with every call, and no NHS number or token is (PEP-3, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const feed = await openFeed(ward)
    const { nhsNumber } = await sendShownForm(ward)
    const [correlationId, refusedId] = [randomUUID(), randomUUID()]
    const token = await feed.tokenOf(nhsNumber)
    await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': token, 'x-correlation-id': correlationId })
    await feed.call(feed.ask(nhsNumber), { 'nhsd-id-token': 'x', 'x-correlation-id': refusedId })

    const log = readFileSync(inject('logFile'), 'utf8')

    expect(log).toContain(correlationId)
    expect(log).toContain(refusedId)
    expect(log).not.toContain(nhsNumber)
    expect(log).not.toContain(token.split('.')[2])
  })
})

describe('The search for the organisations of a patient', () => {
  test('is one look into an index, also with row-level security, and shows no other number (PEP-3, ORG-7, PERF-1)', async () => {
    const [one, other] = [await openOrganisation(), await openOrganisation()]
    const { nhsNumber } = await sendShownForm(one)
    const { nhsNumber: foreign } = await sendShownForm(other)
    const find = (key: string, number: string) => inTransaction(one.services.db, { key }, (tx) => findOrganisationsOf(tx, number))
    const [plan] = await inTransaction(one.services.db, { key: keyOfNhsNumber(nhsNumber) }, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx) // there are few patients in a test
      const { explained, plans } = collectPlans(tx)
      await findOrganisationsOf(explained, nhsNumber)
      return plans
    })

    expect(plan).toMatch(/Index Scan (?:using|on) nhs_app_patients_number .*\n +Index Cond: \(nhs_number = /)
    expect(await find(keyOfNhsNumber(nhsNumber), nhsNumber)).toEqual([one.id])
    expect(await find(keyOfNhsNumber(nhsNumber), foreign), 'another number than the transaction is bound to').toEqual([])
    expect(await find(nhsNumber, nhsNumber), 'a key of another kind').toEqual([])
  })
})

describe('The path and the description of the feed', () => {
  test('the feed answers at the path of the configuration, with a CapabilityStatement (PEP-3)', async () => {
    const ward = await openOrganisation()
    const { app } = await appWith(ward, { ...logins.config, NHS_APP_FEED_PATH: '/pca/fhir' })

    const described = await app.inject({ method: 'GET', url: '/pca/fhir/metadata' })

    expect(described.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
    expect(described.json()).toMatchObject({
      resourceType: 'CapabilityStatement',
      fhirVersion: '4.0.1',
      rest: [{ resource: [{ type: 'Task', interaction: [{ code: 'search-type' }], searchParam: [{ name: 'patient:identifier' }] }] }],
    })
    expect((await app.inject({ method: 'GET', url: '/pca/fhir/Task' })).statusCode).toBe(401)
    expect((await app.inject({ method: 'GET', url: '/FHIR/R4/Task' })).json()).not.toHaveProperty('resourceType')
  })

  test('without the settings of the installation there is no feed (PEP-3)', async () => {
    const ward = await openOrganisation()
    const { app } = await appWith(ward, {})

    expect((await app.inject({ method: 'GET', url: '/FHIR/R4/metadata' })).headers['content-type']).not.toContain('fhir')
  })
})
