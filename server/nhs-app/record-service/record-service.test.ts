import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { NhsAppSettings } from '#contract/nhs-app.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'
import { appWith } from '#test/app-with.ts'
import { openRecordService, type RecordServiceManners } from '#test/care-aggregator/record-service.ts'
import { next, openOrganisation } from '#test/organisation.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { replayPatients, sendPatients } from './send-patients.ts'

/** An organisation that shows forms in the NHS App, on an installation with an account with a stand-in for the Record Service. */
async function openSending(manners: RecordServiceManners = {}, batch = 5_000) {
  const service = await openRecordService(manners)
  const ward = await openOrganisation()
  const admin = await ward.staff('Admin')
  const server = await appWith(ward, { ...service.config, RECORD_SERVICE_BATCH: batch })
  const address = `/api/tenants/tenant/${ward.id}/nhs-app`
  const steps = stepsOf({ services: server.services, id: ward.id })
  const set = (isOn: boolean) => server.put(admin, address, { isOn, excludedClinics: [], excludedSpecialties: [] })
  expect((await set(true)).statusCode).toBe(200)
  return {
    ward,
    admin,
    server,
    address,
    service,
    steps,
    set,
    send: () => sendPatients(steps),
    state: async () => (await server.get(admin, address)).json<NhsAppSettings>().recordService,
    /** Patients with NHS numbers, of whom none is a child. */
    addPatients: async (count: number, born = '1970-01-01') => {
      const numbers = Array.from({ length: count }, () => syntheticNhsNumber(next()))
      await ward.query(
        `insert into patients (organisation_id, nhs_number, first_name, last_name, name_key, date_of_birth)
         select $1, n, 'Samira', 'Okafor', 'okafor samira', $3 from unnest($2::text[]) n`,
        [ward.id, numbers, born],
      )
      return numbers
    },
    /** The next call follows at once, as if the wait was over. */
    waitIsOver: () => ward.query('update record_service_states set next_try_at = now() where organisation_id = $1', [ward.id]),
  }
}

