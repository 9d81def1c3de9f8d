import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { checkPassword } from '#server/identity/check-password.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'

const membersOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/members`
const marie = () => ({ firstName: 'Marie', lastName: 'Curie', emailAddress: `${randomUUID()}@example.com`, role: 'User' })
const password = 'Radium-1898!'

const signsIn = async ({ services }: TestOrganisation, emailAddress: string) =>
  checkPassword(services, { emailAddress, password, from: '127.0.0.1' })

describe('PUT /tenant/:id/members', () => {
  test('an admin creates a user with a first password, which the user must change when they sign in with it (MEM-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const asked = { ...marie(), phoneNumber: '07700 900123', jobTitle: 'Radiologist', isClinician: true, clinicianTimeout: 10, password }

    const created = (await ada.put(membersOf(ward), asked)).json()

    const { password: _, ...kept } = asked
    expect(created).toMatchObject({ ...kept, language: 'en', timezone: 'Europe/London', isActive: true })
    expect(JSON.stringify(created)).not.toContain(password)
    expect(await signsIn(ward, asked.emailAddress.toUpperCase())).toMatchObject({ accountId: created.auth0Id, mustChange: true })
    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'tenantMemberCreated', actor_id: ada.id, subject_id: created.id }])
    expect((await ada.get(`/api/tenants/tenant/${ward.id}`)).json()).toMatchObject({ totalMembers: 2 })
  })

  test('without a password the account exists, but nobody can sign in to it yet (MEM-2)', async () => {
    const ward = await openOrganisation()
    const asked = marie()

    const created = (await (await ward.staff('Forms OrgAdmin')).put(membersOf(ward), asked)).json()

    expect(created.auth0Id).toEqual(expect.any(String))
    expect(await signsIn(ward, asked.emailAddress)).toBe('refused')
  })

  test('missing and invalid fields are listed next to the field, and nothing is created (MEM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const wrong = { ...marie(), lastName: '  ', emailAddress: 'marie@', phoneNumber: '020 7946 0000', timezone: 'Mars', password: 'weak' }

    expect((await ada.put(membersOf(ward), wrong)).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'lastName', message: 'Last name is required.' },
        { field: 'emailAddress', message: 'Email address must be a valid email address.' },
        { field: 'phoneNumber', message: 'Mobile phone must be a valid UK mobile phone number.' },
        { field: 'timezone', message: 'Time zone is not valid.' },
        { field: 'password', message: 'Password must be at least 8 characters.' },
      ],
    })
    expect((await ada.get(membersOf(ward))).json()).toMatchObject({ totalDocs: 1 })
  })

  test('nobody can create a system administrator, not even a system administrator (ROLE-3)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]

    for (const person of [root, await ward.staff('Admin')])
      expect((await person.put(membersOf(ward), { ...marie(), role: 'Forms SysAdmin' })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'role', message: 'Role is not valid.' }],
      })
  })

  test('one email address belongs to one user: a second is refused whatever its case, and leaves no account behind (MEM-1)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob] = [await ours.staff('Admin'), await theirs.staff('Admin')]
    const asked = { ...marie(), password }
    await ada.put(membersOf(ours), asked)

    const again = await bob.put(membersOf(theirs), { ...asked, emailAddress: asked.emailAddress.toUpperCase() })

    expect(again.json()).toMatchObject({ status: 400, errors: [{ field: 'emailAddress' }] })
    expect((await bob.get(membersOf(theirs))).json()).toMatchObject({ totalDocs: 1 })
  })

  test('is refused without the permission, and in another organisation (ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const ada = await ours.staff('Admin')

    for (const role of ['User', 'Forms User'] as const)
      expect((await (await ours.staff(role)).put(membersOf(ours), marie())).json()).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await (await nobody()).put(membersOf(ours), marie())).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await ada.put(membersOf(theirs), marie())).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect(await theirs.query('select id from members where organisation_id = $1', [theirs.id])).toEqual([])
  })

  test('by a system administrator needs an invitation instead of a password, and the organisation’s administrators are told (MEM-2)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const ada = await ward.staff('Admin')
    await ward.staff('Forms OrgAdmin')
    await ward.startWorkers()

    expect((await root.put(membersOf(ward), { ...marie(), password })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'password', message: 'Only the organisation’s own admins can give a first password. Send an invitation instead.' }],
    })
    expect(await ward.query('select id from members where organisation_id = $1', [ward.id])).toHaveLength(2)

    const asked = marie()
    expect((await root.put(membersOf(ward), asked)).statusCode).toBe(200)
    const mails = await eventually(async () => {
      const found = await ward.query('select recipient, subject, body from outbox_messages where organisation_id = $1', [ward.id])
      return found.length >= 2 && found
    })
    expect(mails).toHaveLength(2)
    expect(mails).toContainEqual(
      expect.objectContaining({
        recipient: `${ada.id}@example.com`,
        subject: expect.stringMatching(/^A system administrator changed a user at Test organisation/),
        body: expect.stringContaining('added the user Marie Curie'),
      }),
    )
    expect(mails).toContainEqual(
      expect.objectContaining({ recipient: asked.emailAddress, body: expect.stringContaining('/identity/set-password/') }),
    )
  })

  test('with the address of a member of another organisation is refused without saying so; a colleague’s is named (MEM-1)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, root] = [await ours.staff('Admin'), await systemAdministrator()]
    const [colleague, stranger] = [await ours.staff('User'), await theirs.staff('User')]
    const create = (person: typeof ada, emailAddress: string) => person.put(membersOf(ours), { ...marie(), emailAddress })
    const unsaid = {
      status: 400,
      errors: [{ field: 'emailAddress', message: 'This email address cannot be used. Check it, or ask your system administrator.' }],
    }
    const told = { status: 409, detail: 'A user already exists with that email address.' }

    expect((await create(ada, `${stranger.id}@example.com`)).json()).toMatchObject(unsaid)
    expect((await ada.patch(`${membersOf(ours)}/${colleague.id}`, { emailAddress: `${stranger.id}@EXAMPLE.com` })).json()).toMatchObject(
      unsaid,
    )
    expect((await create(ada, `${colleague.id}@example.com`)).json()).toMatchObject(told)
    expect((await create(root, `${stranger.id}@example.com`)).json()).toMatchObject(told)
  })

  test('a system administrator gives a new organisation its first admin (ORG-4)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]

    const created = (await root.put(membersOf(ward), { ...marie(), role: 'Admin' })).json()

    expect(created).toMatchObject({ role: 'Admin' })
    expect((await root.get(membersOf(ward))).json()).toMatchObject({ docs: [{ id: created.id }] })
    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'tenantMemberCreated', actor_id: root.id }, {}])
  })
})
