import { describe, expect, test } from 'vitest'

import { mergeInto, patientAddress } from '#test/merging.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'
import { sendMood } from '#test/scored-form.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { deleteOldRecords } from './delete-old-records.job.ts'

const asked = { reason: 'court_order', reference: '' }
const together =
  'This record was merged into another record. It is held and erased together with the other record, or after the merge was undone.'

describe('A record that was merged into another', () => {
  test('is erased with the record that was kept, and not without it, by the database too (OPS-6, PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged, earlier] = [
      await sendMood(ward),
      await sendMood(ward),
      await aPatient(ward, { nhsNumber: null, firstName: 'Samira', lastName: 'Okafor', dateOfBirth: '1984-03-15' }),
    ]
    await ward.query('update patients set nhs_number = null where id = $1', [merged.patientId])
    await mergeInto(admin, merged.patientId, earlier.id)
    await mergeInto(admin, kept.patientId, merged.patientId, { taken: ['phoneNumber'], note: 'Xanthippe called' })
    await ward.query("update form_requests set status = 'closed', closed_at = now() where organisation_id = $1", [ward.id])
    await ward.query("update notifications set status = 'cancelled' where organisation_id = $1 and status = 'queued'", [ward.id])

    expect((await admin.post(patientAddress(merged.patientId, '/erasure'), asked)).json()).toMatchObject({ status: 409, detail: together })
    await expect(
      ward.query("select set_config('app.organisation_id', $1, false), erase_patient($2)", [ward.id, merged.patientId]),
    ).rejects.toMatchObject({ code: '42501' })

    const answer = await admin.post(patientAddress(kept.patientId, '/erasure'), asked)

    expect(answer.json()).toMatchObject({ erased: { formRequests: 2, submissions: 2 } })
    for (const table of ['patients', 'form_requests', 'submission_scores', 'patient_merges', 'patient_words', 'nhs_app_patients'])
      expect([table, await ward.query(`select 1 from ${table} where organisation_id = $1`, [ward.id])]).toEqual([table, []])
    expect(
      await ward.query("select patient_ids as ids from audit_events where organisation_id = $1 and event_type = 'patientErased'", [
        ward.id,
      ]),
    ).toEqual([{ ids: expect.arrayContaining([merged.patientId, earlier.id]) }])
  })

  test('of a ward that a member does not see: the member does not erase the kept record, and is told so (OPS-6, PAT-4, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [admin, limited] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const [north, south] = (
      await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [ward.id])
    ).map(({ id }) => String(id))
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, limited.id, north])
    const [kept, merged, earlier] = [
      await aPatient(ward, { wardId: north! }),
      await aPatient(ward, { nhsNumber: null, wardId: south! }),
      await aPatient(ward, { nhsNumber: null, wardId: north! }),
    ]
    await mergeInto(admin, merged.id, earlier.id)
    await mergeInto(admin, kept.id, merged.id)
    const unseen = {
      status: 409,
      detail: 'A record of a ward that you cannot see was merged into this record. Ask an admin who can see all wards to erase the record.',
    }

    expect((await limited.post(patientAddress(kept.id, '/erasure'), asked)).json()).toMatchObject(unseen)
    await ward.query("update patients set hold_since = now(), hold_reason = 'Claim' where id = $1", [merged.id])
    expect((await limited.post(patientAddress(kept.id, '/erasure'), asked)).json()).toMatchObject(unseen)
    await ward.query("update patients set hold_since = null, hold_reason = '' where id = $1", [merged.id])
    await expect(
      ward.query("select set_config('app.organisation_id', $1, false), set_config('app.member_id', $2, false), erase_patient($3)", [
        ward.id,
        limited.id,
        kept.id,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await ward.query('select 1 from patients where organisation_id = $1', [ward.id])).toHaveLength(3)
    // After the undo, each of the two records is erased on its own, the second one with the record that was merged into it.
    expect((await admin.delete(patientAddress(merged.id, '/merge'))).statusCode).toBe(200)
    expect((await limited.post(patientAddress(kept.id, '/erasure'), asked)).statusCode).toBe(200)
    expect((await admin.post(patientAddress(merged.id, '/erasure'), asked)).statusCode).toBe(200)
    expect(
      await ward.query(
        "select patient_ids as ids from audit_events where organisation_id = $1 and event_type = 'patientErased' order by id",
        [ward.id],
      ),
    ).toEqual([{ ids: null }, { ids: [earlier.id] }])
  })

  test('is on legal hold together with the record that was kept (OPS-6, PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged] = [await aPatient(ward), await aPatient(ward, { nhsNumber: null })]
    await admin.put(patientAddress(merged.id, '/legal-hold'), { reason: 'Claim' })
    await mergeInto(admin, kept.id, merged.id)
    const holds = async () =>
      (await ward.query('select hold_reason as reason from patients where organisation_id = $1 order by id', [ward.id])).map(
        (one) => one['reason'],
      )

    expect(await holds()).toEqual(['Claim', 'Claim'])
    expect((await admin.post(patientAddress(kept.id, '/erasure'), asked)).statusCode).toBe(409)
    expect((await admin.delete(patientAddress(merged.id, '/legal-hold'))).json()).toMatchObject({ status: 409, detail: together })
    expect((await admin.put(patientAddress(merged.id, '/legal-hold'), { reason: 'Inquest' })).json()).toMatchObject({ detail: together })
    await admin.delete(patientAddress(kept.id, '/legal-hold'))
    expect(await holds()).toEqual(['', ''])
    await admin.put(patientAddress(kept.id, '/legal-hold'), { reason: 'Inquest' })
    expect(await holds()).toEqual(['Inquest', 'Inquest'])
  })

  test('is deleted with the record that was kept when the retention period of that record is over, and not before (OPS-6, PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged] = [await aPatient(ward), await aPatient(ward, { nhsNumber: null })]
    await mergeInto(admin, kept.id, merged.id)
    await ward.query('update organisations set deletes_old_records = true where id = $1', [ward.id])
    const ageOf = (id: string) =>
      ward.query(
        "begin; set local session_replication_role = replica; update patients set updated_at = now() - interval '9 years' where id = '" +
          id +
          "'; commit",
      )
    await ageOf(merged.id)
    expect(await deleteOldRecords(stepsOf(ward))).toMatchObject({ patients: 0 })
    await ageOf(kept.id)
    expect(await deleteOldRecords(stepsOf(ward))).toMatchObject({ patients: 1 })
    expect(await ward.query('select 1 from patients where organisation_id = $1', [ward.id])).toEqual([])
  })
})
