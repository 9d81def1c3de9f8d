import { describe, expect, test } from 'vitest'

import type { Answering } from '#contract/answering.ts'
import { sendSeries } from '#server/series/send-series.job.ts'
import { countDifferences } from '#test/count-differences.ts'
import { keptNumberDifferences, mergeInto, patientAddress } from '#test/merging.ts'
import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { answerMood, moodForm, sendMood } from '#test/scored-form.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { anEnrolment, aSeries, inDays, noonIn, occasionsOf } from '#test/series.ts'
import { stepsOf } from '#test/worker-steps.ts'

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
const undo = (staff: Staff, mergedId: string) => staff.delete(patientAddress(mergedId, '/merge'))
const patientOf = async (staff: Staff, id: string) => (await staff.get(`/api/patients/patient?id=${id}`)).json<Record<string, unknown>>()
const mergesOf = async (staff: Staff, id: string) => (await staff.get(patientAddress(id, '/merges'))).json()

/** Every row of these tables, without the moments of the last change. */
async function rowsOf(ward: TestOrganisation) {
  const found: Record<string, unknown> = {}
  for (const table of ['patients', 'form_requests', 'submission_scores', 'series_enrolments', 'notifications', 'import_rows'])
    found[table] = await ward.query(
      `select to_jsonb(t) - 'updated_at' - 'phone_changed_at' - 'address_changed_at' as row from ${table} t where organisation_id = $1 order by 1`,
      [ward.id],
    )
  return found
}

