import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { asApplicationRole } from '#test/isolation/application-role.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck } from '#test/import-file.ts'
import { testServer } from '#test/test-server.ts'
import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

/** A hospital where Ada works on North; each ward has one patient. */
async function hospital() {
  const ward = await openOrganisation({ wardAccess: 'assigned' })
  const [north, south] = [randomUUID(), randomUUID()]
  await ward.query("insert into wards (organisation_id, id, name) values ($1, $2, 'North'), ($1, $3, 'South')", [ward.id, north, south])
  const ada = await ward.staff('User')
  await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, ada.id, north])
  const named = { lastName: 'Khan', firstName: 'Amira', dateOfBirth: '1961-03-09' }
  return {
    ward,
    ada,
    north,
    here: await aPatient(ward, { wardId: north, ...named }),
    there: await aPatient(ward, { wardId: south, ...named }),
  }
}

/** What a member limited to their wards, or nobody, sees of a table when no query asks anything. */
const rowsSeen = async ({ id }: TestOrganisation, table: string, member = '') => {
  const ask = await asApplicationRole()
  const { rows } = await ask({ organisation: id, member }, `select count(*)::int as count from ${table}`)
  return Number(rows![0]!['count'])
}

describe('The row policies of wards', () => {
  test('every table that leads to a patient follows their ward, by a policy and not by a query someone might forget (MEM-4)', async () => {
    const { owner } = await testServer()
    const { rows } = await owner.query<{ table_name: string }>(`
    select distinct c.table_name from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    join pg_class k on k.oid = to_regclass('public.' || c.table_name) and not k.relispartition
    where c.table_schema = 'public' and (c.table_name = 'patients' or c.column_name in ('patient_id', 'request_id', 'notification_id', 'job_id'))
      and not exists (select from pg_policies p where p.tablename = c.table_name and p.policyname = 'ward_access' and p.permissive = 'RESTRICTIVE')`)

    // The audit log names ids only; who the patient was is read from the patients, under their policy. A link that has moved is found by its hash alone.
    expect(rows.map(({ table_name }) => table_name)).toEqual(['audit_events', 'moved_links'])
  })

  test('a member sees the NHS numbers for the NHS App of their patients only, and a number that they change is followed there (MEM-4, PEP-3)', async () => {
    const { ward, ada, here, there } = await hospital()
    expect([await rowsSeen(ward, 'nhs_app_patients'), await rowsSeen(ward, 'nhs_app_patients', ada.id)]).toEqual([2, 1])

    // The number of a patient of another ward was wrong, and is that of this patient.
    const corrected = nextNhsNumber()
    await ward.query('update patients set nhs_number = $2 where id = $1', [there.id, corrected])
    expect((await ada.patch(`/api/patients/patient/${here.id}`, { nhsNumber: there.nhsNumber })).statusCode).toBe(200)

    const numbers = await ward.query(
      'select nhs_number, patient_id, is_current from nhs_app_patients order by is_current, patient_id = $1',
      [here.id],
    )
    expect(numbers).toEqual([
      { nhs_number: here.nhsNumber, patient_id: here.id, is_current: false },
      { nhs_number: corrected, patient_id: there.id, is_current: true },
      { nhs_number: there.nhsNumber, patient_id: here.id, is_current: true },
    ])
  })

  test('without any condition, the database shows a limited member what is on their wards, and everything to others (MEM-4)', async () => {
    const { ward, ada, here, there } = await hospital()
    for (const patient of [here, there]) {
      const { id } = await aRequest(ward, { patientId: patient.id, status: 'completed', completedAt: '2026-06-10T12:00:00Z' })
      const notification = randomUUID()
      await ward.query(
        `with n as (insert into notifications (organisation_id, id, request_id, category, method) values ($1, $2, $3, 'request_created', 'sms') returning id),
         d as (insert into answer_drafts (organisation_id, request_id) values ($1, $3) on conflict do nothing)
       insert into outbox_messages (organisation_id, notification_id, method, recipient, body) select $1, id, 'sms', '+447700900123', 'Hello' from n`,
        [ward.id, notification, id],
      )
      await ward.query(
        "insert into form_request_events (organisation_id, request_id, kind, actor_kind) values ($1, $2, 'created', 'worker')",
        [ward.id, id],
      )
    }
    await ward.query('insert into import_jobs (organisation_id, created_by) values ($1, $2), ($1, $3)', [ward.id, ada.id, randomUUID()])

    const tables = ['patients', 'form_requests', 'form_request_events', 'notifications', 'outbox_messages', 'answer_drafts', 'import_jobs']
    for (const table of tables) {
      const [limited, all] = [await rowsSeen(ward, table, ada.id), await rowsSeen(ward, table)]
      expect([table, limited, all]).toEqual([table, all / 2, all])
      expect(limited).toBeGreaterThan(0)
    }
  })

  test('an import of a limited member sends to their patients only, with the same message for patients elsewhere and unknown ones (MEM-4)', async () => {
    const { ward, ada, here, there } = await hospital()
    const { title } = await aForm(ward)
    await ward.startWorkers()
    const rows = [
      goodRow(title, { nhsNumber: here.nhsNumber, lastName: 'Khan' }),
      goodRow(title, { nhsNumber: there.nhsNumber, lastName: 'Khan' }),
      goodRow(title),
    ]

    const job = await uploadAndCheck<ImportJob>(ada, await importFile(rows))

    expect(job).toMatchObject({ errorRows: 2 })
    const { docs } = (await ada.get(`${imports}/${job.id}/rows`)).json<{ docs: ImportRowVerdict[] }>()
    const [, elsewhere, unknown] = docs
    expect(elsewhere!.problems).toEqual([expect.objectContaining({ code: 'not_on_your_wards' })])
    expect(elsewhere!.problems).toEqual(unknown!.problems)
    await ada.post(`${imports}/${job.id}`, {})
    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1 })
    expect(await ward.query('select patient_id from form_requests where organisation_id = $1', [ward.id])).toEqual([
      { patient_id: here.id },
    ])
    expect(await ward.query('select id from patients where organisation_id = $1', [ward.id]), 'nobody twice').toHaveLength(2)
  })

  test('a patient who moves to another ward between check and import gets no form; a member who assigns wards imports everyone (MEM-4)', async () => {
    const { ward, ada, here, there } = await hospital()
    const { title } = await aForm(ward)
    await ward.startWorkers()
    const job = await uploadAndCheck<ImportJob>(ada, await importFile([goodRow(title, { nhsNumber: here.nhsNumber, lastName: 'Khan' })]))
    await ward.query('update patients set ward_id = $2 where id = $1', [here.id, await wardOf(ward, there.id)])

    await ada.post(`${imports}/${job.id}`, {})

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 0, errorRows: 1 })
    const admin = await ward.staff('Admin')
    const theirs = await uploadAndCheck<ImportJob>(
      admin,
      await importFile([goodRow(title, { nhsNumber: there.nhsNumber, lastName: 'Khan' }), goodRow(title)]),
    )
    expect(theirs).toMatchObject({ errorRows: 0 })
  })
})

const wardOf = async (ward: TestOrganisation, patientId: string) =>
  (await ward.query('select ward_id from patients where id = $1', [patientId]))[0]!['ward_id']