describe('The Record Service sender', () => {
  test('new patients are sent in calls of the published size, each once (PEP-3)', async () => {
    const { addPatients, send, service, state } = await openSending({}, 3)
    const numbers = await addPatients(7)

    expect(await state()).toMatchObject({ isConfigured: true, waiting: 7, acknowledged: 0, lastSentAt: null })
    await send()
    await send()

    expect(service.problems).toEqual([])
    expect(service.calls.map((one) => one.length)).toEqual([3, 3, 1])
    expect(service.calls.flat().toSorted()).toEqual(numbers.toSorted())
    expect(await state()).toMatchObject({ waiting: 0, acknowledged: 7, refused: 0, lastError: null, lastSentAt: expect.any(String) })
    const [another] = await addPatients(1)
    await send()
    expect(service.calls.at(-1), 'a new patient').toEqual([another])
  })

  test('5,000 NHS numbers go in one call, and no more (PEP-3)', async () => {
    const { addPatients, send, service } = await openSending()
    await addPatients(5_001)

    await send()

    expect(service.problems).toEqual([])
    expect(service.calls.map((one) => one.length)).toEqual([5_000, 1])
  })

  test('patients who are under 16, archived, dead, left out or without an NHS number are not sent; later they are (PEP-3)', async () => {
    const { addPatients, send, service, ward, state, admin } = await openSending()
    const year = new Date().getFullYear()
    const [child] = await addPatients(1, `${year - 15}-01-01`)
    const [shy] = await addPatients(1)
    const [dead] = await addPatients(1)
    const [archived] = await addPatients(1)
    const idOf = async (number: string | undefined) =>
      String((await ward.query('select id from patients where nhs_number = $1', [number]))[0]!['id'])
    await ward.query(
      "insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth) values ($1, 'A', 'B', 'b a', '1970-01-01')",
      [ward.id],
    )
    await admin.patch(`/api/patients/patient/${await idOf(shy)}`, { leftOutOfNhsApp: true })
    await admin.patch(`/api/patients/patient/${await idOf(dead)}`, { deceased: true })
    await admin.delete(`/api/patients/patient/${await idOf(archived)}`)

    await send()
    expect(service.calls).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })

    await ward.query('update patients set date_of_birth = $2 where nhs_number = $1', [child, `${year - 17}-01-01`])
    await admin.patch(`/api/patients/patient/${await idOf(shy)}`, { leftOutOfNhsApp: false })
    await send()
    expect(service.calls.flat().toSorted()).toEqual([child, shy].toSorted())
  })

  test('a patient who ends after they were sent is counted, and is not sent again when they come back (PEP-3)', async () => {
    const { addPatients, send, service, state, ward, admin } = await openSending()
    await addPatients(1)
    await send()
    const [{ id } = {}] = await ward.query('select id from patients where organisation_id = $1', [ward.id])
    await admin.delete(`/api/patients/patient/${String(id)}`)
    expect(await state()).toMatchObject({ acknowledged: 1, ended: 1 })

    await admin.patch(`/api/patients/patient/${String(id)}`, { archived: false })
    await send()

    expect(service.calls).toHaveLength(1)
    expect(await state()).toMatchObject({ acknowledged: 1, ended: 0 })
  })

  test('a corrected NHS number is sent, and the one before it has ended (PEP-3)', async () => {
    const { addPatients, send, service, state, ward } = await openSending()
    await addPatients(1)
    await send()
    const corrected = syntheticNhsNumber(next())
    await ward.query('update patients set nhs_number = $2 where organisation_id = $1', [ward.id, corrected])

    await send()

    expect(service.calls.at(-1)).toEqual([corrected])
    expect(await state()).toMatchObject({ acknowledged: 2, ended: 1, waiting: 0 })
  })

  test('the numbers that the service refuses are set aside, and the others are sent without them (PEP-3)', async () => {
    const manners: RecordServiceManners = {}
    const { addPatients, send, service, state } = await openSending(manners)
    const numbers = (await addPatients(5)).toSorted()
    manners.refusedNumbers = [numbers[1]!, numbers[3]!]

    await send()

    expect(service.problems).toEqual([])
    expect([...service.stored].toSorted()).toEqual([numbers[0], numbers[2], numbers[4]])
    expect(await state()).toMatchObject({ waiting: 0, acknowledged: 3, refused: 2, lastError: null })
    await send()
    expect(service.calls, 'a refused number is not sent again by itself').toHaveLength(2)
  })

  test.each<[string, RecordServiceManners, RegExp]>([
    ['does not answer', { isAway: true }, /did not answer/],
    ['loses its answer', { losesAnswers: true }, /did not answer/],
    ['has a technical problem', { refuses: { status: 500 } }, /technical problem/],
    ['gave up', { refuses: { status: 504 } }, /technical problem/],
    ['refuses the key', { refuses: { status: 401 } }, /API key/],
    ['answers with a page', { talks: 500 }, /specification does not have/],
    ['answers with 50 MB', { talks: 50_000_000 }, /specification does not have/],
  ])('a service that %s: nothing is lost, the words say why, and the next try follows later (PEP-3)', async (_what, manners, words) => {
    const { addPatients, send, service, state, waitIsOver } = await openSending(manners)
    const numbers = await addPatients(2)

    await send()
    await send()

    expect(service.calls.length, 'no second call before the wait is over').toBeLessThan(2)
    expect(await state()).toMatchObject({ waiting: 2, acknowledged: 0, lastError: expect.stringMatching(words) as string })
    for (const name of Object.keys(manners)) delete manners[name as keyof RecordServiceManners]
    await waitIsOver()
    await send()
    expect([...service.stored].toSorted()).toEqual(numbers.toSorted())
    expect(await state()).toMatchObject({ waiting: 0, acknowledged: 2, lastError: null, nextTryAt: null })
  })

  test('each failed call doubles the wait, and Retry-After is followed (PEP-3)', async () => {
    const manners: RecordServiceManners = { isAway: true }
    const { addPatients, send, state, waitIsOver } = await openSending(manners)
    await addPatients(1)
    const minutes = async () => Math.round((Date.parse((await state()).nextTryAt!) - Date.now()) / 60_000)
    const waits: number[] = []
    for (let nth = 0; nth < 8; nth++) {
      await waitIsOver()
      await send()
      waits.push(await minutes())
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])

    Object.assign(manners, { isAway: false, refuses: { status: 429, retryAfter: 7_200 } })
    await waitIsOver()
    await send()
    expect(await minutes()).toBe(120)
    expect((await state()).lastError).toMatch(/asked Formward to wait/)
  })

  test('a client ID that the service does not know is told in words (PEP-3)', async () => {
    const { addPatients, steps, service, state } = await openSending()
    await addPatients(1)
    const { services } = steps
    await sendPatients({ ...steps, services: { ...services, config: { ...services.config, RECORD_SERVICE_CLIENT_ID: 'another' } } })

    expect(service.stored.size).toBe(0)
    expect((await state()).lastError).toMatch(/client ID/)
  })

  test('a process that is killed at any moment loses nothing, and repeats one call at most (PEP-3)', async () => {
    const { addPatients, send, service, state, steps } = await openSending({}, 2)
    const numbers = await addPatients(6)
    for (const count of [0, 1, 2, 3]) await sendPatients(dyingAfter(count, steps)).catch(() => {})
    await send()

    expect([...service.stored].toSorted()).toEqual(numbers.toSorted())
    expect(await state()).toMatchObject({ waiting: 0, acknowledged: 6 })
    expect(service.calls.flat().length - numbers.length, 'the calls after which it was killed, with two numbers each').toBe(4)
  })

  test('with the NHS App off nothing is sent (PEP-3)', async () => {
    const { addPatients, send, service, set } = await openSending()
    await addPatients(1)
    await set(false)

    await send()

    expect(service.calls).toEqual([])
  })

  test('an organisation sends the patients of no other (PEP-3, ORG-7)', async () => {
    const [one, other] = [await openSending(), await openSending()]
    const numbers = await one.addPatients(2)
    await other.addPatients(2)

    await one.send()

    expect(one.service.calls.flat().toSorted()).toEqual(numbers.toSorted())
    expect(await other.state()).toMatchObject({ waiting: 2, acknowledged: 0 })
  })
})

