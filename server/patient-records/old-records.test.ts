import { describe, expect, test } from 'vitest'

import { addDays, yearsBefore } from '#domain/dates.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { anEnrolment, aSeries, today } from '#test/series.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { deleteOldRecords } from './delete-old-records.job.ts'

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type OldRecords = { docs: { id: string; lastName: string; lastActivity: string }[]; total: number; isCountCapped: boolean }

/** Sets when a patient and their form requests changed last. A trigger would set it to now. */
async function lastChanged(
  ward: TestOrganisation,
  patientId: string,
  { patient, requests = patient }: { patient: string; requests?: string },
) {
  await ward.query('alter table patients disable trigger touch')
  await ward.query('alter table form_requests disable trigger touch')
  await ward.query('update patients set updated_at = $2 where id = $1', [patientId, patient])
  await ward.query('update form_requests set updated_at = $2 where patient_id = $1', [patientId, requests])
  await ward.query('alter table form_requests enable trigger touch')
  await ward.query('alter table patients enable trigger touch')
}

const yearsAgo = (years: number, days = 0) => addDays(yearsBefore(today, years), days)

/** A patient with one closed form request, last changed so many years ago. */
async function oldPatient(
  ward: TestOrganisation,
  years: number,
  {
    dateOfBirth = '1950-05-01',
    status = 'closed',
    name = 'Old',
  }: { dateOfBirth?: string; status?: 'closed' | 'opened'; name?: string } = {},
) {
  const sent = await sendFormToPatient(ward, { status })
  await ward.query("update notifications set status = 'cancelled' where request_id = $1 and status = 'queued'", [sent.requestId])
  await ward.query('update form_request_events set at = now() - make_interval(years => $2) where request_id = $1', [
    sent.requestId,
    years + 1,
  ])
  await ward.query('update patients set date_of_birth = $2, last_name = $3 where id = $1', [sent.patientId, dateOfBirth, name])
  await lastChanged(ward, sent.patientId, { patient: yearsAgo(years, -1) })
  return sent.patientId
}

const listOf = async (staff: Staff) => (await staff.get('/api/patients/old-records')).json<OldRecords>()
const switchOn = (ward: TestOrganisation) => ward.query('update organisations set deletes_old_records = true where id = $1', [ward.id])
const namesIn = async (ward: TestOrganisation) =>
  (await ward.query('select last_name as name from patients where organisation_id = $1 order by 1', [ward.id])).map(({ name }) => name)

describe('GET /old-records', () => {
  test('a record is past its retention period when nothing has changed for so many years; children, legal holds, open form requests and series extend it (OPS-6)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    await oldPatient(ward, 9, { name: 'Nine years' })
    await oldPatient(ward, 8, { name: 'Eight years' })
    await oldPatient(ward, 7, { name: 'Seven years' })
    await oldPatient(ward, 9, { name: 'Now 24', dateOfBirth: yearsAgo(24) })
    await oldPatient(ward, 9, { name: 'Now 25, last at 16', dateOfBirth: yearsAgo(25, -2) })
    await oldPatient(ward, 8, { name: 'Now 25, last at 17', dateOfBirth: yearsAgo(25, -2) })
    await oldPatient(ward, 9, { name: 'Now 26, last at 17', dateOfBirth: yearsAgo(26, -2) })
    await oldPatient(ward, 9, { name: 'Still open', status: 'opened' })
    const recent = await oldPatient(ward, 9, { name: 'Form changed lately' })
    await lastChanged(ward, recent, { patient: yearsAgo(9), requests: yearsAgo(1) })
    const held = await oldPatient(ward, 9, { name: 'On hold' })
    await ward.query("update patients set hold_since = now(), hold_reason = 'Claim' where id = $1", [held])
    await lastChanged(ward, held, { patient: yearsAgo(9) })
    const noted = await oldPatient(ward, 9, { name: 'With a note of today' })
    const [{ id: notedRequest } = { id: '' }] = await ward.query('select id from form_requests where patient_id = $1', [noted])
    await admin.post(`/api/forms/request/${String(notedRequest)}/notes`, { text: 'Called the patient' })
    const waiting = await oldPatient(ward, 9, { name: 'On the waiting list' })
    await ward.query(
      `insert into waiting_list_reviews (organisation_id, request_id, queue, form_id, specialty)
       select organisation_id, id, 'worse', form_id, '' from form_requests where patient_id = $1`,
      [waiting],
    )
    const letter = await oldPatient(ward, 9, { name: 'With a waiting letter' })
    await ward.query(
      `update notifications set status = 'queued', method = 'letter'
       where request_id in (select id from form_requests where patient_id = $1)`,
      [letter],
    )
    const enrolled = await anEnrolment(ward, await aSeries(ward), 0, { lastName: 'In a series' })
    await lastChanged(ward, enrolled.patientId, { patient: yearsAgo(9) })

    const { docs, total, isCountCapped } = await listOf(admin)

    const last = yearsAgo(9, -1)
    expect({ total, isCountCapped }).toEqual({ total: 4, isCountCapped: false })
    expect(docs.map(({ lastName, lastActivity }) => [lastName, lastActivity]).toSorted()).toEqual([
      ['Eight years', yearsAgo(8, -1)],
      ['Nine years', last],
      ['Now 25, last at 16', last],
      ['Now 26, last at 17', last],
    ])
    expect(docs.at(-1)!.lastName, 'the oldest first').toBe('Eight years')
    expect((await ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'oldRecordsListed', actor_id: admin.id })
    expect((await (await ward.staff('User')).get('/api/patients/old-records')).statusCode).toBe(401)
  })
})

