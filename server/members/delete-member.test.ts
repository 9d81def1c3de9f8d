import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const pathTo = (organisation: { id: string }, member: { id: string }) => `/api/tenants/tenant/${organisation.id}/members/${member.id}`
const lastAdmin = 'This user is the only Admin of the organisation. Make another user an Admin first.'
const oneself = 'You cannot remove yourself.'

describe('DELETE /tenant/:id/members/:memberId', () => {
  test('a removed user loses access at once, stays in the list as inactive, and can be restored (MEM-1)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User')]

    expect((await ada.delete(pathTo(ward, marie))).json()).toEqual({ done: true })

    expect((await marie.get('/api/tenants/tenant')).json()).toMatchObject({ status: 401 })
    expect((await ada.get(`/api/tenants/tenant/members/${marie.id}`)).json()).toMatchObject({ isActive: false })
    expect((await ward.auditTrail())[0]).toMatchObject({ event_type: 'tenantMemberDeleted', actor_id: ada.id, subject_id: marie.id })
    expect((await ada.delete(pathTo(ward, marie))).statusCode, 'there is nobody to remove any more').toBe(404)

    expect((await ada.patch(pathTo(ward, marie), { isActive: true })).json()).toMatchObject({ isActive: true })
    expect((await marie.get('/api/tenants/tenant')).statusCode).toBe(200)
  })

  test('a removed user’s sessions with the provider end in the same transaction (SIGN-8)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const fields = { firstName: 'Marie', lastName: 'Curie', emailAddress: `curie-${ward.id}@example.com`, role: 'User' }
    const marie = (await ada.put(`/api/tenants/tenant/${ward.id}/members`, fields)).json()

    await ward.query(`update accounts set tokens_valid_from = '2026-01-01' where id = $1`, [marie.auth0Id])

    await ada.patch(pathTo(ward, marie), { isActive: false })

    const [account] = await ward.query('select tokens_valid_from > now() - interval $$1 minute$$ as ended from accounts where id = $1', [
      marie.auth0Id,
    ])
    expect(account).toEqual({ ended: true })
  })

  test('nobody can remove or deactivate themselves (MEM-5)', async () => {
    const ward = await openOrganisation()
    const [ada] = [await ward.staff('Admin'), await ward.staff('Admin')]

    for (const response of [await ada.delete(pathTo(ward, ada)), await ada.patch(pathTo(ward, ada), { isActive: false })])
      expect(response.json()).toMatchObject({ status: 409, detail: oneself })
  })

  test('the last admin stays, even against a system administrator (MEM-5)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const [ada, gone] = [await ward.staff('Admin'), await ward.staff('Admin')]
    await ward.query('update members set is_active = false where id = $1', [gone.id])
    await ward.staff('User')

    for (const response of [
      await root.delete(pathTo(ward, ada)),
      await root.patch(pathTo(ward, ada), { role: 'User' }),
      await root.patch(pathTo(ward, ada), { isActive: false }),
    ])
      expect(response.json()).toMatchObject({ status: 409, detail: lastAdmin })
    await ward.staff('Forms OrgAdmin')
    expect((await root.delete(pathTo(ward, ada))).json(), 'a Forms Admin cannot open the screens of users').toMatchObject({ status: 409 })
    await ward.staff('Admin')
    expect((await root.patch(pathTo(ward, ada), { role: 'Forms OrgAdmin' })).statusCode, 'now there is another').toBe(200)
  })

  test('two administrators who remove each other at the same moment do not leave the organisation without one (MEM-5)', async () => {
    // Several times, because the moment is short.
    for (let round = 0; round < 10; round++) {
      const ward = await openOrganisation()
      const [ada, bob] = [await ward.staff('Admin'), await ward.staff('Admin')]

      const both = await Promise.all([ada.delete(pathTo(ward, bob)), bob.delete(pathTo(ward, ada))])

      expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(await ward.query('select id from members where organisation_id = $1 and is_active', [ward.id])).toHaveLength(1)
    }
  })

  test('is refused without the permission, and for members of another organisation (ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, marie, stranger] = [await ours.staff('Admin'), await ours.staff('User'), await theirs.staff('User')]

    expect((await marie.delete(pathTo(ours, ada))).json()).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await (await nobody()).delete(pathTo(ours, ada))).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await ada.delete(pathTo(theirs, stranger))).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await ada.delete(pathTo(ours, stranger))).statusCode).toBe(404)
    expect((await ada.delete(pathTo(ours, { id: 'ada' }))).statusCode).toBe(400)
  })
})