describe('POST /tenant/:id/nhs-app/replay', () => {
  test('every current patient is sent again by the workers, and new ones meanwhile (PEP-3)', async () => {
    const { addPatients, send, service, server, admin, address, ward, steps, state } = await openSending({}, 2)
    const numbers = await addPatients(3)
    await send()
    expect((await server.post(admin, `${address}/replay`)).json()).toEqual({ done: true })
    const [added] = await addPatients(1)

    await replayPatients(steps, { startedAt: new Date().toISOString() })
    await send()

    expect(service.calls.flat().toSorted()).toEqual([...numbers, ...numbers, added].toSorted())
    expect(await state()).toMatchObject({ waiting: 0, acknowledged: 4 })
    expect(await ward.auditTrail()).toContainEqual(
      expect.objectContaining({ event_type: 'recordServiceReplayed', detail: { patients: 3 } }),
    )
  })

  test('a replay that begins again leaves out what was acknowledged since it began (PEP-3)', async () => {
    const { addPatients, send, service, steps } = await openSending()
    await addPatients(3)
    await send()
    const startedAt = new Date().toISOString()
    await replayPatients(steps, { startedAt })
    await send()
    await replayPatients(steps, { startedAt })
    await send()

    expect(service.calls).toHaveLength(2)
  })

  test('a refused number is tried again with a replay (PEP-3)', async () => {
    const manners: RecordServiceManners = {}
    const { addPatients, send, state, steps } = await openSending(manners)
    manners.refusedNumbers = await addPatients(1)
    await send()
    manners.refusedNumbers = []
    await replayPatients(steps, { startedAt: new Date().toISOString() })
    await send()

    expect(await state()).toMatchObject({ refused: 0, acknowledged: 1 })
  })

  test('is refused while the NHS App is off, and without an account (PEP-3)', async () => {
    const { server, admin, address, set, ward } = await openSending()
    await set(false)
    expect((await server.post(admin, `${address}/replay`)).json()).toMatchObject({ status: 409 })
    await set(true)
    expect((await admin.post(`/api/tenants/tenant/${ward.id}/nhs-app/replay`)).json()).toMatchObject({
      status: 409,
      detail: 'This installation has no account with the Record Service.',
    })
  })
})

describe('The NHS App settings of an organisation', () => {
  test('an organisation shows nothing in the NHS App before an admin turns it on (PEP-3)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const address = `/api/tenants/tenant/${ward.id}/nhs-app`

    expect((await admin.get(address)).json()).toMatchObject({
      isConfigured: false,
      isOn: false,
      excludedClinics: [],
      excludedSpecialties: [],
      recordService: { isConfigured: false, waiting: 0, acknowledged: 0, lastError: null },
    })
    const set = await admin.put(address, { isOn: true, excludedClinics: ['Sexual Health', 'sexual health'], excludedSpecialties: ['360'] })
    expect(set.json()).toMatchObject({ isOn: true, excludedClinics: ['Sexual Health'], excludedSpecialties: ['360'] })
    expect(await ward.auditTrail()).toContainEqual(expect.objectContaining({ event_type: 'nhsAppSettingsUpdated', actor_id: admin.id }))
  })

  test('a specialty that does not exist and an empty clinic are refused beside their fields (PEP-3, VAL-1)', async () => {
    const ward = await openOrganisation()
    const refused = await (
      await ward.staff('Admin')
    ).put(`/api/tenants/tenant/${ward.id}/nhs-app`, { isOn: true, excludedClinics: [' '], excludedSpecialties: ['1'] })

    expect(refused.json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'excludedClinics.0', message: 'Clinic is required.' },
        { field: 'excludedSpecialties.0', message: 'Specialty is not valid.' },
      ],
    })
  })

  test('they are for admins of the organisation only (PEP-3, ORG-7, ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const body = { isOn: true, excludedClinics: [], excludedSpecialties: [] }
    const stranger = await ours.staff('Admin')
    const address = `/api/tenants/tenant/${theirs.id}/nhs-app`
    expect((await stranger.get(address)).statusCode).toBe(403)
    expect((await stranger.put(address, body)).statusCode).toBe(403)
    expect((await stranger.post(`${address}/replay`)).statusCode).toBe(403)
    for (const role of ['User', 'Forms User'] as const) {
      const member = await theirs.staff(role)
      expect((await member.get(address)).json()).toMatchObject({ code: 'not_permitted' })
      expect((await member.put(address, body)).json()).toMatchObject({ code: 'not_permitted' })
    }
    expect((await (await theirs.staff('Admin')).get(`/api/tenants/tenant/${randomUUID()}/nhs-app`)).statusCode).toBe(403)
  })
})
