import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation } from '#test/organisation.ts'

describe('PATCH /tenant/member/login', () => {
  test('a member who has signed in makes one login call, and the log records it (SIGN-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    const response = await ada.patch('/api/tenants/tenant/member/login')

    expect(response.json()).toMatchObject({ id: ada.id, organisationId: ward.id, firstName: 'Ada', role: 'Admin' })
    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'tenantMemberLogin', actor_id: ada.id, subject_id: ada.id }])
  })

  test('the current organisation is that of the member whose subject is signed in (SIGN-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]

    expect((await (await ours.staff()).get('/api/tenants/tenant')).json()).toMatchObject({ id: ours.id })
    expect((await (await theirs.staff()).get('/api/tenants/tenant')).json()).toMatchObject({ id: theirs.id })
    expect((await (await nobody()).get('/api/tenants/tenant')).statusCode).toBe(401)
  })
})