describe('DELETE /patient/:id/merge', () => {
  test('every row is what it was before the merge, and each stored number is right (PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [row] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North') returning id", [ward.id])
    const [kept, merged] = [await sendMood(ward), await sendMood(ward)]
    const nhsNumber = nextNhsNumber()
    await ward.query('update patients set nhs_number = null where id = $1', [kept.patientId])
    await ward.query(
      "update patients set nhs_number = $2, ward_id = $3, phone_number = '+447700900777', line1 = '2 New Road' where id = $1",
      [merged.patientId, nhsNumber, row!['id']],
    )
    const series = await aSeries(ward)
    await series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId: merged.patientId, startsOn: inDays(0) }] })
    const before = await rowsOf(ward)
    const merge = await mergeInto(admin, kept.patientId, merged.patientId, { taken: ['phoneNumber', 'address', 'ward'] })
    expect(merge.json()).toMatchObject({ nhsNumber, phoneNumber: '+447700900777', ward: { name: 'North' } })
    expect(await ward.query('select patient_id as id from nhs_app_patients where nhs_number = $1', [nhsNumber])).toEqual([
      { id: kept.patientId },
    ])

    const answer = await undo(admin, merged.patientId)

    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id: merged.patientId, archived: false, mergedIntoId: null, nhsNumber },
    ])
    expect(await rowsOf(ward)).toEqual(before)
    expect(await ward.query(countDifferences, [ward.id])).toEqual([])
    expect(await ward.query(keptNumberDifferences, [ward.id])).toEqual([])
    expect(
      await ward.query('select patient_id as id, is_current as "isCurrent" from nhs_app_patients where nhs_number = $1', [nhsNumber]),
    ).toEqual([{ id: merged.patientId, isCurrent: true }])
    expect((await ward.auditTrail()).at(-1)).toMatchObject({
      event_type: 'patientMergeUndo',
      actor_id: admin.id,
      patient_id: kept.patientId,
      detail: { formRequests: 1, series: 1, restored: ['address', 'phoneNumber', 'ward', 'nhsNumber'], unrestored: [], answeredSince: [] },
    })
    expect(
      await ward.query("select patient_ids as ids from audit_events where organisation_id = $1 and event_type = 'patientMergeUndo'", [
        ward.id,
      ]),
    ).toEqual([{ ids: [kept.patientId, merged.patientId] }])
    expect((await undo(admin, merged.patientId)).json()).toMatchObject({
      status: 409,
      detail: 'This record is not merged into another record.',
    })
  })

  test('what happened since stays with the kept record, answers follow their form request, and the list of merges says so before (PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin', { firstName: 'Rosa', lastName: 'Lind' })
    const [kept, merged] = [await sendFormToPatient(ward), await sendFormToPatient(ward, { definition: moodForm })]
    const [answeredBefore, opened, drafted, untouched] = [
      await sendMood(ward),
      await sendFormToPatient(ward),
      await sendFormToPatient(ward),
      await sendFormToPatient(ward),
    ]
    const moved = [merged, answeredBefore, opened, drafted, untouched].map(({ requestId }) => requestId)
    await ward.query('update form_requests set patient_id = $1 where id = any($2)', [merged.patientId, moved])
    const phone = await openPhone()
    for (const { link } of [merged, drafted]) await phone.open(link)
    await ward.query('update patients set nhs_number = null where id = $1', [merged.patientId])
    await ward.query(
      "update patients set phone_number = '+447700900777', sex = 'female', line1 = '2 New Road', town = 'Leeds' where id = $1",
      [merged.patientId],
    )
    await mergeInto(admin, kept.patientId, merged.patientId, { taken: ['phoneNumber', 'sex', 'address'], note: 'Same address' })
    await admin.patch(patientAddress(kept.patientId), { phoneNumber: '07700 900888', address: { line1: '3 Newer Road' } })
    const fresh = await aRequest(ward, { patientId: kept.patientId, createdAt: new Date(Date.now() + 60_000).toISOString() })
    await answerMood(merged.link, { interest: 'never', harm: 'never' })
    await (await openPhone()).open(opened.link)
    await phone.fillIn(await phone.open(drafted.link), { allergies: 'Nuts' })

    expect(await mergesOf(admin, kept.patientId)).toMatchObject([
      {
        kept: { id: kept.patientId, fullName: 'Samira Okafor' },
        merged: { id: merged.patientId },
        mergedBy: 'Rosa Lind',
        note: 'Same address',
        undoneAt: null,
        undo: {
          refusal: null,
          formRequests: 5,
          series: 0,
          newFormRequests: 1,
          answeredSince: 3,
          restored: ['sex'],
          unrestored: ['address', 'phoneNumber'],
        },
      },
    ])
    expect((await undo(admin, merged.patientId)).statusCode).toBe(200)

    expect(await patientOf(admin, kept.patientId)).toMatchObject({
      phoneNumber: '+447700900888',
      sex: null,
      address: { line1: '3 Newer Road', town: 'Leeds' },
      submitted: false,
    })
    expect(await patientOf(admin, merged.patientId)).toMatchObject({ phoneNumber: '+447700900777', sex: 'female', submitted: true })
    expect(
      await ward.query('select id, patient_id as patient from form_requests where organisation_id = $1 order by id', [ward.id]),
    ).toEqual(
      [
        { id: kept.requestId, patient: kept.patientId },
        { id: fresh.id, patient: kept.patientId },
        ...moved.map((id) => ({ id, patient: merged.patientId })),
      ].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    )
    expect(await ward.query('select distinct patient_id as id from submission_scores where request_id = $1', [merged.requestId])).toEqual([
      { id: merged.patientId },
    ])
    const undone = (await ward.auditTrail()).find(({ event_type: type }) => type === 'patientMergeUndo')
    expect(undone).toMatchObject({
      detail: { answeredSince: [merged, opened, drafted].map(({ requestId }) => requestId).toSorted() },
    })
    expect(await mergesOf(admin, merged.patientId)).toMatchObject([{ undoneBy: 'Rosa Lind', undo: null }])
  })

  test('a user who types the answers has to check the identity again: it was checked against the record that was kept (PAT-4, PTN-6)', async () => {
    const ward = await openOrganisation()
    const [admin, ada] = [await ward.staff('Admin'), await ward.staff()]
    const [kept, { patientId, requestId }] = [await sendFormToPatient(ward), await sendFormToPatient(ward, { definition: moodForm })]
    await ward.query('update patients set nhs_number = null where id = $1', [patientId])
    await mergeInto(admin, kept.patientId, patientId)
    const address = `/api/forms/request/${requestId}/answering`
    const checked = {
      channel: 'phone',
      answeredBy: 'patient',
      carerName: '',
      carerRelationship: '',
      checked: ['name', 'dateOfBirth', 'nhsNumber'],
    }
    const session = (await ada.post(address, checked)).json<Answering>().session!.id
    const save = () => ada.put(address, { session, question: 'interest', answer: 'often', replaces: null })
    expect((await save()).statusCode).toBe(200)

    expect((await undo(admin, patientId)).statusCode).toBe(200)

    expect((await save()).json()).toMatchObject({ status: 409, code: 'identity_check_needed' })
  })

  test('a device that is open has to enter the date of birth again, unsent answers from before the merge stay and those saved since are deleted (PAT-4, PTN-2)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const kept = await sendFormToPatient(ward)
    const [before, since] = [
      await sendFormToPatient(ward, { definition: moodForm }),
      await sendFormToPatient(ward, { definition: moodForm }),
    ]
    await ward.query('update form_requests set patient_id = $1 where id = $2', [before.patientId, since.requestId])
    await ward.query('update patients set nhs_number = null where id = $1', [before.patientId])
    const phone = await openPhone()
    for (const { link } of [before, since]) await phone.fillIn(await phone.open(link), { interest: 'often' })
    const drafts = () =>
      ward.query('select request_id as id, answers, revision from answer_drafts where organisation_id = $1 order by revision', [ward.id])
    await mergeInto(admin, kept.patientId, before.patientId)
    const [unchanged, changed] = [await phone.open(before.link), await phone.open(since.link)]
    await phone.fillIn(changed, { down: 'always' })

    const hold = patientAddress(kept.patientId, '/legal-hold')
    const saved = await drafts()
    await admin.put(hold, { reason: 'Inquest' })
    expect((await undo(admin, before.patientId)).json()).toMatchObject({ status: 409, detail: expect.stringContaining('on legal hold') })
    expect(await drafts(), 'a hold keeps them').toEqual(saved)
    await admin.delete(hold)

    expect((await undo(admin, before.patientId)).statusCode).toBe(200)

    expect(await drafts()).toEqual([
      { id: before.requestId, answers: { interest: 'often' }, revision: 1 },
      { id: since.requestId, answers: {}, revision: 3 },
    ])
    expect((await phone.fillIn(unchanged, { down: 'always' })).address).toBe(before.link)
    expect((await phone.open(before.link)).address).toBe(`${before.link}/question/2`)
    expect((await phone.open(since.link)).address).toBe(`${since.link}/question/1`)
  })

  test('what keeps a patient from being contacted stays on both records, also what was recorded since (PAT-4, NOT-5)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged] = [await aPatient(ward, { mayBeContacted: false }), await aPatient(ward, { nhsNumber: null })]
    await ward.query(`update patients set opt_outs = '{"sms": {"at": "2026-01-02T10:00:00.000Z", "by": "text_reply"}}' where id = $1`, [
      merged.id,
    ])
    await mergeInto(admin, kept.id, merged.id)
    await admin.patch(patientAddress(kept.id), { optedOutMethods: ['sms', 'email'], deceased: true, dateOfDeath: '2026-02-01' })
    await admin.put(patientAddress(kept.id, '/legal-hold'), { reason: 'Inquest' })

    await undo(admin, merged.id)

    for (const id of [kept.id, merged.id])
      expect(await patientOf(admin, id)).toMatchObject({
        mayBeContacted: false,
        optedOutMethods: ['email', 'sms'],
        deceased: true,
        dateOfDeath: '2026-02-01',
        legalHold: { reason: 'Inquest' },
      })
  })

  test('of two legal holds the earlier beginning and both reasons hold, also after the undo, within the length of a reason (PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged] = [await aPatient(ward), await aPatient(ward, { nhsNumber: null })]
    const hold = (id: string, since: string, reason: string) =>
      ward.query('update patients set hold_since = $2, hold_reason = $3 where id = $1', [id, since, reason])
    await hold(kept.id, '2026-03-01T10:00:00Z', 'Inquest')
    await hold(merged.id, '2026-01-02T10:00:00Z', 'Complaint')
    const both = { legalHold: { since: '2026-01-02T10:00:00Z', reason: 'Complaint; Inquest' } }

    await mergeInto(admin, kept.id, merged.id)
    expect(await patientOf(admin, kept.id)).toMatchObject(both)
    await undo(admin, merged.id)
    for (const id of [kept.id, merged.id]) expect(await patientOf(admin, id)).toMatchObject(both)

    await hold(kept.id, '2026-03-01T10:00:00Z', 'A'.repeat(150))
    await hold(merged.id, '2026-01-02T10:00:00Z', 'B'.repeat(150))
    expect((await mergeInto(admin, kept.id, merged.id)).json()).toMatchObject({
      legalHold: { reason: `${'B'.repeat(150)}; ${'A'.repeat(48)}` },
    })
  })

  test('a form of a series sent during the merge stays with the kept record: its answer does not end the series and is not shown with it (PAT-4, REQ-10)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const kept = await aPatient(ward)
    const series = await aSeries(ward, {
      formId: (await aForm(ward)).id,
      whenOpen: 'wait',
      stopAnswer: { questionId: 'needed', values: ['no'] },
    })
    const { id, patientId } = await anEnrolment(ward, series, 0, { nhsNumber: null })
    const run = (days: number) => sendSeries(stepsOf(ward), noonIn(days))
    const shown = async () => (await admin.get(patientAddress(patientId, '/series'))).json().docs[0].occasions[0]
    await mergeInto(admin, kept.id, patientId)
    await run(1)
    await undo(admin, patientId)
    await ward.query(
      `insert into submissions (organisation_id, request_id, form_id, form_version, answers, channel, submitted_at)
       select organisation_id, id, form_id, form_version, '{"needed": "no"}', 'web', $2::timestamptz - interval '1 hour'
       from form_requests where patient_id = $1`,
      [kept.id, noonIn(2)],
    )
    await ward.query("update form_requests set status = 'completed', completed_at = now() where patient_id = $1", [kept.id])

    await run(2)
    expect(await occasionsOf(ward, id)).toEqual(['1 sent', '30 planned', '60 planned'])
    await run(30)
    expect(await occasionsOf(ward, id)).toEqual(['1 sent', '30 sent', '60 planned'])
    expect(await shown()).toMatchObject({ state: 'sent', request: null })
  })

  test('a form of a series sent during the merge is not closed by the next one of the other patient (PAT-4, REQ-10)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const kept = await aPatient(ward)
    const series = await aSeries(ward, { formId: (await aForm(ward)).id })
    const { patientId } = await anEnrolment(ward, series, 0, { nhsNumber: null })
    await mergeInto(admin, kept.id, patientId)
    await sendSeries(stepsOf(ward), noonIn(1))
    await undo(admin, patientId)

    await sendSeries(stepsOf(ward), noonIn(30))

    const statusesOf = (id: string) => ward.query('select status from form_requests where patient_id = $1', [id])
    expect([await statusesOf(kept.id), await statusesOf(patientId)]).toEqual([[{ status: 'unopened' }], [{ status: 'unopened' }]])
  })

  test('an NHS number that another patient got since does not go back, a record that was archived before is archived again, and other systems are told of both (PAT-3, PAT-4, INT-3)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [nhsNumber, corrected] = [nextNhsNumber(), nextNhsNumber()]
    const kept = await aPatient(ward, { nhsNumber: null })
    const merged = await aPatient(ward, { nhsNumber, archivedAt: '2026-01-02T10:00:00Z' })
    await ward.query(
      `insert into integration_clients (organisation_id, name, permissions, authentication, requests_per_minute, expires_on)
       values ($1, 'Warehouse', '{event:read}', 'secret', 60, current_date + 30)`,
      [ward.id],
    )
    await mergeInto(admin, kept.id, merged.id)
    await ward.query('update patients set nhs_number = $2 where id = $1', [kept.id, corrected])
    await aPatient(ward, { firstName: 'Ann', lastName: 'Lee', nhsNumber })

    expect((await undo(admin, merged.id)).json()).toMatchObject({ nhsNumber: null, archived: true, mergedIntoId: null })
    expect(await patientOf(admin, kept.id)).toMatchObject({ nhsNumber: corrected })
    const told = await ward.query(
      "select patient_id as id from integration_events where organisation_id = $1 and type = 'patient.updated'",
      [ward.id],
    )
    expect(told, 'of the merge and of the undo').toEqual([kept, merged, kept, merged].map(({ id }) => ({ id })))
  })

  test('after 30 days, or before a later merge of the kept record is undone, it is refused in words (PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [first, second, third, last] = [
      await aPatient(ward, { nhsNumber: null }),
      await aPatient(ward, { nhsNumber: null }),
      await aPatient(ward, { nhsNumber: null }),
      await aPatient(ward),
    ]
    const request = await aRequest(ward, { patientId: first.id })
    await mergeInto(admin, second.id, first.id)
    await mergeInto(admin, second.id, third.id)
    await mergeInto(admin, last.id, second.id)
    const later = { status: 409, detail: 'The record that was kept has been merged again since. Undo the later merge first.' }

    expect((await undo(admin, first.id)).json()).toMatchObject(later)
    expect((await undo(admin, third.id)).json()).toMatchObject(later)
    expect((await undo(admin, second.id)).statusCode).toBe(200)
    expect((await undo(admin, first.id)).json()).toMatchObject(later)
    expect((await undo(admin, third.id)).statusCode).toBe(200)
    await ward.query("update patient_merges set merged_at = merged_at - interval '31 days' where merged_id = $1", [first.id])
    const refused = { status: 409, detail: 'A merge can be undone for 30 days. These days are over.' }
    expect((await undo(admin, first.id)).json()).toMatchObject(refused)
    expect(await mergesOf(admin, first.id)).toMatchObject([{ undo: { refusal: refused.detail } }])
    await ward.query("update patient_merges set merged_at = now() - interval '29 days' where merged_id = $1", [first.id])
    expect((await undo(admin, first.id)).statusCode).toBe(200)
    expect(await ward.query('select patient_id as id from form_requests where id = $1', [request.id])).toEqual([{ id: first.id }])
  })

  test('a member who is limited to wards undoes no merge before a later one with a record that they do not see (PAT-4, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [admin, limited] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const [north, south] = (
      await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [ward.id])
    ).map(({ id }) => String(id))
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, limited.id, north])
    const [first, kept, elsewhere, last] = [
      await aPatient(ward, { nhsNumber: null, wardId: north! }),
      await aPatient(ward, { nhsNumber: null, wardId: north! }),
      await aPatient(ward, { nhsNumber: null, wardId: south! }),
      await aPatient(ward, { wardId: south! }),
    ]
    const request = await aRequest(ward, { patientId: first.id })
    await mergeInto(limited, kept.id, first.id)
    const later = { status: 409, detail: 'The record that was kept has been merged again since. Undo the later merge first.' }

    for (const [into, from] of [
      [last.id, kept.id],
      [kept.id, elsewhere.id],
    ] as const) {
      await mergeInto(admin, into, from)
      expect((await undo(limited, first.id)).json()).toMatchObject(later)
      expect(await mergesOf(limited, first.id)).toMatchObject([{ undo: { refusal: later.detail } }])
      expect((await undo(admin, from)).statusCode).toBe(200)
    }
    expect((await undo(limited, first.id)).statusCode).toBe(200)
    expect(await ward.query('select patient_id as id from form_requests where id = $1', [request.id])).toEqual([{ id: first.id }])
  })

  test('of two who undo the same merge, one does, and only an admin of the organisation may (PAT-4, SAFE-4, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [admin, user, stranger] = [await ward.staff('Admin'), await ward.staff('User'), await elsewhere.staff('Admin')]
    const [kept, merged] = [await aPatient(ward), await aPatient(ward, { nhsNumber: null })]
    await mergeInto(admin, kept.id, merged.id)
    for (const [member, status] of [
      [user, 401],
      [stranger, 404],
    ] as const) {
      expect((await undo(member, merged.id)).statusCode).toBe(status)
      expect((await member.get(patientAddress(merged.id, '/merges'))).statusCode).toBe(status)
    }
    const answers = await Promise.all([undo(admin, merged.id), undo(admin, merged.id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })
})
