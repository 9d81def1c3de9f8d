import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'

const wardsOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/wards`
const access = (organisation: { id: string }, member: { id: string }, wardId: string) =>
  `/api/tenants/tenant/${organisation.id}/members/${member.id}/wards/${wardId}`
const events = async (ward: TestOrganisation) => (await ward.auditTrail()).map(({ event_type }) => event_type)

describe('/tenant/:id/wards', () => {
  test('an administrator creates, renames and archives wards; archived ones are listed on demand (MEM-4)', async () => {
    const organisation = await openOrganisation()
    const ada = await organisation.staff('Admin')

    const north = (await ada.post(wardsOf(organisation), { name: ' North ' })).json()
    const attic = (await ada.post(wardsOf(organisation), { name: 'Attic' })).json()
    expect(north).toEqual({ id: north.id, name: 'North', isArchived: false, members: 0 })
    expect((await ada.patch(`${wardsOf(organisation)}/${north.id}`, { name: 'Northern' })).json()).toMatchObject({ name: 'Northern' })
    await ada.patch(`${wardsOf(organisation)}/${attic.id}`, { isArchived: true })

    expect((await ada.get(wardsOf(organisation))).json()).toMatchObject({ docs: [{ name: 'Northern' }] })
    expect((await ada.get(`${wardsOf(organisation)}?archived=true`)).json().docs.map(({ name }: { name: string }) => name)).toEqual([
      'Attic',
      'Northern',
    ])
    expect(await events(organisation)).toEqual(['wardCreated', 'wardCreated', 'wardUpdated', 'wardUpdated', 'wardList', 'wardList'])
  })

  test('two wards of one organisation never have the same name; two organisations may (MEM-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob] = [await ours.staff('Admin'), await theirs.staff('Admin')]
    await ada.post(wardsOf(ours), { name: 'North' })

    expect((await ada.post(wardsOf(ours), { name: 'NORTH' })).json()).toMatchObject({
      status: 409,
      detail: 'A ward already exists with that name.',
    })
    expect((await bob.post(wardsOf(theirs), { name: 'North' })).statusCode).toBe(200)
  })

  test('wards of another organisation are neither seen nor changed (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob] = [await ours.staff('Admin'), await theirs.staff('Admin')]
    const { id } = (await bob.post(wardsOf(theirs), { name: 'South' })).json()

    expect((await ada.get(wardsOf(theirs))).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await ada.post(wardsOf(theirs), { name: 'Ours' })).statusCode).toBe(403)
    expect((await ada.patch(`${wardsOf(ours)}/${id}`, { name: 'Ours' })).statusCode).toBe(404)
    expect((await ada.get(wardsOf(ours))).json()).toEqual({ docs: [] })
  })

  test('everyone who works with patients reads wards, and only administrators change them (ROLE-4)', async () => {
    const organisation = await openOrganisation()
    const marie = await organisation.staff('User')
    const [root, stranger] = [await systemAdministrator(), await nobody()]

    expect((await marie.get(wardsOf(organisation))).statusCode).toBe(200)
    expect((await root.get(wardsOf(organisation))).statusCode).toBe(200)
    for (const response of [
      await marie.post(wardsOf(organisation), { name: 'Mine' }),
      await marie.patch(`${wardsOf(organisation)}/${randomUUID()}`, { name: 'Mine' }),
      await root.post(wardsOf(organisation), { name: 'Mine' }),
    ])
      expect(response.json()).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await stranger.get(wardsOf(organisation))).json()).toMatchObject({ code: 'not_signed_in' })
    expect((await stranger.post(wardsOf(organisation), { name: 'Mine' })).statusCode).toBe(401)
    expect((await stranger.patch(`${wardsOf(organisation)}/${randomUUID()}`, {})).statusCode).toBe(401)
  })

  test('a ward needs a name (MEM-4)', async () => {
    const organisation = await openOrganisation()
    const ada = await organisation.staff('Admin')

    expect((await ada.post(wardsOf(organisation), { name: ' ' })).json()).toMatchObject({
      errors: [{ field: 'name', message: 'Name is required.' }],
    })
    expect((await ada.post(wardsOf(organisation), { name: 'x'.repeat(101) })).json()).toMatchObject({ errors: [{ field: 'name' }] })
    expect((await ada.get(`${wardsOf(organisation)}?archived=maybe`)).statusCode).toBe(400)
    expect((await ada.patch(`${wardsOf(organisation)}/nowhere`, {})).json()).toMatchObject({ errors: [{ field: 'wardId' }] })
    expect((await ada.patch(`${wardsOf(organisation)}/${randomUUID()}`, { name: 'Nowhere' })).statusCode).toBe(404)
  })
})

describe('/tenant/:id/members/:memberId/wards/:wardId', () => {
  test('an admin gives and takes access to a ward; done twice it is done once (MEM-4)', async () => {
    const organisation = await openOrganisation()
    const [ada, marie] = [await organisation.staff('Admin'), await organisation.staff('User')]
    const north = (await ada.post(wardsOf(organisation), { name: 'North' })).json()

    for (const _ of ['once', 'twice']) expect((await ada.put(access(organisation, marie, north.id))).json()).toEqual({ done: true })
    expect((await ada.get(`/api/tenants/tenant/members/${marie.id}`)).json()).toMatchObject({ wards: [{ id: north.id, name: 'North' }] })
    expect((await ada.get(wardsOf(organisation))).json()).toMatchObject({ docs: [{ members: 1 }] })

    for (const _ of ['once', 'twice']) expect((await ada.delete(access(organisation, marie, north.id))).json()).toEqual({ done: true })
    expect((await ada.get(`/api/tenants/tenant/members/${marie.id}`)).json()).toMatchObject({ wards: [] })
    expect((await organisation.auditTrail()).filter(({ event_type }) => /ward(Unass|Ass)igned/.test(event_type))).toMatchObject([
      { event_type: 'wardAssigned', actor_id: ada.id, subject_id: marie.id, detail: { ward: 'North' } },
      { event_type: 'wardUnassigned', actor_id: ada.id, subject_id: marie.id, detail: { ward: 'North' } },
    ])
  })

  test('nobody gets access to an archived ward, but access to it can be removed (MEM-4)', async () => {
    const organisation = await openOrganisation()
    const [ada, marie] = [await organisation.staff('Admin'), await organisation.staff('User')]
    const attic = (await ada.post(wardsOf(organisation), { name: 'Attic' })).json()
    await ada.put(access(organisation, marie, attic.id))
    await ada.patch(`${wardsOf(organisation)}/${attic.id}`, { isArchived: true })

    expect((await ada.put(access(organisation, ada, attic.id))).json()).toMatchObject({ status: 409, detail: 'This ward is archived.' })
    expect((await ada.delete(access(organisation, marie, attic.id))).statusCode).toBe(200)
  })

  test('access is refused without the permission, for members and wards of another organisation (ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, marie, bob] = [await ours.staff('Admin'), await ours.staff('User'), await theirs.staff('Admin')]
    const north = (await ada.post(wardsOf(ours), { name: 'North' })).json()
    const south = (await bob.post(wardsOf(theirs), { name: 'South' })).json()

    for (const call of ['put', 'delete'] as const) {
      expect((await marie[call](access(ours, marie, north.id))).json()).toMatchObject({ status: 401, code: 'not_permitted' })
      expect((await (await nobody())[call](access(ours, marie, north.id))).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
      expect((await ada[call](access(theirs, bob, south.id))).json()).toMatchObject({ status: 403, code: 'not_a_member' })
      expect((await ada[call](access(ours, marie, south.id))).statusCode, 'another organisation’s ward').toBe(404)
      expect((await ada[call](access(ours, bob, north.id))).statusCode, 'another organisation’s member').toBe(404)
      expect((await ada[call](access(ours, marie, 'north'))).json()).toMatchObject({ status: 400, errors: [{ field: 'wardId' }] })
    }
  })
})