describe('Deleting old records', () => {
  test('nothing is deleted until the organisation wants it; then the old ones are, each with an event, and other organisations keep theirs (OPS-6, AUD-1)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const admin = await ward.staff('Admin')
    const old = await oldPatient(ward, 9, { name: 'Old' })
    await oldPatient(ward, 7, { name: 'Young' })
    await oldPatient(elsewhere, 9, { name: 'Elsewhere' })

    await deleteOldRecords(stepsOf(ward))
    expect(await namesIn(ward)).toEqual(['Old', 'Young'])

    const answer = await admin.patch(`/api/tenants/tenant/${ward.id}`, { deletesOldRecords: true, retentionYears: 8 })
    expect(answer.json()).toMatchObject({ deletesOldRecords: true, retentionYears: 8 })
    const sum = await deleteOldRecords(stepsOf(ward))
    await deleteOldRecords(stepsOf(elsewhere))

    expect(sum).toMatchObject({ patients: 1, formRequests: 1, submissions: 0, notes: 0 })
    expect([await namesIn(ward), await namesIn(elsewhere)]).toEqual([['Young'], ['Elsewhere']])
    expect((await ward.auditTrail()).slice(-2)).toMatchObject([
      { event_type: 'patientErased', actor_id: null, subject_id: old, detail: { reason: 'retention', formRequests: 1 } },
      { event_type: 'oldRecordsErased', subject_id: ward.id, detail: { patients: 1, formRequests: 1 } },
    ])
  })

  test('a worker that is killed loses nothing, and the next run deletes the rest (OPS-6, SAFE-1)', async () => {
    const ward = await openOrganisation()
    for (const name of ['A', 'B', 'C']) await oldPatient(ward, 9, { name })
    await switchOn(ward)

    await expect(deleteOldRecords(dyingAfter(2, stepsOf(ward)))).rejects.toThrow('killed')
    expect(await namesIn(ward)).toHaveLength(2)
    await deleteOldRecords(stepsOf(ward))
    expect(await namesIn(ward)).toEqual([])
  })

  test('the years are at least those of the NHS schedule, and need a fresh proof (OPS-6)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const own = `/api/tenants/tenant/${ward.id}`
    expect((await admin.patch(own, { retentionYears: 7 })).json()).toMatchObject({
      errors: [{ field: 'retentionYears', message: 'Retention period must be a whole number from 8 to 100.' }],
    })
    await ward.query("update oidc_store set payload = jsonb_set(payload, '{loginTs}', '1') where model = 'Session'")
    for (const body of [{ retentionYears: 9 }, { deletesOldRecords: true }]) expect((await admin.patch(own, body)).statusCode).toBe(428)
    expect((await admin.patch(own, { deletesOldRecords: false })).statusCode).toBe(200)
  })

  test('an admin who sees only some wards cannot delete more records (OPS-6, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [limited, admin] = [await ward.staff('Forms OrgAdmin'), await ward.staff('Admin')]
    const own = `/api/tenants/tenant/${ward.id}`
    const message = 'Only a user who sees all wards can delete more records.'

    expect((await limited.patch(own, { deletesOldRecords: true })).json()).toMatchObject({
      errors: [{ field: 'deletesOldRecords', message }],
    })
    expect((await admin.patch(own, { deletesOldRecords: true, retentionYears: 20 })).statusCode).toBe(200)
    expect((await limited.patch(own, { retentionYears: 19 })).json()).toMatchObject({ errors: [{ field: 'retentionYears', message }] })
    expect((await limited.patch(own, { retentionYears: 21, deletesOldRecords: false })).json()).toMatchObject({ retentionYears: 21 })
  })
})
