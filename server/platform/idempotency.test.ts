import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'

import { deleteOldAnswers } from './idempotency.sql.ts'

const path = '/api/patients/patient'
const body = { firstName: 'Rosalind', lastName: 'Franklin', dateOfBirth: '1960-07-25' }
const withKey = (key: string) => ({ 'idempotency-key': key })

describe('Idempotency-Key', () => {
  test('the same key answers the same, status and body, and creates once; in quotation marks or not (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const key = randomUUID()

    const first = await ada.post(path, body, withKey(key))
    await ada.patch(`${path}/${first.json<{ id: string }>().id}`, { phoneNumber: '07700 900123' })
    const again = await ada.post(path, body, withKey(`"${key}"`))

    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect((await own.query('select count(*)::int as n from patients where organisation_id = $1', [own.id]))[0]).toEqual({ n: 1 })
    expect((await own.auditTrail()).at(-1)).toMatchObject({
      event_type: 'callRepeated',
      actor_id: ada.id,
      detail: { action: 'patient:create' },
    })
  })

  test('another body or another call with the key is 422, and creates nothing (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    await ada.post(path, body, withKey('k'))

    const reused = { status: 422, code: 'idempotency_key_reused' }
    expect((await ada.post(path, { ...body, firstName: 'Ada' }, withKey('k'))).json()).toMatchObject(reused)
    expect((await ada.post(`/api/tenants/tenant/${own.id}/wards`, { name: 'Ward 1' }, withKey('k'))).json()).toMatchObject(reused)
    expect((await own.query('select count(*)::int as n from wards where organisation_id = $1', [own.id]))[0]).toEqual({ n: 0 })
  })

  test('the key of one caller is not the key of another, in the same organisation or not (INT-2, ORG-7)', async () => {
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, grace, bob] = [await own.staff(), await own.staff(), await other.staff()]
    const answers = []
    for (const [n, one] of [ada, grace, bob].entries())
      answers.push(
        (await one.post(path, { ...body, lastName: `Franklin${'abc'[n]}`, dateOfBirth: `196${n}-07-25` }, withKey('k'))).statusCode,
      )

    expect(answers).toEqual([200, 200, 200])
  })

  test('of several calls at the same moment one creates, and the others get its answer or 409 (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()

    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.post(path, body, withKey('k'))))

    const [created, others] = [
      answers.filter(({ statusCode }) => statusCode === 200),
      answers.filter(({ statusCode }) => statusCode !== 200),
    ]
    expect(new Set(created.map((one) => one.body)).size).toBe(1)
    for (const one of others) expect(one.json()).toMatchObject({ status: 409, code: 'still_running' })
    expect((await own.query('select count(*)::int as n from patients where organisation_id = $1', [own.id]))[0]).toEqual({ n: 1 })
    expect((await ada.post(path, body, withKey('k'))).body).toBe(created[0]!.body)
  })

  test('a call that is still running answers 409 to the second and is not waited for (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const lock = `pg_advisory_xact_lock(hashtextextended('idempotency ${own.id} ${ada.id} ' || translate(encode(sha256('k'), 'base64'), '+/=', '-_'), 0))`
    const running = own.query(`select ${lock}, pg_sleep(2)`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const before = Date.now()

    expect((await ada.post(path, body, withKey('k'))).json()).toMatchObject({ status: 409, code: 'still_running' })
    expect(Date.now() - before).toBeLessThan(1_500)
    await running
    expect((await ada.post(path, body, withKey('k'))).statusCode).toBe(200)
  })

  test('a refused call keeps no key: corrected, the same key creates (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()

    expect((await ada.post(path, { ...body, dateOfBirth: '2999-01-01' }, withKey('k'))).statusCode).toBe(400)
    expect((await ada.post(path, body, withKey('k'))).statusCode).toBe(200)
    expect((await ada.post(path, body, withKey('l'))).json()).toMatchObject({ code: 'possible_duplicate' })
    expect((await own.query('select count(*)::int as n from idempotency_keys where organisation_id = $1', [own.id]))[0]).toEqual({ n: 1 })
  })

  test('a form is sent once by a key, and the caller needs the permission each time (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const [patient, form] = [await aPatient(own), await aForm(own)]
    const sending = { patientIds: [patient.id], formId: form.id, method: 'email' }
    await own.query("update patients set email_address = 'x@example.com' where id = $1", [patient.id])

    const first = await ada.post('/api/forms/request', sending, withKey('visit-1'))
    expect(first.statusCode, first.body).toBe(200)
    expect((await ada.post('/api/forms/request', sending, withKey('visit-1'))).body).toBe(first.body)
    expect((await own.query('select count(*)::int as n from form_requests where organisation_id = $1', [own.id]))[0]).toEqual({ n: 1 })
    await own.query('update members set is_active = false where id = $1', [ada.id])
    expect((await ada.post('/api/forms/request', sending, withKey('visit-1'))).statusCode).toBe(401)
  })

  test('neither body nor answer stands in the table in plain text, and a call with a secret in its answer takes no key (INT-2, SAFE-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    await ada.post(path, body, withKey('k'))

    const [row] = await own.query('select idempotency_keys::text as text, sealed_answer from idempotency_keys where organisation_id = $1', [
      own.id,
    ])
    expect(String(row!['text'])).not.toContain('Franklin')
    expect((row!['sealed_answer'] as Buffer).toString('latin1')).not.toContain('Franklin')
    const client = {
      name: 'PAS',
      permissions: ['patient:read'],
      authentication: 'secret',
      expiresOn: new Date().toISOString().slice(0, 10),
    }
    expect((await ada.post(`/api/tenants/tenant/${own.id}/integration-clients`, client, withKey('l'))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'Idempotency-Key' }],
    })
    // A test message leaves at once, so it would leave twice.
    const test = { method: 'sms', recipient: '07700 900123' }
    expect((await ada.post(`/api/tenants/tenant/${own.id}/test-messages`, test, withKey('m'))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'Idempotency-Key' }],
    })
    for (const wrong of ['', 'a b', 'x'.repeat(256)]) expect((await ada.post(path, body, withKey(wrong))).statusCode, wrong).toBe(400)
  })

  test('if the answer cannot be kept, nothing is created, and the key is free (INT-2, SAFE-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    await own.query(`create function fail_keeping() returns trigger language plpgsql as $$ begin
      if new.organisation_id = '${own.id}' then raise exception 'the process ended here'; end if; return new; end $$`)
    await own.query('create trigger fail_keeping before insert on idempotency_keys for each row execute function fail_keeping()')

    expect((await ada.post(path, body, withKey('k'))).statusCode).toBe(500)
    expect((await own.query('select count(*)::int as n from patients where organisation_id = $1', [own.id]))[0]).toEqual({ n: 0 })
    await own.query('drop trigger fail_keeping on idempotency_keys')
    expect((await ada.post(path, body, withKey('k'))).statusCode).toBe(200)
  })

  test('a key is forgotten after 24 hours, and its answer is removed (INT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    await ada.post(path, body, withKey('old'))
    await ada.post(path, { ...body, firstName: 'Ada', lastName: 'Byron', dateOfBirth: '1950-01-01' }, withKey('new'))
    await own.query(
      "update idempotency_keys set created_at = now() - interval '25 hours' where organisation_id = $1 and key_hash = translate(encode(sha256('old'), 'base64'), '+/=', '-_')",
      [own.id],
    )

    expect((await ada.post(path, body, withKey('old'))).json()).toMatchObject({ code: 'possible_duplicate' })
    await inOrganisation(own.services.db, systemOrganisationId, (tx) => deleteOldAnswers({ tx }))
    expect((await own.query('select count(*)::int as n from idempotency_keys where organisation_id = $1', [own.id]))[0]).toEqual({ n: 1 })
  })
})
