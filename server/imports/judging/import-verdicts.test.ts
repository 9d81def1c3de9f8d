import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck, type FileRow } from '#test/import-file.ts'
import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

async function verdictsOf(ward: TestOrganisation, rows: FileRow[]) {
  const ada = await ward.staff()
  await ward.startWorkers()
  const job = await uploadAndCheck<ImportJob>(ada, await importFile(rows))
  const { docs } = (await ada.get(`${imports}/${job.id}/rows?limit=100`)).json<{ docs: ImportRowVerdict[] }>()
  return {
    ada,
    job,
    docs,
    seen: docs.map(({ verdict, problems }) => [verdict, ...problems.map(({ column, code }) => `${column} ${code}`)]),
  }
}

describe('The result of each row', () => {
  test('every row has its result before anything is created, with every error in plain English (IMP-3)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)

    const { ada, job, docs } = await verdictsOf(ward, [
      goodRow(title),
      goodRow(title, { nhsNumber: '999 000 0000', phone: '020 7946 0000', method: 'SMS' }),
      {},
      goodRow('A form nobody has', { specialty: '999', dateOfBirth: '31/02/1961' }),
    ])

    expect(job).toMatchObject({ status: 'checked', totalRows: 3, newRows: 1, warningRows: 0, errorRows: 2, importedRows: 0 })
    expect(docs.map(({ rowNumber, verdict }) => [rowNumber, verdict])).toEqual([
      [2, 'new'],
      [3, 'error'],
      [5, 'error'],
    ])
    expect(docs[1]?.problems).toEqual([
      { column: 'nhsNumber', code: 'not_valid', message: 'Needs to be a valid NHS number.' },
      { column: 'phone', code: 'not_valid', message: 'Phone must be a valid UK mobile phone number.' },
    ])
    expect(docs[2]?.problems.map(({ column }) => column)).toEqual(['dateOfBirth', 'form', 'specialty'])
    expect(docs[2]?.cells).toMatchObject({ form: 'A form nobody has', specialty: '999', dateOfBirth: '31/02/1961' })
    const wrong = (await ada.get(`${imports}/${job.id}/rows?filters[verdict]=error&limit=1&page=2`)).json()
    expect(wrong).toMatchObject({ docs: [{ rowNumber: 5 }], page: 2, totalDocs: 2 })
    expect((await ada.get(`${imports}/${job.id}/rows?filters[verdict]=perhaps`)).statusCode).toBe(400)
    expect(await ward.query('select id from form_requests where organisation_id = $1', [ward.id])).toEqual([])
    expect(await ward.query('select piece from file_chunks where file_id = $1', [job.id])).toEqual([])
  })

  test('leading zeros, long numbers, dates and written dates survive the spreadsheet (IMP-4)', async () => {
    const ward = await openOrganisation()
    const { id } = await aForm(ward)

    const { docs, seen } = await verdictsOf(ward, [
      goodRow(id, { localPatientId: '00012345', dateOfBirth: new Date('1961-03-09T00:00:00Z'), nhsNumber: Number(nextNhsNumber()) }),
      goodRow(id, { dateOfBirth: '9/3/1961', phone: '+44 7700 900123' }),
      goodRow(id, { dateOfBirth: '1961-03-09', method: 'Email', phone: null }),
    ])

    expect(seen).toEqual([['new'], ['new'], ['new']])
    expect(docs[0]?.cells).toMatchObject({ localPatientId: '00012345' })
    const rows = await ward.query("select row ->> 'dateOfBirth' as born from import_rows where organisation_id = $1 order by row_number", [
      ward.id,
    ])
    expect(rows.map(({ born }) => born)).toEqual(['1961-03-09', '1961-03-09', '1961-03-09'])
  })

  test('a row that repeats another, or a form request that is open, is a warning that names the other (IMP-3)', async () => {
    const ward = await openOrganisation()
    const form = await aForm(ward)
    const patient = await aPatient(ward, { firstName: 'Amira', lastName: 'Khan' })
    await aRequest(ward, { patientId: patient.id, formId: form.id, pathwayId: 'P1', status: 'opened' })
    const known = { nhsNumber: patient.nhsNumber, lastName: 'Khan' }
    const twice = goodRow(form.title, { pathwayId: 'P9' })

    const { docs, seen } = await verdictsOf(ward, [
      goodRow(form.title, { ...known, pathwayId: 'P1' }),
      goodRow(form.title, { ...known, pathwayId: 'P2' }),
      twice,
      twice,
      { ...twice, pathwayId: 'P10' },
    ])

    expect(seen).toEqual([['warning', 'form already_open'], ['new'], ['new'], ['warning', 'nhsNumber repeated'], ['new']])
    expect(docs[3]?.problems[0]?.message).toBe('Row 4 already has the same patient, form and pathway.')
  })

  test('a row without a method gets that of the record, never one that the patient has opted out of, and a new record gets none (IMP-4, REQ-5)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const details = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09', phoneNumber: '+447700900123' }
    const [preferring, optedOut] = [
      await aPatient(ward, { ...details, emailAddress: 'amira.khan@example.com' }),
      await aPatient(ward, { ...details, emailAddress: 'amira.khan@example.com' }),
    ]
    await ward.query("update patients set preferred_method = 'email' where id = $1", [preferring.id])
    await ward.query(`update patients set opt_outs = '{"sms": {"at": "2026-01-01T00:00:00Z", "by": "user"}}' where id = $1`, [optedOut.id])
    const of = ({ nhsNumber }: { nhsNumber: string | null }) => goodRow(title, { nhsNumber, lastName: 'Khan', method: null })

    const { ada, job, seen } = await verdictsOf(ward, [of(preferring), of(optedOut), goodRow(title, { method: null })])

    expect(seen).toEqual([['new'], ['new'], ['new']])
    const rows = await ward.query("select row ->> 'method' as method from import_rows where job_id = $1 order by row_number", [job.id])
    expect(rows.map(({ method }) => method)).toEqual(['email', 'email', 'sms'])
    expect(job.planByMethod).toMatchObject({ email: 2, sms: 1 })
    await ada.post(`${imports}/${job.id}`)
    await untilStatus(ada, job.id, ['completed'])
    expect(
      await ward.query(
        'select n.method, p.preferred_method from notifications n join form_requests r on r.id = n.request_id join patients p on p.id = r.patient_id where r.organisation_id = $1 order by n.method, p.preferred_method',
        [ward.id],
      ),
    ).toEqual([
      { method: 'email', preferred_method: 'email' },
      { method: 'email', preferred_method: null },
      { method: 'sms', preferred_method: null },
    ])
  })

  test('a row without a method never gets one for which there is no contact detail, and no false warning (IMP-4, REQ-5)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const [withoutEmail, known] = [
      await aPatient(ward, { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09', emailAddress: null }),
      await aPatient(ward, { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09', phoneNumber: '+447700900999' }),
    ]
    await ward.query("update patients set preferred_method = 'email' where id = $1", [withoutEmail.id])
    const of = ({ nhsNumber }: { nhsNumber: string | null }, more: FileRow = {}) =>
      goodRow(title, { nhsNumber, lastName: 'Khan', method: null, email: null, ...more })

    const { job, seen } = await verdictsOf(ward, [of(withoutEmail), of(known, { phone: null, email: 'amira.khan@example.com' })])

    expect(seen).toEqual([['new'], ['new']])
    const rows = await ward.query("select row ->> 'method' as method from import_rows where job_id = $1 order by row_number", [job.id])
    expect(rows.map(({ method }) => method)).toEqual(['sms', 'sms'])
  })

  test('a row whose patient has other details on record says so, and nobody is merged silently (IMP-3, PAT-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const details = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09' }
    const [renamed, moved, archived, silent] = [
      await aPatient(ward, { ...details, lastName: 'Jones', dateOfBirth: '1961-03-08' }),
      await aPatient(ward, { ...details, phoneNumber: '+447700900999' }),
      await aPatient(ward, { ...details, archivedAt: '2026-01-01T00:00:00Z' }),
      await aPatient(ward, { ...details, mayBeContacted: false }),
    ]
    const of = ({ nhsNumber }: { nhsNumber: string | null }) => goodRow(title, { nhsNumber, firstName: 'Amira', lastName: 'Khan' })

    const { seen, docs } = await verdictsOf(ward, [of(renamed), of(moved), of(archived), of(silent)])

    expect(seen).toEqual([
      ['warning', 'lastName differs', 'dateOfBirth differs'],
      ['warning', 'phone differs'],
      ['error', 'nhsNumber archived'],
      ['error', 'nhsNumber not_to_be_contacted'],
    ])
    expect(docs[2]?.problems[0]?.message).toBe('This patient is archived.')
  })

  test('a row is refused for a patient who has died, and for one who opted out of its method (IMP-3, NOT-5)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const details = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09' }
    const [died, silent] = [await aPatient(ward, details), await aPatient(ward, details)]
    await ward.query('update patients set is_deceased = true where id = $1', [died.id])
    await ward.query(`update patients set opt_outs = '{"sms": {"at": "2026-01-01T00:00:00Z", "by": "user"}}' where id = $1`, [silent.id])
    const of = ({ nhsNumber }: { nhsNumber: string | null }, method: string) =>
      goodRow(title, { nhsNumber, firstName: 'Amira', lastName: 'Khan', method, email: 'amira@example.com' })

    const { seen, docs } = await verdictsOf(ward, [of(died, 'SMS'), of(silent, 'SMS'), of(silent, 'Email')])

    expect(seen.slice(0, 2)).toEqual([
      ['error', 'nhsNumber deceased'],
      ['error', 'method opted_out'],
    ])
    expect(seen[2]![0]).not.toBe('error')
    expect(docs.slice(0, 2).map(({ problems }) => problems[0]!.message)).toEqual([
      'This patient has died.',
      'This patient has asked not to get text messages.',
    ])
  })

  test('a person without an NHS number on record is matched by details, and two possible matches are left to a member to decide (IMP-3, PAT-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    await aPatient(ward, { firstName: 'Noor', lastName: 'Ali', dateOfBirth: '1970-01-01', nhsNumber: null })
    for (const _ of [1, 2]) await aPatient(ward, { firstName: 'Ben', lastName: 'Abara', dateOfBirth: '1971-01-01', nhsNumber: null })

    const { seen } = await verdictsOf(ward, [
      goodRow(title, { firstName: 'Noor', lastName: 'Ali', dateOfBirth: '1970-01-01' }),
      goodRow(title, { firstName: 'Ben', lastName: 'Abara', dateOfBirth: '1971-01-01' }),
    ])

    expect(seen).toEqual([
      ['warning', 'nhsNumber matched_by_details'],
      ['error', 'nhsNumber ambiguous_patient'],
    ])
  })

  test('rows are filtered by kind of problem and searched by words, page by page (IMP-3)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const bad = { nhsNumber: '999 000 0000' }
    const { ada, job } = await verdictsOf(ward, [
      ...Array.from({ length: 5 }, () => goodRow(title, bad)),
      goodRow(title, { lastName: 'O’Hara_100%', phone: '0123' }),
      goodRow(title, { nhsNumber: '999 000 0018' }),
    ])
    type Page = { docs: ImportRowVerdict[]; totalDocs: number; cursor: string }
    const find = async (query: string) => {
      const { docs, totalDocs, cursor } = (await ada.get(`${imports}/${job.id}/rows?${query}`)).json<Page>()
      return { docs: docs.map(({ rowNumber }) => rowNumber), totalDocs, cursor }
    }

    expect(job.problems).toEqual([
      { column: 'nhsNumber', code: 'not_valid', words: 'NHS number is not valid', rows: 5 },
      { column: 'phone', code: 'not_valid', words: 'Phone is not valid', rows: 1 },
    ])
    const kind = 'filters[problem]=nhsNumber%20not_valid'
    const first = await find(`${kind}&limit=2`)
    expect(first).toMatchObject({ docs: [2, 3], totalDocs: 5 })
    expect(await find(`${kind}&limit=2&page=2&cursor=${first.cursor}`)).toMatchObject({ docs: [4, 5], totalDocs: 5 })
    expect(await find(`${kind}&limit=2&page=3`)).toMatchObject({ docs: [6], totalDocs: 5 })
    expect(await find(`${kind}&sort=-rowNumber&limit=2`)).toMatchObject({ docs: [6, 5] })
    expect(await find('filters[text]=hara_100%25')).toMatchObject({ docs: [7], totalDocs: 1 })
    expect(await find('filters[text]=9990000018')).toMatchObject({ docs: [8] })
    expect(await find('filters[text]=nhsNumber')).toMatchObject({ docs: [], totalDocs: 0 })
    expect(await find('filters[verdict]=new&filters[text]=amira')).toMatchObject({ docs: [8], totalDocs: 1 })
  })
})
