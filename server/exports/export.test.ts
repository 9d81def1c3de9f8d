import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { ExportJob } from '#contract/exports.ts'
import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { readPart } from '#server/documents/spreadsheet/test-zip.ts'
import { readZipDirectory } from '#server/documents/spreadsheet/xlsx/zip-directory.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, answered, aRequest } from '#test/requests.ts'
import { sendMood } from '#test/scored-form.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { deleteExpiredFiles } from './export-jobs.sql.ts'
import { runExport } from './run-export.ts'
import { nameForSheet } from './sheets/sheet-names.ts'

const exports = '/api/forms/request/export'
const everywhere = '/api/forms/request/admin/export'
type Member = Awaited<ReturnType<TestOrganisation['staff']>>

const finished = (member: Pick<Member, 'get'>, id: string, address = exports) =>
  eventually(async () => {
    const job = (await member.get(`${address}?id=${id}`)).json<ExportJob>()
    return ['completed', 'failed'].includes(job.status) && job
  })

/** Generates, waits, and reads the file back with another library: tab by tab, rows without their header under the header's names. */
async function exported(member: Member, body: object, address = exports) {
  const { id } = (await member.post(address, body)).json<{ id: string }>()
  const job = await finished(member, id, address)
  const file = await (await nobody()).get(job.downloadUrl!)
  const tabs = await readExcelFile(file.rawPayload)
  const sheets = Object.fromEntries(
    tabs.map(({ sheet, data: [header = [], ...rows] }) => [
      sheet,
      rows.map((row) => Object.fromEntries(header.map((name, at) => [String(name), row[at]]))),
    ]),
  )
  return { id, job, file, sheets, text: JSON.stringify(tabs) }
}

/** One answered request of a patient with everything that says who they are, and one that was not answered. */
async function twoRequests(ward: TestOrganisation) {
  const form = await aForm(ward, 'Feelings: before/after')
  const patient = await aPatient(ward, { firstName: 'Samira', lastName: '=SUM(A1)', localPatientId: '00012345', dateOfBirth: '1961-03-09' })
  const seed = { patientId: patient.id, formId: form.id, pathwayId: 'RXX1', specialty: '320', location: 'Outpatients' }
  const request = await aRequest(ward, {
    ...seed,
    status: 'completed',
    completedAt: '2026-07-01T11:00:00Z',
    createdAt: '2026-06-30T11:00:00Z',
  })
  await answered(ward, request, { needed: 'yes', mood: 'Ring my wife on 07700 900123', since: '2026-05-04' })
  await aRequest(ward, { ...seed, status: 'unopened', specialty: '100' })
  return { form, patient, request }
}

/** Every part of the zip as it is packed, whatever a spreadsheet program would show of it. */
const everythingIn = (file: Buffer) =>
  readZipDirectory(file, 2_000)
    .map(({ name }) => `${name}\n${readPart(file, name)}`)
    .join('\n')

/** Whatever says who a patient of this organisation is, or what they said, and stands in a text; the days of dates as a sheet counts them, too. */
async function personalValuesIn(text: string, ward: TestOrganisation) {
  const values = await ward.query(
    `select distinct value from (
       select to_jsonb(p) - array['organisation_id', 'created_at', 'updated_at', 'preferred_method', 'admission_status', 'sex', 'locale'] as row
       from patients p where organisation_id = $1
       union all select answers from submissions where organisation_id = $1
       union all select jsonb_build_object('pathway', pathway_id) from form_requests where organisation_id = $1
       union all select jsonb_build_object('serial', (date_of_birth - date '1899-12-30')::text) from patients where organisation_id = $1) rows,
     lateral jsonb_each_text(row) where length(value) > 3 and value not in ('true', 'false')`,
    [ward.id],
  )
  return values.map(({ value }) => String(value)).filter((value) => text.includes(value))
}

