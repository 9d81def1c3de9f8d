import { describe, expect, test } from 'vitest'

import { openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'

const totalsOf = async (ward: TestOrganisation) => {
  const { totalMembers, totalPatients, totalActivePatients } = (
    await (await systemAdministrator()).get(`/api/tenants/tenant/${ward.id}`)
  ).json()
  return [totalMembers, totalPatients, totalActivePatients]
}

const countsOf = async (ward: TestOrganisation) => {
  const [row] = await ward.query(
    `select (select count(*) from members where organisation_id = $1 and is_active)::int as members,
            (select count(*) from patients where organisation_id = $1)::int as patients,
            (select count(*) from patients where organisation_id = $1 and archived_at is null)::int as active`,
    [ward.id],
  )
  return [row?.['members'], row?.['patients'], row?.['active']]
}

describe('The totals of an organisation', () => {
  test('the totals follow patients who are added, archived and restored, and members who leave (ORG-1)', async () => {
    const ward = await openOrganisation()
    const [one, other] = [await aPatient(ward), await aPatient(ward)]
    const ada = await ward.staff('Admin')
    expect(await totalsOf(ward)).toEqual([1, 2, 2])

    await ward.query('update patients set archived_at = now() where id = $1', [one.id])
    expect(await totalsOf(ward)).toEqual([1, 2, 1])

    await ward.query('update patients set archived_at = null where organisation_id = $1', [ward.id])
    await ward.query(`update patients set first_name = 'Joan' where id = $1`, [other.id])
    expect(await totalsOf(ward), 'other changes change no total').toEqual([1, 2, 2])

    await ward.query('update members set is_active = false where id = $1', [ada.id])
    expect(await totalsOf(ward)).toEqual([0, 2, 2])
    expect(await totalsOf(ward)).toEqual(await countsOf(ward))
  })

  test('with many simultaneous changes, some of which are rolled back, the totals are right (ORG-1)', async () => {
    const ward = await openOrganisation()
    const patients = await Promise.all(Array.from({ length: 24 }, () => aPatient(ward)))

    await Promise.all([
      ...patients.slice(0, 8).map(({ id }) => ward.query('update patients set archived_at = now() where id = $1', [id])),
      ...Array.from({ length: 8 }, () => aPatient(ward, { archivedAt: new Date().toISOString() })),
      ward.query(
        'do $$ begin update patients set archived_at = now(); raise exception $m$changed my mind$m$; exception when others then null; end $$',
      ),
    ])

    expect(await totalsOf(ward)).toEqual([0, 32, 16])
    expect(await totalsOf(ward)).toEqual(await countsOf(ward))
  })

  test('the totals of one organisation do not include another (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    await aPatient(theirs)

    expect(await totalsOf(ours)).toEqual([0, 0, 0])
    const ada = await ours.staff('User')
    expect((await ada.get(`/api/tenants/tenant/${ours.id}`)).json()).toMatchObject({ totalMembers: 1, totalPatients: 0 })
  })
})
