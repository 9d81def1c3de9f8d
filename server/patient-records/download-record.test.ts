import readExcel from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'
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
})
