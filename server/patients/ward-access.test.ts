import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aForm, answered, aPatient, aRequest } from '#test/requests.ts'

const address = '/api/patients/patient'

async function hospital(wardAccess: 'all' | 'assigned' = 'assigned') {
  const organisation = await openOrganisation({ wardAccess })
  const [north, south] = [randomUUID(), randomUUID()]
  await organisation.query('insert into wards (organisation_id, id, name) values ($1, $2, $3), ($1, $4, $5)', [
    organisation.id,
    north,
    'North',
    south,
    'South',
  ])
  const ada = await organisation.staff('User')
  await organisation.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
    organisation.id,
    ada.id,
    north,
  ])
  const [here, there] = [await aPatient(organisation, { wardId: north }), await aPatient(organisation, { wardId: south })]
  return { organisation, ada, north, south, here, there }
}

describe('Members limited to wards', () => {
  test('where wards are assigned, a member sees the patients and requests of their wards only (MEM-4)', async () => {
    const { organisation, ada, here, there } = await hospital()
    const [seen, hidden] = [await aRequest(organisation, { patientId: here.id }), await aRequest(organisation, { patientId: there.id })]

    expect((await ada.get(address)).json()).toMatchObject({ totalDocs: 1, docs: [{ id: here.id, ward: { name: 'North' } }] })
    expect((await ada.get(`${address}?filters[search]=hopper`)).json()).toMatchObject({ totalDocs: 1, docs: [{ id: here.id }] })
    expect((await ada.get(`${address}?id=${there.id}`)).statusCode).toBe(404)
    expect((await ada.get(`${address}?nhsNumber=${there.nhsNumber}`)).statusCode).toBe(404)
    expect((await ada.delete(`${address}/${there.id}`)).statusCode).toBe(404)
    expect((await ada.get(`/api/forms/request/${hidden.id}`)).statusCode).toBe(404)
    expect((await ada.get('/api/forms/request')).json().docs.map(({ id }: { id: string }) => id)).toEqual([seen.id])
  })

  test('of the submissions of a form, a limited member sees and counts those of their wards (MEM-4)', async () => {
    const { organisation, ada, here, there } = await hospital()
    const form = await aForm(organisation)
    const [seen, hidden] = await Promise.all(
      [here, there].map(({ id }) =>
        aRequest(organisation, { patientId: id, formId: form.id, status: 'completed', completedAt: '2026-07-01T11:00:00Z' }),
      ),
    )
    for (const request of [seen!, hidden!]) await answered(organisation, request, {})
    const list = async (member: typeof ada) => (await member.get(`/api/forms/form/${form.id}/responses`)).json()

    expect(await list(ada)).toMatchObject({ totalDocs: 1, docs: [{ requestId: seen!.id }] })
    expect(await list(await organisation.staff('Admin'))).toMatchObject({ totalDocs: 2 })
  })

  test('a limited member can move patients only to their own wards, and members who assign wards see everyone (MEM-4)', async () => {
    const { organisation, ada, north, south, here } = await hospital()
    const admin = await organisation.staff('Admin')
    const grace = { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1961-03-10' }
    const refused = async (change: object) => (await ada.patch(`${address}/${here.id}`, change)).json().errors

    expect((await ada.post(address, grace)).json().errors).toEqual([{ field: 'wardId', message: 'Ward is required.' }])
    expect((await ada.post(address, { ...grace, wardId: north })).statusCode).toBe(200)
    expect(await refused({ wardId: south })).toEqual([{ field: 'wardId', message: 'Ward is not valid.' }])
    expect(await refused({ wardId: null })).toEqual([{ field: 'wardId', message: 'Ward is required.' }])
    expect((await admin.get(address)).json().totalDocs).toBe(3)
    expect((await admin.patch(`${address}/${here.id}`, { wardId: south })).json()).toMatchObject({ ward: { name: 'South' } })
    expect((await ada.get(`${address}?id=${here.id}`)).statusCode).toBe(404)
  })

  test('where no wards are assigned, every member of the organisation sees all patients, and can filter them by ward (MEM-4)', async () => {
    const { ada, south, there } = await hospital('all')

    expect((await ada.get(address)).json().totalDocs).toBe(2)
    expect((await ada.get(`${address}?filters[wardId]=${south}`)).json()).toMatchObject({ totalDocs: 1, docs: [{ id: there.id }] })
  })

  test('a limited member sees neither messages to patients of other wards nor imports of colleagues (MEM-4)', async () => {
    const { organisation, ada, here, there } = await hospital()
    const admin = await organisation.staff('Admin')
    for (const { id: patientId, lastName } of [here, { ...there, lastName: 'Hidden' }]) {
      const request = await aRequest(organisation, { patientId })
      const notificationId = randomUUID()
      await organisation.query(
        "insert into notifications (organisation_id, id, request_id, category, method) values ($1, $2, $3, 'request_created', 'sms')",
        [organisation.id, notificationId, request.id],
      )
      await organisation.query(
        "insert into outbox_messages (organisation_id, notification_id, method, recipient, body) values ($1, $2, 'sms', '+447700900123', $3)",
        [organisation.id, notificationId, `Dear ${lastName}`],
      )
    }
    const [job] = await organisation.query(
      "insert into import_jobs (organisation_id, status, created_by) values ($1, 'checked', $2) returning id",
      [organisation.id, admin.id],
    )
    const outbox = '/api/tenants/outbox'
    const imports = '/api/forms/request/import'

    expect((await ada.get(outbox)).json()).toMatchObject({ totalDocs: 1, docs: [{ body: 'Dear Hopper' }] })
    expect((await admin.get(outbox)).json()).toMatchObject({ totalDocs: 2 })
    expect((await ada.get(imports)).json()).toMatchObject({ totalDocs: 0, docs: [] })
    expect((await ada.get(`${imports}/${String(job!['id'])}/rows`)).statusCode).toBe(404)
    expect((await ada.post(`${imports}/${String(job!['id'])}`, {})).statusCode).toBe(404)
    expect((await admin.get(imports)).json()).toMatchObject({ totalDocs: 1 })
  })
})
