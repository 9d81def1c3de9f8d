import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { sendMood } from '#test/scored-form.ts'
import { aSeries, inDays } from '#test/series.ts'
import { decide, sendWaitingListCheck } from '#test/waiting-list.ts'

const erasureOf = (patientId: string) => `/api/patients/patient/${patientId}/erasure`
const holdOf = (patientId: string) => `/api/patients/patient/${patientId}/legal-hold`
const asked = { reason: 'court_order', reference: 'KB-2026-114' }

/** The tables of this database in which one of these texts occurs in a row, in any column. */
async function tablesWith(ward: TestOrganisation, texts: string[]) {
  const tables = await ward.query(
    "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await ward.query(`select 1 from ${String(name)} t where t::text like any($1) limit 1`, [texts.map((text) => `%${text}%`)])
    if (rows.length > 0) found.push(String(name))
  }
  return found
}

/** What a user does before an erasure: closes the form requests, which cancels waiting messages. */
async function close(ward: TestOrganisation, patientId: string) {
  await ward.query("update form_requests set status = 'closed', closed_at = now() where patient_id = $1", [patientId])
  await ward.query(
    `update notifications set status = 'cancelled'
     where status = 'queued' and request_id in (select id from form_requests where patient_id = $1)`,
    [patientId],
  )
}

/** Every number that the product shows of an organisation with no filter. */
async function totalsOf(staff: Awaited<ReturnType<TestOrganisation['staff']>>, formId: string) {
  const total = async (address: string) => (await staff.get(address)).json<{ totalDocs: number }>().totalDocs
  const withoutZeros = (numbers: object) =>
    JSON.parse(JSON.stringify(numbers, (_, value: unknown) => (value === 0 ? undefined : value))) as object
  const { submissions: _, ...figures } = (await staff.get(`/api/forms/form/${formId}/analytics`)).json<Record<string, unknown>>()
  return {
    patients: await total('/api/patients/patient?limit=10'),
    archived: await total('/api/patients/patient?limit=10&filters[archived]=true'),
    requests: await total('/api/forms/request?limit=10'),
    messages: await total('/api/forms/message?limit=10'),
    responses: await total(`/api/forms/form/${formId}/responses?page=1&limit=10`),
    waitingList: await total('/api/forms/waiting-list?limit=10&filters[queue]=not_on_list'),
    groupings: withoutZeros((await staff.get('/api/forms/request/groupings')).json<object>()),
    figures,
  }
}

