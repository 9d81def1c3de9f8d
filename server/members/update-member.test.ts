import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { checkPassword } from '#server/identity/check-password.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const pathTo = (organisation: { id: string }, member: { id: string }) => `/api/tenants/tenant/${organisation.id}/members/${member.id}`
const events = async (ward: { auditTrail: () => Promise<{ event_type: string }[]> }) =>
  (await ward.auditTrail()).map(({ event_type }) => event_type)

describe('PATCH /tenant/:id/members/:memberId', () => {
  test('an administrator changes the role; it applies from the next call, and the log has the new role (MEM-3)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User')]
    expect((await marie.patch(pathTo(ward, ada), { jobTitle: 'None' })).json()).toMatchObject({ code: 'not_permitted' })

    const changed = await ada.patch(pathTo(ward, marie), { role: 'Admin', isClinician: true, clinicianTimeout: 5 })

    expect(changed.json()).toMatchObject({ id: marie.id, role: 'Admin', isClinician: true, clinicianTimeout: 5, lastName: 'Byron' })
    expect((await marie.patch(pathTo(ward, ada), { jobTitle: 'Countess' })).json()).toMatchObject({ jobTitle: 'Countess' })
    expect((await ward.auditTrail())[0]).toMatchObject({
      event_type: 'tenantMemberUpdated',
      subject_id: marie.id,
      detail: { fields: ['role', 'isClinician', 'clinicianTimeout'], role: 'Admin' },
    })
  })

  test('a change of language or timezone alone has its own event (AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    expect((await ada.patch(pathTo(ward, ada), { timezone: 'Europe/Dublin' })).json()).toMatchObject({ timezone: 'Europe/Dublin' })
    expect(await events(ward)).toEqual(['tenantMemberLocaleUpdated'])
  })

  test('a member signs in with the new address once it is changed (MEM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const [before, after, password] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`, 'Radium-1898!']
    const marie = (
      await ada.put(`/api/tenants/tenant/${ward.id}/members`, {
        firstName: 'M',
        lastName: 'C',
        emailAddress: before,
        role: 'User',
        password,
      })
    ).json()

    await ada.patch(pathTo(ward, marie), { emailAddress: after })

    const trySignIn = (emailAddress: string) => checkPassword(ward.services, { emailAddress, password, from: '127.0.0.1' })
    expect(await trySignIn(before)).toBe('refused')
    expect(await trySignIn(after)).toMatchObject({ accountId: marie.auth0Id })
  })

  test('an address in use is refused (MEM-1)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User')]

    expect((await ada.patch(pathTo(ward, marie), { emailAddress: `${ada.id}@EXAMPLE.com` })).json()).toMatchObject({
      status: 409,
      detail: 'A user already exists with that email address.',
    })
  })

  test('is refused without the permission, for members of another organisation, and for fields that cannot be changed (ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, marie, stranger] = [await ours.staff('Admin'), await ours.staff('Forms User'), await theirs.staff('User')]

    expect((await marie.patch(pathTo(ours, marie), { role: 'Admin' })).json()).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await (await nobody()).patch(pathTo(ours, marie), {})).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await ada.patch(pathTo(theirs, stranger), { jobTitle: 'Ours' })).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await ada.patch(pathTo(ours, stranger), { jobTitle: 'Ours' })).statusCode).toBe(404)
    expect((await ada.patch(pathTo(ours, marie), { role: 'Forms SysAdmin' })).json()).toMatchObject({ errors: [{ field: 'role' }] })
    expect((await ada.patch(pathTo(ours, marie), { firstName: '', clinicianTimeout: 0, language: 'fr' })).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'firstName', message: 'First name is required.' },
        { field: 'language', message: 'Language is not valid.' },
        { field: 'clinicianTimeout', message: 'Clinician timeout must be a whole number from 1 to 1440.' },
      ],
    })
    expect(await theirs.query(`select job_title from members where id = $1`, [stranger.id])).toEqual([{ job_title: '' }])
  })

  test('nobody changes their own role, neither up nor down (ROLE-3)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const system = { id: '00000000-0000-0000-0000-000000000000' }
    const [ada, fiona] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    await ward.staff('Admin')

    for (const [person, role] of [
      [ada, 'User'],
      [ada, 'Forms OrgAdmin'],
      [fiona, 'Admin'],
      [fiona, 'Forms User'],
    ] as const)
      expect((await person.patch(pathTo(ward, person), { role })).json()).toMatchObject({
        status: 409,
        detail: 'You cannot change your own role. Ask another admin to change it.',
      })
    expect((await ada.patch(pathTo(ward, ada), { role: 'Admin', jobTitle: 'Countess' })).json(), 'sent back as it was').toMatchObject({
      jobTitle: 'Countess',
    })
    expect((await root.patch(pathTo(system, root), { role: 'Admin' })).statusCode).toBe(400)
  })

  test('nobody gives a role with permissions that they lack: not to a colleague, not to a new member, not by restoring one (ROLE-3)', async () => {
    const ward = await openOrganisation()
    const [ada, fiona] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const [marie, gone] = [await ward.staff('User'), await ward.staff('Forms User')]
    await ward.query('update members set is_active = false where id = $1', [gone.id])
    const somebody = (role: string) => ({ firstName: 'N', lastName: 'N', emailAddress: `${randomUUID()}@example.com`, role })
    const create = (person: typeof ada, role: string) => person.put(`/api/tenants/tenant/${ward.id}/members`, somebody(role))
    const refused = (label: string) => ({
      status: 400,
      errors: [{ field: 'role', message: `You cannot give the role ${label}, because it has permissions that you do not have.` }],
    })

    for (const [role, label] of [
      ['Forms OrgAdmin', 'Forms Admin'],
      ['Forms User', 'Forms User'],
    ] as const) {
      expect((await ada.patch(pathTo(ward, marie), { role })).json()).toMatchObject(refused(label))
      expect((await create(ada, role)).json()).toMatchObject(refused(label))
    }
    expect((await fiona.patch(pathTo(ward, marie), { role: 'Admin' })).json()).toMatchObject(refused('Admin'))
    expect((await create(fiona, 'Admin')).json()).toMatchObject(refused('Admin'))
    expect((await ada.patch(pathTo(ward, gone), { isActive: true })).json()).toMatchObject({
      status: 409,
      detail: 'You cannot bring back this user, because the role Forms User has permissions that you do not have.',
    })

    expect((await ada.patch(pathTo(ward, gone), { isActive: true, role: 'User' })).json()).toMatchObject({ isActive: true, role: 'User' })
    expect((await fiona.patch(pathTo(ward, marie), { role: 'Forms OrgAdmin' })).json()).toMatchObject({ role: 'Forms OrgAdmin' })
    expect((await ada.patch(pathTo(ward, marie), { role: 'User' })).json(), 'a role can be taken away').toMatchObject({ role: 'User' })
  })

  test('a member who could not give the role cannot change the address, because its mailbox controls the account (ROLE-3)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const [ada, fiona] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const emailAddress = `${randomUUID()}@example.com`

    for (const [one, other] of [
      [ada, fiona],
      [fiona, ada],
    ] as const)
      expect((await one.patch(pathTo(ward, other), { emailAddress })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'emailAddress' }],
      })
    expect((await root.patch(pathTo(ward, fiona), { emailAddress })).json()).toMatchObject({ emailAddress })
  })

  test('a system administrator changes a user of another organisation through its path (ORG-4)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const marie = await ward.staff('User')

    expect((await root.patch(pathTo(ward, marie), { role: 'Admin' })).json()).toMatchObject({ role: 'Admin' })
    expect(await events(ward)).toEqual(['tenantMemberUpdated'])
  })
})
