import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { freshOdsCode, nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const tenant = '/api/tenants/tenant'
const systemOrganisation = '00000000-0000-0000-0000-000000000000'

describe('GET /tenant, the list of organisations', () => {
  test('a system administrator pages, sorts and searches through every organisation (ORG-1)', async () => {
    const root = await systemAdministrator()
    const name = `Northgate ${randomUUID()}`
    for (const suffix of ['B', 'A', 'C']) await root.post(tenant, { name: `${name} ${suffix}`, odsCode: freshOdsCode() })

    const search = `filters[search]=${encodeURIComponent(name.toUpperCase())}`
    const first = (await root.get(`${tenant}?page=1&limit=2&sort=-name&${search}`)).json()
    const second = (await root.get(`${tenant}?page=2&limit=2&sort=-name&${search}`)).json()

    expect(first).toMatchObject({ page: 1, totalDocs: 3, docs: [{ name: `${name} C` }, { name: `${name} B` }] })
    expect(second).toMatchObject({ page: 2, totalDocs: 3, docs: [{ name: `${name} A` }] })
    expect((await root.get(`${tenant}?page=1&limit=2&sort=totalPatients&${search}`)).statusCode).toBe(200)
    expect((await root.get(`${tenant}?page=1&filters[search]=%25${name}`)).json().totalDocs, 'a % is only a %').toBe(0)
  })

  test('the organisation that runs the system is not one of them (ORG-1)', async () => {
    const root = await systemAdministrator()

    const { docs } = (await root.get(`${tenant}?page=1&limit=100`)).json()

    expect(docs.map(({ id }: { id: string }) => id)).not.toContain(systemOrganisation)
    expect((await root.get(`${tenant}/${systemOrganisation}`)).statusCode).toBe(404)
  })

  test('the list is for system administrators, and invalid parameters are refused by name (ORG-1)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]

    expect((await (await ward.staff('Forms OrgAdmin')).get(`${tenant}?page=1`)).json()).toMatchObject({
      status: 401,
      code: 'not_permitted',
    })
    expect((await (await nobody()).get(`${tenant}?page=1`)).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
    const refused = (await root.get(`${tenant}?page=0&limit=101&sort=logo`)).json()
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'page' }, { field: 'limit' }, { field: 'sort' }] })
  })
})

describe('GET /tenant/:id', () => {
  test('a member reads the settings of their own organisation, and of no other (ORG-6)', async () => {
    const [ours, theirs] = [await openOrganisation({ clinicianTimeout: 15 }), await openOrganisation()]
    const ada = await ours.staff('User')

    expect((await ada.get(`${tenant}/${ours.id}`)).json()).toMatchObject({
      id: ours.id,
      clinicianTimeout: 15,
      reminderDays: 3,
      expiryDays: 28,
      autoCloseDays: 90,
      minimumAge: 16,
      wardAccess: 'all',
    })
    expect((await ada.get(`${tenant}/${theirs.id}`)).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await ada.get(`${tenant}/not-an-id`)).statusCode).toBe(400)
    expect((await (await nobody()).get(`${tenant}/${ours.id}`)).statusCode).toBe(401)
  })

  test('looking at an organisation is recorded (AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    await ada.get(`${tenant}/${ward.id}`)

    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'tenantRead', actor_id: ada.id, subject_id: ward.id }])
  })

  test('a system administrator reads any organisation (ORG-1)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]

    expect((await root.get(`${tenant}/${ward.id}`)).json()).toMatchObject({ id: ward.id })
    expect((await root.get(`${tenant}/${randomUUID()}`)).statusCode).toBe(404)
  })
})