describe('POST /patient/:id/erasure', () => {
  test('nothing of the patient is left in any table except the audit log, which says what was erased, by whom and why (OPS-6, AUD-1)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Forms OrgAdmin')
    const { patientId, requestId } = await sendMood(ward)
    const list = await sendWaitingListCheck(ward)
    await list.answer({ waiting: '0', contact: 'yes', help: 'none' })
    await ward.query('update form_requests set patient_id = $1 where id = $2', [patientId, list.requestId])
    await decide(admin, 'not_on_list', 'kept', [list.requestId])
    const series = await aSeries(ward)
    await series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId, startsOn: inDays(0) }] })
    await admin.post(`/api/forms/request/${requestId}/notes`, { text: 'Called the daughter of Xanthippe' })
    await ward.query("update patients set last_name = 'Xanthippe-Quill', name_key = 'samira xanthippe-quill' where id = $1", [patientId])
    await admin.post('/api/forms/request/views', { name: 'One patient', filters: { patientId }, limit: 10 })
    await close(ward, patientId)
    const requests = (await ward.query('select id from form_requests where patient_id = $1', [patientId])).map(({ id }) => String(id))
    const texts = [patientId, ...requests, 'Xanthippe', 'xanthippe']
    expect(await tablesWith(ward, texts), 'before').toEqual(
      expect.arrayContaining([
        'patients',
        'form_requests',
        'submissions',
        'notifications',
        'form_request_notes',
        'series_enrolments',
        'raised_flags',
        'saved_views',
      ]),
    )

    const answer = await admin.post(erasureOf(patientId), asked)

    expect(answer.json()).toMatchObject({ patientId, reference: 'KB-2026-114', erased: { formRequests: 2, submissions: 2, notes: 1 } })
    expect(await tablesWith(ward, texts)).toEqual(['audit_events'])
    expect((await ward.auditTrail()).at(-1)).toMatchObject({
      event_type: 'patientErased',
      actor_id: admin.id,
      subject_id: patientId,
      patient_id: patientId,
      detail: { ...asked, formRequests: 2, submissions: 2, notes: 1 },
    })
    expect((await admin.get(`/api/patients/patient?id=${patientId}`)).statusCode).toBe(404)
    const log = (await admin.get(`/api/tenants/tenant/${ward.id}/logs?eventType=patientErased`)).json()
    expect(log.docs[0].description).toMatch(
      /^Erased the record of a patient \(A court ordered the erasure; reference KB-2026-114; form requests: 2; submitted answers: 2; messages and letters: \d+; notes: 1\)$/,
    )
  })

  test('every stored number is what it was before the patient came (OPS-6, REQ-1, REP-2)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { formId } = await sendMood(ward)
    const before = await totalsOf(admin, formId)
    const list = await sendWaitingListCheck(ward)
    await list.answer({ waiting: '0', contact: 'yes', help: 'none' })
    const patient = await aPatient(ward)
    await aRequest(ward, { patientId: patient.id, formId, status: 'closed' })
    const archived = await aPatient(ward, { archivedAt: new Date().toISOString() })
    await close(ward, list.patientId)
    const between = await totalsOf(admin, formId)
    await decide(admin, 'not_on_list', 'kept', [list.requestId])

    for (const id of [patient.id, archived.id, list.patientId]) expect((await admin.post(erasureOf(id), asked)).statusCode).toBe(200)

    expect(between).not.toEqual(before)
    expect(await totalsOf(admin, formId)).toEqual(before)
    expect(
      await ward.query(
        'select sum(patients)::int as n, sum(active_patients)::int as active from organisation_totals where organisation_id = $1',
        [ward.id],
      ),
    ).toEqual([{ n: 1, active: 1 }])
    expect(await ward.query('select sum(patients)::int as n from patient_counts where organisation_id = $1', [ward.id])).toEqual([{ n: 1 }])
  })

  test('every table that refers to a patient, directly or not, is named by the function that erases one, or its rows go with those of patients (OPS-6)', async () => {
    const ward = await openOrganisation()
    const rows = await ward.query(`
      with recursive refers (name) as (
        select 'patients'::regclass union select c.conrelid from pg_constraint c join refers r on c.confrelid = r.name where c.contype = 'f' and c.conparentid = 0)
      select name::text as name, pg_get_functiondef('erase_patient'::regproc) ~ ('delete from ' || name::text || '\\M') or exists (
        select from pg_constraint c where c.conrelid = name and c.confrelid = 'patients'::regclass and c.contype = 'f' and c.confdeltype = 'c') as "isErased"
      from refers order by 1`)

    expect(rows.length).toBeGreaterThan(15)
    expect(rows.filter(({ isErased }) => !isErased).map(({ name }) => name)).toEqual([])
  })

  test('a record on legal hold or with an open form request is refused, by the database too (OPS-6)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [held, busy] = [await aPatient(ward), await aPatient(ward)]
    await aRequest(ward, { patientId: busy.id, status: 'opened' })
    expect((await admin.put(holdOf(held.id), { reason: '' })).json()).toMatchObject({
      errors: [{ field: 'reason', message: 'Reason is required.' }],
    })
    const first = (await admin.put(holdOf(held.id), { reason: 'Inquest' })).json()
    const second = (await admin.put(holdOf(held.id), { reason: 'Inquest 14' })).json()
    expect(second.legalHold).toEqual({ since: first.legalHold.since, reason: 'Inquest 14' })

    expect((await admin.post(erasureOf(held.id), asked)).json()).toMatchObject({
      status: 409,
      detail: 'This record is on legal hold. End the legal hold first.',
    })
    expect((await admin.post(erasureOf(busy.id), asked)).json()).toMatchObject({
      status: 409,
      detail: 'This patient has open form requests. Close them first.',
    })
    for (const { id } of [held, busy])
      await expect(
        ward.query("select set_config('app.organisation_id', $1, false), erase_patient($2)", [ward.id, id]),
      ).rejects.toMatchObject({ code: '42501' })

    expect((await admin.delete(holdOf(held.id))).json()).toMatchObject({ legalHold: null })
    expect((await admin.post(erasureOf(held.id), asked)).statusCode).toBe(200)
    expect((await ward.auditTrail()).map((one) => one.event_type).filter((one) => /Hold|Erased/.test(one))).toEqual([
      'patientHoldSet',
      'patientHoldSet',
      'patientHoldEnded',
      'patientErased',
    ])
  })

  test('a patient in a queue of the waiting list, or with a message that waits, is refused (OPS-6)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const list = await sendWaitingListCheck(ward)
    await list.answer({ waiting: '0', contact: 'yes', help: 'none' })
    await close(ward, list.patientId)
    const waiting = await sendMood(ward)
    await ward.query("update form_requests set status = 'closed' where id = $1", [waiting.requestId])

    expect((await admin.post(erasureOf(list.patientId), asked)).json()).toMatchObject({
      status: 409,
      detail: 'This patient is in a queue of the waiting list. Decide about the entry first.',
    })
    expect((await admin.post(erasureOf(waiting.patientId), asked)).json()).toMatchObject({
      status: 409,
      detail: 'A message or letter to this patient is waiting. Cancel the message first.',
    })
  })

  test('the rows of an import that is waiting go with the patient, so that completing it does not create the patient again (OPS-6, IMP-5)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const patient = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper' })
    const [job] = await ward.query(
      "insert into import_jobs (organisation_id, file_name, status) values ($1, 'a.xlsx', 'checked') returning id",
      [ward.id],
    )
    await ward.query(
      `insert into import_rows (organisation_id, job_id, row_number, cells, verdict, patient_id)
       values ($1, $2, 1, '["Grace Hopper"]', 'new', $3), ($1, $2, 2, '["Somebody else"]', 'new', null)`,
      [ward.id, job!['id'], patient.id],
    )

    expect((await admin.post(erasureOf(patient.id), asked)).statusCode).toBe(200)
    expect(await ward.query('select row_number from import_rows where job_id = $1', [job!['id']])).toEqual([{ row_number: 2 }])
  })

  test('only admins of the organisation erase, with a fresh proof, in their own wards, and a reference holds no text (OPS-6, ORG-7, MEM-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const patient = await aPatient(ward)
    const [user, stranger, limited] = [await ward.staff('User'), await elsewhere.staff('Admin'), await ward.staff('Forms OrgAdmin')]

    for (const path of [erasureOf(patient.id), holdOf(patient.id), `/api/patients/patient/${patient.id}/record`]) {
      const call = (staff: typeof user) =>
        path.endsWith('record') ? staff.get(path) : path.endsWith('hold') ? staff.put(path, { reason: 'Claim' }) : staff.post(path, asked)
      expect([(await call(user)).statusCode, (await call(stranger)).statusCode, (await call(limited)).statusCode]).toEqual([401, 404, 404])
    }
    const admin = await ward.staff('Admin')
    expect((await admin.post(erasureOf(patient.id), { ...asked, reference: 'Mrs Okafor’s daughter' })).json()).toMatchObject({
      errors: [{ field: 'reference', message: 'Case reference can have letters, digits, spaces and . / - _ only.' }],
    })
    await ward.query("update oidc_store set payload = jsonb_set(payload, '{loginTs}', '1') where model = 'Session'")
    expect((await admin.post(erasureOf(patient.id), asked)).statusCode).toBe(428)
    expect(await ward.query('select 1 as there from patients where id = $1', [patient.id])).toEqual([{ there: 1 }])
  })

  test('other systems are told, and the record is gone when an event was written for it (OPS-6, INT-3)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const patient = await aPatient(ward)
    await ward.query(
      `insert into integration_clients (organisation_id, name, permissions, authentication, requests_per_minute, expires_on)
       values ($1, 'Warehouse', '{event:read}', 'secret', 60, current_date + 30)`,
      [ward.id],
    )
    await admin.post(erasureOf(patient.id), asked)

    expect(
      await ward.query('select type, patient_id as "patientId" from integration_events where organisation_id = $1', [ward.id]),
    ).toEqual([{ type: 'patient.erased', patientId: patient.id }])
  })
})
