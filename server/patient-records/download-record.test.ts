import readExcel from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import { mergeInto, patientAddress } from '#test/merging.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { sendMood } from '#test/scored-form.ts'
import { aSeries, inDays } from '#test/series.ts'

describe('GET /patient/:id/record', () => {
  test('the file has everything held about the patient, nothing of another, and the audit log has the download (OPS-6, AUD-1)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Forms OrgAdmin', { firstName: 'Ada', lastName: 'Byron' })
    const { patientId, requestId } = await sendMood(ward)
    await sendMood(ward, { interest: 'better', harm: 'never' })
    await aPatient(ward, { lastName: 'Somebody-Else' })
    await admin.post(`/api/forms/request/${requestId}/notes`, { text: '=1+1 is no formula' })
    const series = await aSeries(ward)
    await series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId, startsOn: inDays(0) }] })
    await admin.put(`/api/patients/patient/${patientId}/legal-hold`, { reason: 'Claim 14' })

    const file = await admin.get(`/api/patients/patient/${patientId}/record`)

    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="patient-record-\d{4}-\d\d-\d\d.xlsx"$/)
    const sheets = await readExcel(file.rawPayload)
    const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)!.data.slice(1)
    expect(sheets.map(({ sheet }) => sheet)).toEqual([
      'About this file',
      'Details',
      'Form requests',
      'Answers',
      'Scores and red flags',
      'Messages',
      'Notes',
      'Waiting list',
      'Removals from the list',
      'Series',
      'Who has seen it',
    ])
    expect(Object.fromEntries(rowsOf('Details').map(([label, value]) => [label, value]))).toMatchObject({
      'First name': 'Samira',
      'Last name': 'Okafor',
      'Legal hold': expect.stringMatching(/^Claim 14, since /),
    })
    expect(rowsOf('Form requests').map((row) => row.slice(0, 2))).toEqual([['How are you?', 'Completed']])
    expect(rowsOf('Answers').map((row) => [row[2], row[3], row[4]])).toEqual([
      ['Online, Patient', 'Little interest in doing things?', 'Several days'],
      ['Online, Patient', 'Feeling down?', 'Every day'],
      ['Online, Patient', 'Thoughts of hurting yourself?', 'Every day'],
    ])
    expect(rowsOf('Scores and red flags').map((row) => row.slice(2))).toEqual([
      ['Score', 'Mood', 7.5, 'Severe'],
      ['Red flag', 'Thoughts of self-harm', null, null],
      ['Red flag', 'Severe mood', null, null],
    ])
    expect(rowsOf('Messages').length).toBeGreaterThan(0)
    expect(rowsOf('Notes').map((row) => row.slice(2, 4))).toEqual([['Ada Byron', '=1+1 is no formula']])
    expect(rowsOf('Series').map((row) => row[0])).toEqual([series.name])
    expect(rowsOf('Who has seen it').map((row) => row[2])).toContainEqual(expect.stringMatching(/^Put the record of patient Samira Okafor/))
    expect(JSON.stringify(sheets)).not.toMatch(/Somebody-Else|Better than ever/)
    expect((await ward.auditTrail()).at(-1)).toMatchObject({
      event_type: 'patientRecordExported',
      actor_id: admin.id,
      patient_id: patientId,
    })
  })

  test('has the form requests with their pathway, event, start of the wait and method (OPS-6, REQ-1)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { patientId } = await aRequest(ward, { pathwayId: 'PW-7', event: 'Hip list', waitingSince: '2026-03-01', method: 'email' })

    const sheets = await readExcel((await admin.get(patientAddress(patientId, '/record'))).rawPayload)

    const [headers, row] = sheets.find(({ sheet }) => sheet === 'Form requests')!.data
    expect(Object.fromEntries(headers!.map((header, nth) => [header, row![nth]]))).toMatchObject({
      'Pathway ID': 'PW-7',
      Event: 'Hip list',
      'Waiting since': new Date('2026-03-01T00:00:00Z'),
      'Sent by': 'Email',
    })
  })

  test('has the details of all merged records and who saw them, also after a second merge, and the audit log names the records (OPS-6, PAT-4, AUD-4)', async () => {
    const ward = await openOrganisation()
    const [admin, reader] = [await ward.staff('Admin'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const [kept, merged, earlier] = [
      await aPatient(ward),
      await aPatient(ward, { nhsNumber: null, localPatientId: 'B-2' }),
      await aPatient(ward, { nhsNumber: null, localPatientId: 'C-3' }),
    ]
    for (const { id } of [merged, earlier]) await reader.get(`/api/patients/patient?id=${id}`)
    await reader.get('/api/patients/patient?filters[search]=Hopper') // one event about the three records
    await mergeInto(admin, merged.id, earlier.id)
    await mergeInto(admin, kept.id, merged.id)

    const sheets = await readExcel((await admin.get(patientAddress(kept.id, '/record'))).rawPayload)

    const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)!.data.slice(1)
    expect(rowsOf('Merged records').map((row) => row[4])).toEqual(['C-3', 'B-2'])
    expect(rowsOf('Who has seen it').filter((row) => row[1] === 'Marie Curie')).toHaveLength(3)
    const page = await admin.get(`${patientAddress(kept.id, '/audit')}?memberId=${reader.id}`)
    expect(page.json()).toMatchObject({ totalDocs: 3, docs: { length: 3 } })
    const [recorded] = await ward.query(
      "select patient_id, patient_ids from audit_events where organisation_id = $1 and event_type = 'patientRecordExported'",
      [ward.id],
    )
    expect(recorded).toEqual({ patient_id: kept.id, patient_ids: expect.arrayContaining([merged.id, earlier.id]) })
  })

  test('with a merged record of a ward that the member does not see: refused, and the access log leaves its events out (OPS-6, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [admin, limited] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const [north, south] = (
      await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [ward.id])
    ).map(({ id }) => String(id))
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, limited.id, north])
    const [kept, unseen] = [await aPatient(ward, { wardId: north! }), await aPatient(ward, { nhsNumber: null, wardId: south! })]
    for (const { id } of [kept, unseen]) await admin.get(`/api/patients/patient?id=${id}`)
    await mergeInto(admin, kept.id, unseen.id)
    const reads = async (reader: typeof admin) =>
      (await reader.get(`${patientAddress(kept.id, '/audit')}?eventType=patientRead`)).json<{ totalDocs: number }>().totalDocs

    expect((await limited.get(patientAddress(kept.id, '/record'))).json()).toMatchObject({
      status: 409,
      detail:
        'A record of a ward that you cannot see was merged into this record. Ask an admin who can see all wards to download the record.',
    })
    expect((await admin.get(patientAddress(kept.id, '/record'))).statusCode).toBe(200)
    expect([await reads(admin), await reads(limited)]).toEqual([2, 1])
  })
})