describe('POST /request/export', () => {
  test('as CSV the file has the columns of the sheet of form requests, and every patient exported is in the audit log (EXP-1, EXP-2)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('Admin')
    await ward.startWorkers()
    const { patient, request } = await twoRequests(ward)
    const csvOf = async (member: Pick<Member, 'get' | 'post'>, body: object, address = exports) => {
      const { id } = (await member.post(address, body)).json<{ id: string }>()
      const job = await finished(member, id, address)
      const file = await (await nobody()).get(job.downloadUrl!)
      return { job, file, lines: file.rawPayload.toString().split('\r\n') }
    }

    const full = await csvOf(clerk, { format: 'csv', hasPersonalData: true, reason: 'For the clinic' })
    expect(full.job.fileName).toMatch(/^form-requests-\d{8}-\d{6}\.csv$/)
    expect(full.file.headers['content-type']).toBe('text/csv')
    expect(full.file.headers['content-disposition']).toContain(full.job.fileName)
    expect(full.lines).toHaveLength(4)
    expect(full.lines[1]).toContain(`${request.id},${patient.nhsNumber},00012345,Samira,'=SUM(A1),1961-03-09,`)
    expect(full.lines[1]).toContain(',2026-06-30 12:00,')
    expect((await ward.auditTrail()).some(({ event_type }) => event_type === 'patientsExported')).toBe(true)

    const sheets = (await exported(clerk, {})).sheets
    const plain = await csvOf(clerk, { format: 'csv' })
    expect(plain.job.fileName).toContain('-without-personal-data.csv')
    expect(plain.lines[0]).toBe(`\uFEFF${Object.keys(sheets['Form requests']![0]!).join(',')}`)
    expect(await personalValuesIn(plain.file.rawPayload.toString(), ward)).toEqual([])

    const everywhereFile = await csvOf(
      await systemAdministrator(),
      { format: 'csv', filters: { createdFrom: '2026-06-30', createdTo: '2026-06-30' } },
      everywhere,
    )
    expect(everywhereFile.lines[0]).toMatch(/^\uFEFFOrganisation,ODS code,Request ID,/)
    expect(everywhereFile.lines.filter((line) => line.includes(request.id))).toHaveLength(1)
    expect(everywhereFile.lines.at(-2), 'the sheet about the file is left out').not.toContain('Left out')
  })

  test('the file has the form requests that match a filter on answers and on the wait, with the day only beside other personal data (EXP-2, PTN-5, REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('Admin')
    await ward.startWorkers()
    const today = dateOf(new Date())
    const since = (days: number) => addDays(today, -days)
    const ids: string[] = []
    for (const [harm, days] of [
      ['always', 200],
      ['always', 100],
      ['never', 200],
      ['always', undefined],
    ] as const) {
      const { requestId } = await sendMood(ward, { interest: 'never', harm })
      await ward.query('update form_requests set waiting_since = $2 where id = $1', [requestId, days === undefined ? null : since(days)])
      ids.push(requestId)
    }
    const filters = { answer: ['harm:always'], waited: '26' }
    const full = await exported(clerk, { filters, hasPersonalData: true, reason: 'Waiting list check' })
    expect(full.sheets['Form requests']).toMatchObject([
      { 'Request ID': ids[0], 'Waiting since': new Date(`${since(200)}T00:00:00Z`), 'Weeks waited when created': 28 },
    ])
    const answersTab = Object.entries(full.sheets).find(([, rows]) => rows.some((row) => 'Mood (score)' in row))
    expect(answersTab?.[1].map((row) => row['Request ID'])).toEqual([ids[0]])
    expect(full.job).toMatchObject({ status: 'completed', totalRows: 1 })

    const plain = await exported(clerk, { filters: { waited: '12' } })
    expect(
      plain.sheets['Form requests']!.map((row) => [row['Request ID'], row['Waiting since'], row['Weeks waited when created']]),
    ).toEqual([
      [ids[0], undefined, 28],
      [ids[1], undefined, 14],
      [ids[2], undefined, 28],
    ])
    expect((await clerk.post(exports, { filters: { waited: '13' } })).statusCode).toBe(400)
  })

  test('with personal data the file has the patient and the answers, with the right types and safe to open (EXP-1, EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const { patient, request } = await twoRequests(ward)
    await ward.startWorkers()

    const { job, file, sheets } = await exported(ada, { hasPersonalData: true, reason: 'Audit of July' })

    expect(job).toMatchObject({ status: 'completed', totalRows: 2, doneRows: 2, hasPersonalData: true, failure: '' })
    expect(job.fileName).toMatch(/^form-requests-\d{8}-\d{6}\.xlsx$/)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${job.fileName}"`)
    expect(sheets['Form requests']?.[0]).toMatchObject({
      'Request ID': request.id,
      'NHS number': patient.nhsNumber,
      'Local patient ID': '00012345',
      'Last name': '=SUM(A1)',
      'Date of birth': new Date('1961-03-09T00:00:00Z'),
      Phone: '+447700900123',
      'Specialty code': '320',
      Specialty: 'Cardiology',
      'Pathway ID': 'RXX1',
      Status: 'Completed',
      Created: new Date('2026-06-30T12:00:00Z'), // London's clock in summer
      'Form version': 1,
    })
    expect(sheets['Feelings before after v1']).toEqual([
      {
        'Request ID': request.id,
        'NHS number': patient.nhsNumber,
        'First name': 'Samira',
        'Last name': '=SUM(A1)',
        Submitted: expect.any(Date),
        'Do you still need your operation?': 'Yes',
        'How do you feel?': 'Ring my wife on 07700 900123',
        'Since when?': new Date('2026-05-04T00:00:00Z'),
      },
    ])
    const audited = (await ward.auditTrail()).filter(({ event_type }) => /Export|export/.test(event_type))
    expect(audited[0]).toMatchObject({
      event_type: 'formRequestExported',
      actor_id: ada.id,
      detail: { hasPersonalData: true, reason: 'Audit of July' },
    })
    expect(audited.at(-1)).toMatchObject({ event_type: 'exportDownloaded', actor_id: ada.id, subject_id: job.id })
    const access = (await (await ward.staff('Admin')).get(`/api/patients/patient/${patient.id}/audit?memberId=${ada.id}`)).json()
    expect(access.docs, 'AUD-4 whose data was taken out is in their access log').toMatchObject([{ eventType: 'patientsExported' }])
  })

  test('without personal data, which is the default, the file identifies nobody (EXP-1, EXP-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User', { firstName: 'Joan', lastName: 'Clarke' })
    const { patient, request } = await twoRequests(ward)
    await ward.query('update form_requests set assignee_id = $2 where id = $1', [request.id, ada.id])
    await ward.startWorkers()

    const { job, sheets, text } = await exported(ada, {})

    expect(job.fileName).toMatch(/^form-requests-\d{8}-\d{6}-without-personal-data\.xlsx$/)
    for (const secret of [patient.nhsNumber!, '00012345', 'Samira', 'SUM', '1961', '7700', 'example.com', 'RXX1', 'Ring my wife', 'Clarke'])
      expect(text, secret).not.toContain(secret)
    expect(sheets['Form requests']?.[0]).toMatchObject({ 'Request ID': request.id, 'Age group': '60 to 69', Location: 'Outpatients' })
    expect(sheets['Feelings before after v1']?.[0]).toMatchObject({ 'Do you still need your operation?': 'Yes' })
    expect(text).toContain('All free text answers, and answers to questions marked as identifying.')
  })

  test('the outcome is in every file, and the notes are text in one cell of a file with personal data only (REQ-7, EXP-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const { request } = await twoRequests(ward)
    await ward.query('insert into outcomes (organisation_id, name, position) values ($1, \'=HYPERLINK("x")\', 1)', [ward.id])
    const [outcome] = await ward.query('select id from outcomes where organisation_id = $1', [ward.id])
    await ada.patch(`/api/forms/request/${request.id}/close`, { outcomeId: outcome!['id'], note: '=1+1 cmd|calc' })
    const wrong = (await ada.get(`/api/forms/request/${request.id}`)).json<{ notes: { id: string }[] }>().notes[0]!
    await ada.post(`/api/forms/request/${request.id}/notes`, { text: 'Right one', correctsId: wrong.id })
    await ward.startWorkers()

    const [whole, without] = [await exported(ada, { hasPersonalData: true, reason: 'Audit of July' }), await exported(ada, {})]

    expect(whole.sheets['Form requests']?.[0]).toMatchObject({
      Outcome: '=HYPERLINK("x")',
      Notes: expect.stringMatching(
        /^\d\d-\w{3}-\d{4} \d\d:\d\d, Ada Byron:\nRight one\n\n.*, Ada Byron \(corrected by a later note\):\n=1\+1 cmd\|calc$/,
      ),
    })
    expect(everythingIn(whole.file.rawPayload), 'no cell is a formula').not.toContain('<f>')
    expect(without.sheets['Form requests']?.[0]).toMatchObject({ Outcome: '=HYPERLINK("x")' })
    expect(without.sheets['Form requests']?.[0]).not.toHaveProperty('Notes')
    for (const secret of ['Right one', 'cmd|calc']) expect(everythingIn(without.file.rawPayload)).not.toContain(secret)
  })

  test('notes that do not fit in a cell are counted there, and the newest are whole (REQ-7, EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const request = await aRequest(ward)
    for (let n = 1; n <= 10; n++) await ada.post(`/api/forms/request/${request.id}/notes`, { text: `Note ${n} ${'x'.repeat(3_900)}` })
    await ward.startWorkers()

    const { sheets } = await exported(ada, { hasPersonalData: true, reason: 'Audit of July' })

    const cell = String(sheets['Form requests']?.[0]?.['Notes'])
    expect(cell).toMatch(/^\d\d-\w{3}-\d{4} \d\d:\d\d, Ada Byron:\nNote 10 x{3900}\n/)
    expect(cell).toMatch(/\nNote 3 x{3900}\n\n2 older notes do not fit in this cell\.$/)
  })

  test('scores are numbers next to their bands, with the red flags that were raised (FORM-7, EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const [urgent, half] = [await sendMood(ward), await sendMood(ward, { interest: 'always', harm: 'never' })]
    await ward.startWorkers()

    const { sheets } = await exported(ada, {})

    const rowOf = ({ requestId }: { requestId: string }) =>
      [sheets['How are you v1'], sheets['How are you v1 2']].flatMap((rows) => rows ?? []).find((row) => row['Request ID'] === requestId)
    expect(rowOf(urgent)).toMatchObject({
      'Thoughts of hurting yourself?': 'Every day',
      'Mood (score)': 7.5,
      'Mood (band)': 'Severe',
      'Red flags': 'Thoughts of self-harm; Severe mood',
    })
    expect(rowOf(half)).toMatchObject({ 'Mood (score)': null, 'Mood (band)': null, 'Red flags': null })
  })

  test('numbers are numbers, dates are dates, and empty or unasked answers are blank; headings have no column (EXP-2, FORM-6)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const yes = { match: 'all' as const, rules: [{ question: 'smokes', operator: 'equals' as const, value: 'yes' }] }
    const form = await aForm(ward, 'Every type', {
      questions: [
        { id: 'part', type: 'section', title: 'About you', required: false },
        { id: 'weight', type: 'number', title: 'Weight', unit: 'kg', decimals: 1, required: true },
        { id: 'pain', type: 'scale', title: 'Pain', required: true },
        { id: 'since', type: 'date', title: 'Since when?', required: true },
        { id: 'smokes', type: 'yes_no', title: 'Do you smoke?', required: true },
        { id: 'many', type: 'number', title: 'How many a day?', required: true, showIf: yes },
        { id: 'read', type: 'information', title: 'Good to know', body: 'Words.', required: false },
        { id: 'height', type: 'number', title: 'Height', unit: 'cm', required: false },
      ],
    })
    const request = await aRequest(ward, { formId: form.id, status: 'completed', completedAt: '2026-07-01T11:00:00Z' })
    await answered(ward, request, { weight: '72.5', pain: '10', since: '2026-05-04', smokes: 'no', height: '' })
    await ward.startWorkers()

    const { sheets } = await exported(ada, { hasPersonalData: true, reason: 'Audit of July' })

    const {
      'Request ID': _id,
      'NHS number': _number,
      'First name': _first,
      'Last name': _last,
      Submitted: _at,
      ...row
    } = sheets['Every type v1']![0]!
    expect(row).toEqual({
      'Weight (kg)': 72.5,
      Pain: 10,
      'Since when?': new Date('2026-05-04T00:00:00Z'),
      'Do you smoke?': 'No',
      'How many a day?': null,
      'Height (cm)': null,
    })
  })

  test('two questions with the same title have their own columns, and a sheet says which question is which (EXP-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const side = (id: string, title: string) => ({ id, type: 'yes_no' as const, title, required: false })
    const options = [
      { value: 'l', label: 'Left' },
      { value: 'r', label: 'Right' },
    ]
    const questions = [
      side('a', 'Pain?'),
      side('b', 'pain? '),
      side('c', 'Submitted'),
      { id: 'd', type: 'dropdown' as const, title: 'Side', required: true, options },
      { id: 'e', type: 'date' as const, title: 'Born', required: true, identifying: true },
    ]
    const form = await aForm(ward, 'Twice', { questions })
    const request = await aRequest(ward, { formId: form.id, status: 'completed', completedAt: '2026-07-01T11:00:00Z' })
    await answered(ward, request, { a: 'yes', b: 'no', c: 'yes', d: 'r', e: '1961-03-09' })
    await ward.startWorkers()

    const { sheets, text } = await exported(ada, {})

    expect(sheets['Twice v1']).toEqual([
      { 'Request ID': request.id, Submitted: expect.any(Date), 'Pain?': 'Yes', 'pain? (2)': 'No', 'Submitted (2)': 'Yes', Side: 'Right' },
    ])
    expect(Object.keys(sheets)).toEqual(['Form requests', 'About this file', 'Questions', 'Twice v1'])
    expect(sheets['Questions']?.map(({ Column, Question, Type, Options }) => [Column, Question, Type, Options])).toEqual([
      ['Pain?', 'Pain?', 'Yes or no', null],
      ['pain? (2)', 'pain?', 'Yes or no', null],
      ['Submitted (2)', 'Submitted', 'Yes or no', null],
      ['Side', 'Side', 'Dropdown', 'Left; Right'],
      ['Left out', 'Born', 'Date', null],
    ])
    expect(text).not.toContain('1961')
  })

  test('the current filter decides what is exported, and "me" is the member who exports (EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const { request } = await twoRequests(ward)
    await ward.query('update form_requests set assignee_id = $2 where id = $1', [request.id, ada.id])
    await ward.startWorkers()

    expect((await exported(ada, { filters: { specialty: ['100'] } })).sheets).not.toHaveProperty('Feelings before after v1')
    expect((await exported(ada, { filters: { assignee: ['me'] } })).sheets['Form requests']).toHaveLength(1)
    const searched = await exported(ada, { filters: { search: 'Samira' } })
    expect(searched.sheets['Form requests']).toHaveLength(2)
    expect(searched.text).not.toContain('Samira')
    expect(JSON.stringify(await ward.auditTrail())).not.toContain('Samira')
  })

  test('an export has no patient whom the member may not see (EXP-2, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const ada = await ward.staff('User')
    const wards = await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [ward.id])
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
      ward.id,
      ada.id,
      wards[0]?.['id'],
    ])
    for (const one of wards) await aRequest(ward, { patientId: (await aPatient(ward, { wardId: String(one['id']) })).id })
    await ward.startWorkers()

    expect((await exported(ada, {})).sheets['Form requests']).toHaveLength(1)
  })

  test('the export across organisations has no personal data and no answers (EXP-1)', async () => {
    const [one, other] = [await openOrganisation(), await openOrganisation()]
    const admin = await systemAdministrator()
    const { patient } = await twoRequests(one)
    await twoRequests(other)
    await one.startWorkers()

    const { sheets, text, job, file } = await exported(admin, { filters: { status: ['completed'] } }, everywhere)

    expect(job).toMatchObject({ hasPersonalData: false, fileName: expect.stringContaining('without-personal-data') })
    expect(Object.keys(sheets)).toEqual(['Form requests', 'About this file'])
    const names = sheets['Form requests']?.map((row) => row['Organisation'])
    expect(new Set(names).size).toBeGreaterThanOrEqual(2)
    expect(text).not.toContain(patient.nhsNumber)
    for (const ward of [one, other])
      expect(await personalValuesIn(everythingIn(file.rawPayload), ward), 'in any part of the file, seen or not').toEqual([])
    expect(await personalValuesIn(JSON.stringify(patient), one), 'they would be found').not.toEqual([])
    expect((await admin.post(everywhere, { filters: { search: 'Samira' } })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'filters.search' }],
    })
    expect((await admin.get(everywhere)).json().totalDocs).toBeGreaterThanOrEqual(1)
    expect((await (await one.staff()).post(everywhere, {})).statusCode).toBe(401)
    expect((await (await one.staff()).get(everywhere)).statusCode).toBe(401)
  })

  test('an export can be downloaded only by the member who made it, while its link is recent and unchanged (EXP-1)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [ada, colleague, stranger, admin] = [await ward.staff(), await ward.staff(), await elsewhere.staff(), await systemAdministrator()]
    await ward.startWorkers()
    const { id, job } = await exported(ada, {})

    for (const other of [colleague, stranger]) expect((await other.get(`${exports}?id=${id}`)).statusCode).toBe(404)
    for (const call of [admin, await nobody()]) {
      expect((await call.get(exports)).statusCode).toBe(401)
      expect((await call.post(exports, {})).statusCode).toBe(401)
      expect((await call.get(`${exports}?id=${id}`)).statusCode).toBe(401)
    }
    expect((await ada.get(exports)).json()).toMatchObject({ docs: [{ id, downloadUrl: expect.any(String) }], totalDocs: 1 })
    expect((await colleague.get(exports)).json()).toMatchObject({ docs: [], totalDocs: 0 })
    const visitor = await nobody()
    expect((await visitor.get(`${exports}/${id}/download`)).statusCode).toBe(404)
    expect((await ada.get(`${exports}/${id}/download`)).statusCode).toBe(404)
    expect((await visitor.get(job.downloadUrl!.replace(ada.id, colleague.id))).statusCode).toBe(404)
    expect((await ada.post(exports, { hasPersonalData: true })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'reason', message: 'Reason is required.' }],
    })
    expect((await ada.post(exports, { filters: { status: ['perhaps'] } })).statusCode).toBe(400)
    await ward.query('update members set is_active = false where id = $1', [ada.id])
    expect((await visitor.get(job.downloadUrl!)).statusCode).toBe(404)
  })

  test('an expired export has no file and no download address (EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await ward.startWorkers()
    const { id, job } = await exported(ada, {})
    await ward.query("update export_jobs set expires_at = now() - interval '1 minute' where id = $1", [id])

    expect((await ada.get(`${exports}?id=${id}`)).json()).toMatchObject({ status: 'completed', downloadUrl: null })
    expect((await (await nobody()).get(job.downloadUrl!)).statusCode).toBe(404)
    expect(await stepsOf(ward).step(deleteExpiredFiles)).toBe(true)
    expect(await stepsOf(ward).step(deleteExpiredFiles)).toBe(false)
    expect(await ward.query('select piece from file_chunks where file_id = $1', [id])).toEqual([])
  })

  test('the filters, which may name a patient, are kept until the file is ready, and until it expires if it never is (EXP-2, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await ward.startWorkers()
    const search = { search: 'Xanthippe' }
    const [{ id: waiting } = {}] = await ward.query(
      "insert into export_jobs (organisation_id, file_name, created_by, filters, expires_at) values ($1, 'x.xlsx', $2, $3, now() + interval '1 hour') returning id",
      [ward.id, ada.id, search],
    )
    const filtersOf = async (id: unknown) => (await ward.query('select filters from export_jobs where id = $1', [id]))[0]?.['filters']

    const { id } = await exported(ada, { filters: search })

    expect([await filtersOf(id), await filtersOf(waiting)]).toEqual([{}, search])
    await ward.query("update export_jobs set expires_at = now() - interval '1 minute' where id = $1", [waiting])
    expect(await stepsOf(ward).step(deleteExpiredFiles)).toBe(true)
    expect(await filtersOf(waiting)).toEqual({})
  })

  test('a member who loses the permission before the file is made gets no file, and nothing of the export is kept (EXP-1, ROLE-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await twoRequests(ward)
    const [{ id } = {}] = await ward.query(
      "insert into export_jobs (organisation_id, file_name, created_by) values ($1, 'x.xlsx', $2) returning id",
      [ward.id, ada.id],
    )
    await ward.query("update members set role = 'Forms SysAdmin' where id = $1", [ada.id])

    expect(await runExport(stepsOf(ward), { exportId: String(id) }, { pagesKept: 1 })).toBe(true)

    expect(await ward.query('select status, failure from export_jobs where id = $1', [id])).toEqual([
      { status: 'failed', failure: 'The user who started this export no longer has permission to export.' },
    ])
    expect(await ward.query('select piece from file_chunks where organisation_id = $1', [ward.id])).toEqual([])
  })

  test.each([
    ['Waiting list check', 'Waiting list check v3'],
    ['Pre-operative assessment', 'Pre-operative assessment v3'],
    ['Pre-operative assessments', 'Pre-operative… v3'],
    ['Knee and hip replacement, outcomes after a year', 'Knee and hip… v3'],
    ['Fragebogen zur Lebensqualität bei Asthma', 'Fragebogen zur… v3'],
    ['Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahrtsg… v3'],
    ["'A: b/c?'", 'A b c v3'],
    ['😀'.repeat(20), `${'😀'.repeat(11)}… v3`],
  ])('the sheet of a form called %s is called %s: it is cut between words if there are two (EXP-3)', (title, name) => {
    expect(nameForSheet(title, 3, [])).toBe(name)
    expect(nameForSheet(title, 3, [name.toUpperCase()])).toMatch(/ v3 2$/)
    expect(nameForSheet(title, 3, [name]).length).toBeLessThanOrEqual(27)
  })
})
