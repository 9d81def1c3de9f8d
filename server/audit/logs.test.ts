import readExcel from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import { openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'

const logOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/logs`
const accessLogOf = ({ id }: { id: string }) => `/api/patients/patient/${id}/audit`
type Told = { eventType: string; description: string; by: { name: string } }
const told = (response: { json: () => { docs: Told[] } }) => response.json().docs.map(({ eventType, by }) => `${by.name}: ${eventType}`)

/** As many events as nobody would click together. */
const manyEvents = (ward: TestOrganisation, actor: { id: string }, count: number) =>
  ward.query(
    `insert into audit_events (organisation_id, event_type, actor_kind, actor_id)
     select $1, 'formRead', 'member', $2 from generate_series(1, $3)`,
    [ward.id, actor.id, count],
  )

describe('who looked at a patient (AUD-4)', () => {
  test('everybody who opened or changed the record, or saw it in a list, a search or a request is named, and nobody else', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const marie = await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })
    const grace = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper', nhsNumber: '9990000018' })
    const other = await aPatient(ward, { firstName: 'Emmy', lastName: 'Noether', nhsNumber: '9990000026' })
    const request = await aRequest(ward, { patientId: grace.id })
    await marie.get('/api/patients/patient?filters[search]=Hopper')
    await marie.get('/api/patients/patient?filters[search]=Noether')
    await marie.get(`/api/patients/patient?id=${other.id}`)
    await marie.get('/api/patients/patient?nhsNumber=9990000018')
    await marie.get('/api/forms/request?page=1')
    await marie.get(`/api/forms/request/${request.id}`)
    await marie.patch(`/api/patients/patient/${grace.id}`, { locale: 'cy' })

    const log = await ada.get(accessLogOf(grace))

    expect(told(log)).toEqual([
      'Marie Curie: patientLocaleUpdated',
      'Marie Curie: formRequestRead',
      'Marie Curie: formRequestList',
      'Marie Curie: patientRead',
      'Marie Curie: patientList',
    ])
    expect(log.json()).toMatchObject({ totalDocs: 5, isCountCapped: false })
    expect(log.json().docs[0].description).toBe('Changed the language of patient Grace Hopper (NHS number 999 000 0018) to cy')
    // Reading the log is looking, too.
    expect(told(await ada.get(`${accessLogOf(grace)}?memberId=${ada.id}`))).toEqual(['Ada Byron: patientLogsRead'])
    await ada.get(`/api/tenants/tenant/members/logs/${marie.id}`)
    expect(told(await ada.get(`${accessLogOf(grace)}?eventType=tenantMemberLogsRead`))).toEqual(['Ada Byron: tenantMemberLogsRead'])
  })

  test('figures about one patient are a look at the patient, whatever they answer (AUD-4)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const grace = await aPatient(ward)
    for (const path of ['groupings', 'bulk/preview'])
      expect((await marie.get(`/api/forms/request/${path}?filters[patientId]=${grace.id}`)).statusCode).toBe(200)

    expect(told(await ada.get(accessLogOf(grace)))).toEqual(['Marie Curie: formRequestBulkRead', 'Marie Curie: formRequestsCounted'])
  })

  test('a patient who is not visible to the member has no log: not of another ward, not of another organisation, not without the permission to read logs', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [ada, limited] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const grace = await aPatient(ward)

    expect((await ada.get(accessLogOf(grace))).statusCode).toBe(200)
    expect((await limited.get(accessLogOf(grace))).statusCode).toBe(404)
    expect((await (await elsewhere.staff('Admin')).get(accessLogOf(grace))).statusCode).toBe(404)
    expect((await (await systemAdministrator()).get(accessLogOf(grace))).statusCode).toBe(404)
    expect((await (await ward.staff('User')).get(accessLogOf(grace))).statusCode).toBe(401)
  })
})

describe('the log of an organisation (AUD-4)', () => {
  test('lists the events of all members page by page, with the right total without counting', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    await manyEvents(ward, marie, 25)
    await marie.get('/api/forms/form?page=1')

    const first = (await ada.get(logOf(ward))).json()

    expect(first).toMatchObject({ page: 1, totalDocs: 26, isCountCapped: false })
    expect(first.docs).toHaveLength(10)
    expect(first.docs[0]).toMatchObject({ eventType: 'formList', by: { id: marie.id, name: 'Marie Curie' } })
    expect((await ada.get(`${logOf(ward)}?page=3`)).json()).toMatchObject({ totalDocs: 27, docs: { length: 7 } })
    expect((await ada.get(`${logOf(ward)}?memberId=${ada.id}`)).json()).toMatchObject({ totalDocs: 2 })
    expect((await ada.get(`${logOf(ward)}?memberId=${marie.id}&eventType=formRead&limit=100`)).json().docs).toHaveLength(25)
  })

  test('no event is lost or repeated between pages, though reading is recorded as well, and a page number still finds its page (PERF-1)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User')]
    await manyEvents(ward, marie, 45)
    const page = async (n: number, cursor = '') => (await ada.get(`${logOf(ward)}?page=${n}&cursor=${cursor}`)).json()
    const ids = (answer: { docs: { id: number }[] }) => answer.docs.map(({ id }) => id)
    const pages = [await page(1)]
    for (const n of [2, 3, 4, 5]) pages.push(await page(n, pages.at(-1).cursor))
    const seen = pages.flatMap(ids)
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one))
    expect(seen).toHaveLength(45)
    expect(ids(await page(4, pages[4].cursor))).toEqual(ids(pages[3]))
    const last = ids(await page(5)) // five more were recorded meanwhile
    expect(last.at(-1)).toBeGreaterThanOrEqual(seen.at(-1)!)
    const filtered = await ada.get(`${logOf(ward)}?eventType=formRead&page=5`)
    expect(ids(filtered.json())).toEqual(seen.slice(40))
  })

  test('a member limited to wards sees no event of a patient on another ward', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [ada, limited] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const grace = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper', nhsNumber: '9990000018' })
    const request = await aRequest(ward, { patientId: grace.id })
    await ada.get(`/api/patients/patient?id=${grace.id}`)
    await ada.get(`/api/forms/request/${request.id}`)

    expect((await ada.get(logOf(ward))).body).toContain('Hopper')
    for (const address of [logOf(ward), `/api/tenants/tenant/members/logs/${ada.id}`]) {
      const seen = await limited.get(address)
      expect(seen.body).toContain('Viewed a patient')
      expect(seen.body).not.toMatch(/Hopper|999 ?000/)
    }
  })

  test('a system administrator sees what a member of any organisation did, and no patient’s name', async () => {
    const ward = await openOrganisation()
    const [system, ada] = [await systemAdministrator(), await ward.staff('Admin')]
    const grace = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper', nhsNumber: '9990000018' })
    await ada.get(`/api/patients/patient?id=${grace.id}`)

    const seen = await system.get(`${logOf(ward)}?memberId=${ada.id}`)
    expect(seen.json().docs).toMatchObject([{ description: 'Viewed a patient', by: { name: 'Ada Byron' } }])
    expect(seen.body).not.toMatch(/Hopper|999 ?000|patientId/)
    expect(told(await ada.get(logOf(ward)))[0]).toBe('System administrator: tenantLogsRead')
    expect((await (await (await openOrganisation()).staff('Admin')).get(logOf(ward))).statusCode).toBe(403)
    expect((await (await ward.staff('Forms User')).get(logOf(ward))).statusCode).toBe(401)
  })

  test('reads that screens make by themselves are left out when asked, and those of somebody else or of patients are not (AUD-4)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const system = await systemAdministrator()
    const grace = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper', nhsNumber: '9990000018' })
    await marie.get('/api/tenants/tenant/member/me')
    await marie.get(`/api/tenants/tenant/${ward.id}`)
    await ada.get(`/api/tenants/tenant/members/${marie.id}`)
    await system.get(`/api/tenants/tenant/${ward.id}`)
    await ward.query(
      `insert into audit_events (organisation_id, event_type, actor_kind, actor_id, patient_ids) values ($1, 'wardList', 'member', $2, array[$3::uuid])`,
      [ward.id, marie.id, grace.id],
    )

    const all = told(await ada.get(`${logOf(ward)}?limit=100`))
    const some = await ada.get(`${logOf(ward)}?limit=100&automaticReads=hidden`)

    expect(all).toEqual(expect.arrayContaining(['Marie Curie: tenantMemberRead', 'Marie Curie: tenantRead']))
    expect(told(some)).toEqual([
      'Ada Byron: tenantLogsRead',
      'Marie Curie: wardList',
      'System administrator: tenantRead',
      'Ada Byron: tenantMemberRead',
    ])
    expect(some.json()).toMatchObject({ totalDocs: 4, isCountCapped: false })
  })

  test('an opening of a record is one entry when automatic reads are left out; a read without an opening, of somebody else or of further patients is not left out (AUD-4)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const [grace, alan] = [await aPatient(ward, { firstName: 'Grace' }), await aPatient(ward, { firstName: 'Alan' })]
    const logOfGrace = `/api/patients/patient/${grace.id}/audit?limit=100`
    const read = (by: string, at: string, event: string, patient: string, shown: string[] | null = null) =>
      ward.query(
        `insert into audit_events (organisation_id, event_type, actor_kind, actor_id, patient_id, patient_ids, at)
         values ($1, $2, 'member', $3, $4, $5::uuid[], $6::timestamptz)`,
        [ward.id, event, by, patient, shown, `2026-01-05 10:00:${at}Z`],
      )
    await read(marie.id, '00', 'patientRead', grace.id)
    for (const event of ['patientTimelineRead', 'patientScoresRead', 'patientDuplicatesRead', 'formRequestList'])
      await read(marie.id, '01', event, grace.id)
    await read(marie.id, '02', 'patientDuplicatesRead', grace.id, [alan.id])
    await read(marie.id, '03', 'patientScoresRead', alan.id)
    await read(ada.id, '04', 'patientScoresRead', grace.id)
    await read(marie.id, '30', 'patientScoresRead', grace.id)

    const all = told(await ada.get(logOfGrace))
    const some = told(await ada.get(`${logOfGrace}&automaticReads=hidden`))
    const ofOrganisation = told(await ada.get(`${logOf(ward)}?limit=100&automaticReads=hidden&from=2026-01-05&to=2026-01-05`))

    const shown = [
      'Marie Curie: patientScoresRead',
      'Ada Byron: patientScoresRead',
      'Marie Curie: patientDuplicatesRead',
      'Marie Curie: patientRead',
    ]
    expect(all.filter((one) => one !== 'Ada Byron: patientLogsRead')).toHaveLength(8)
    expect(some.filter((one) => one !== 'Ada Byron: patientLogsRead')).toEqual(shown)
    expect(ofOrganisation).toEqual([...shown.slice(0, 2), 'Marie Curie: patientScoresRead', ...shown.slice(2)])
  })

  test('a form that was deleted keeps its title, an event of another version is unknown', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const { id } = (await ada.post('/api/forms/form', { title: '=Old form' })).json()
    await ada.delete(`/api/forms/form/${id}`)
    await ward.query("insert into audit_events (organisation_id, event_type, actor_kind) values ($1, 'fromALaterVersion', 'worker')", [
      ward.id,
    ])

    const words = (await ada.get(logOf(ward))).json().docs.map(({ description, by }: Told) => `${by.name}: ${description}`)
    expect(words).toEqual(['Formward: Unknown event', 'Ada Byron: Deleted form "=Old form"', 'Ada Byron: Created form "=Old form"'])
  })

  test('a day outside the calendar is refused with a message, also by the export, before any of the file is sent (VAL-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    for (const field of ['from', 'to'])
      expect((await ada.get(`${logOf(ward)}/export?${field}=0000-01-01`)).json()).toMatchObject({
        status: 400,
        errors: [{ field, message: 'Date is out of range.' }],
      })
  })

  test('all filtered events are exported as text that no spreadsheet evaluates, and the log has the export with the patients in it', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: '=1+1', lastName: 'Curie' })]
    const grace = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper', nhsNumber: '9990000018' })
    await manyEvents(ward, marie, 2_500)
    await marie.get(`/api/patients/patient?id=${grace.id}`)
    await ada.get('/api/forms/form?page=1')

    const file = await ada.get(`${logOf(ward)}/export?memberId=${marie.id}`)

    expect(file.headers['content-disposition']).toMatch(/audit-log-[\d-]+\.xlsx/)
    const [{ data: rows } = { data: [] }] = await readExcel(file.rawPayload)
    expect(rows).toHaveLength(2_502)
    expect(rows[1]!.slice(1, 4)).toEqual(['=1+1 Curie', 'Viewed patient Grace Hopper (NHS number 999 000 0018)', 'patientRead'])
    expect(new Set(rows.map((row) => row[4])).size).toBe(2_502)
    const trail = await ward.auditTrail()
    expect(trail).toContainEqual(expect.objectContaining({ event_type: 'tenantLogsExported', actor_id: ada.id }))
    expect(told(await ada.get(`${accessLogOf(grace)}?memberId=${ada.id}`))).toEqual(['Ada Byron: patientsExported'])
    expect((await marie.get(`${logOf(ward)}/export`)).statusCode).toBe(401)
  })

  test('the CSV has the cells of the workbook, safe for spreadsheet programs, and is recorded in the same way (AUD-4, EXP-2)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: '=1+1', lastName: 'Curie' })]
    const grace = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper', nhsNumber: '9990000018' })
    await manyEvents(ward, marie, 1_200)
    await marie.get(`/api/patients/patient?id=${grace.id}`)
    const address = `${logOf(ward)}/export?memberId=${marie.id}`

    const file = await ada.get(`${address}&format=csv`)

    expect(file.headers).toMatchObject({ 'content-type': 'text/csv' })
    expect(file.headers['content-disposition']).toMatch(/audit-log-[\d-]+\.csv/)
    const lines = file.payload.trimEnd().split('\r\n')
    const [{ data: rows } = { data: [] }] = await readExcel((await ada.get(address)).rawPayload)
    expect(lines).toHaveLength(rows.length)
    expect(lines[0]).toBe(`\uFEFF${rows[0]!.join(',')}`)
    expect(lines[1]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d,'=1\+1 Curie,Viewed patient Grace Hopper \(NHS number 999 000 0018\),patientRead,\d+$/,
    )
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(rows.map((row) => String(row[4])))
    const trail = await ward.auditTrail()
    for (const format of ['csv', 'xlsx'])
      expect(trail).toContainEqual(
        expect.objectContaining({ event_type: 'tenantLogsExported', actor_id: ada.id, detail: expect.objectContaining({ format }) }),
      )
    expect(told(await ada.get(`${accessLogOf(grace)}?memberId=${ada.id}`))).toContain('Ada Byron: patientsExported')
    expect((await marie.get(`${logOf(ward)}/export?format=csv`)).statusCode).toBe(401)
    expect((await ada.get(`${address}&format=ods`)).statusCode).toBe(400)
  })
})
