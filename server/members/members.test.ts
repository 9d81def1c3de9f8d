import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { testServer } from '#test/test-server.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const tenants = '/api/tenants/tenant'
const membersOf = ({ id }: { id: string }) => `${tenants}/${id}/members`
const names = (body: { docs: { lastName: string }[] }) => body.docs.map(({ lastName }) => lastName)

describe('GET /tenant/:id/members', () => {
  test('a member pages and sorts through their colleagues (MEM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin', { lastName: 'byron' })
    for (const lastName of ['Curie', 'Anning', 'Noether']) await ward.staff('User', { lastName })

    const first = (await ada.get(`${membersOf(ward)}?limit=3`)).json()
    const second = (await ada.get(`${membersOf(ward)}?limit=3&page=2`)).json()

    expect(first).toMatchObject({ page: 1, totalDocs: 4 })
    expect(names(first), 'by last name, whatever the case').toEqual(['Anning', 'byron', 'Curie'])
    expect(names(second)).toEqual(['Noether'])
    expect(names((await ada.get(`${membersOf(ward)}?sort=-lastName`)).json())).toEqual(['Noether', 'Curie', 'byron', 'Anning'])
  })

  test('in every order, pages follow each other forwards and back, and members who never signed in come last (MEM-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    for (let n = 0; n < 7; n++) await ward.staff(n % 2 ? 'User' : 'Forms User')
    await ward.query(`update members set last_login_at = created_at where organisation_id = $1 and role <> 'Forms User'`, [ward.id])
    for (const sort of ['lastName', '-emailAddress', 'role', 'lastLoginAt', '-lastLoginAt', '-createdAt']) {
      const ask = async (query: string) => (await ada.get(`${membersOf(ward)}?sort=${sort}&${query}`)).json()
      const ids = ({ docs }: { docs: { id: string }[] }) => docs.map(({ id }) => id)
      const whole = await ask('limit=100')
      if (/Login/.test(sort)) expect(whole.docs.slice(-4).map(({ role }: { role: string }) => role)).toEqual(Array(4).fill('Forms User'))
      let [cursor, seen] = ['', [] as string[]]
      for (const page of [1, 2, 3, 2]) {
        const answer = await ask(`limit=3&page=${page}&cursor=${cursor}`)
        ;[cursor, seen] = [answer.cursor, [...seen, ...ids(answer)]]
      }
      expect([sort, seen]).toEqual([sort, [...ids(whole), ...ids(whole).slice(3, 6)]])
    }
  })

  test('the list is filtered by search words, roles, clinicians and status (MEM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin', { firstName: 'Ada', lastName: 'Byron' })
    const marie = await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })
    const emmy = await ward.staff('Forms User', { firstName: 'Emmy', lastName: 'Noether' })
    await ward.query('update members set is_clinician = true where id = $1', [marie.id])
    await ward.query('update members set is_active = false where id = $1', [emmy.id])
    const found = async (query: string) => names((await ada.get(`${membersOf(ward)}?${query}`)).json())

    expect(await found('filters[search]=marie cur')).toEqual(['Curie'])
    expect(await found(`filters[search]=${emmy.id}@EXAMPLE`)).toEqual(['Noether'])
    expect(await found('filters[search]=%25')).toEqual([])
    expect(await found('filters[search]=E C'), 'across first and last name').toEqual(['Curie'])
    expect(await found(`filters[search]=${encodeURIComponent(`rie\n${marie.id}`)}`), 'a line’s end joins no two fields').toEqual([])
    expect(await found('filters[role][0]=Admin&filters[role][1]=User')).toEqual(['Byron', 'Curie'])
    expect(await found('filters[role]=Forms User')).toEqual(['Noether'])
    expect(await found('filters[clinician]=true')).toEqual(['Curie'])
    expect(await found('filters[active]=true')).toEqual(['Byron', 'Curie'])
    expect(await found('filters[active]=false')).toEqual(['Noether'])
  })

  test('the search that bypasses the policies finds nobody of another organisation, and nobody without an organisation (ORG-7)', async () => {
    const ward = await openOrganisation()
    await ward.staff('User', { lastName: 'Curie' })
    const { services } = await testServer()
    const ask = (organisationId: string) =>
      inOrganisation(services.db, organisationId, async (tx) =>
        tx.executeQuery({
          sql: "select search_members('%curie%', 10)",
          parameters: [],
          query: { kind: 'RawNode' } as never,
          queryId: { queryId: 'x' },
        }),
      )

    expect((await ask('')).rows).toEqual([])
    expect((await ask((await openOrganisation()).id)).rows).toEqual([])
    expect((await ask(ward.id)).rows).toHaveLength(1)
  })

  test('listing the members of an organisation one does not belong to answers 403 (ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const ada = await ours.staff('Admin')

    expect((await ada.get(membersOf(theirs))).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await (await nobody()).get(membersOf(ours))).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await ada.get(`${membersOf(ours)}?limit=1000&filters[role]=Boss`)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'limit' }, { field: 'filters.role' }],
    })
  })

  test('a system administrator lists the members of the organisation that the path names, and the log is that organisation’s (ORG-4)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const ada = await ward.staff('Admin')

    expect((await root.get(membersOf(ward))).json()).toMatchObject({ totalDocs: 1, docs: [{ id: ada.id, role: 'Admin', wards: [] }] })
    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'tenantMemberList', actor_id: root.id, subject_id: ward.id }])
  })
})

describe('GET /tenant/members/:id', () => {
  test('a colleague is returned with every field (MEM-1)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('User'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]

    expect((await ada.get(`${tenants}/members/${marie.id}`)).json()).toEqual({
      id: marie.id,
      auth0Id: marie.subject,
      firstName: 'Marie',
      lastName: 'Curie',
      emailAddress: `${marie.id}@example.com`,
      phoneNumber: '',
      occupation: '',
      jobTitle: '',
      role: 'User',
      isClinician: false,
      isActive: true,
      language: 'en',
      timezone: 'Europe/London',
      clinicianTimeout: null,
      lastLoginAt: null,
      createdAt: expect.any(String),
      wards: [],
    })
    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'tenantMemberRead', actor_id: ada.id, subject_id: marie.id }])
  })

  test('a member of another organisation is not found (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, stranger] = [await ours.staff('Admin'), await theirs.staff('User')]

    expect((await ada.get(`${tenants}/members/${stranger.id}`)).statusCode).toBe(404)
    expect((await ada.get(`${tenants}/members/${randomUUID()}`)).statusCode).toBe(404)
    expect((await ada.get(`${tenants}/members/ada`)).json()).toMatchObject({ status: 400, errors: [{ field: 'id' }] })
    expect((await (await nobody()).get(`${tenants}/members/${ada.id}`)).statusCode).toBe(401)
  })
})

describe('GET /tenant/members/roles', () => {
  test('Forms SysAdmin is not among the roles that can be chosen; each has a label and a description (ROLE-3)', async () => {
    const ward = await openOrganisation()

    const { docs } = (await (await ward.staff('User')).get(`${tenants}/members/roles`)).json()

    expect(docs.map(({ name }: { name: string }) => name)).toEqual(['Forms OrgAdmin', 'Forms User', 'Admin', 'User'])
    expect(docs[3]).toEqual({ name: 'User', label: 'User', description: 'Can work with patients and form requests and read forms.' })
    expect((await (await nobody()).get(`${tenants}/members/roles`)).statusCode).toBe(401)
  })
})
