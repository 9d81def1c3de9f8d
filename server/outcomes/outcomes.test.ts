import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { defaultOutcomes } from '#domain/outcomes.ts'
import { freshOdsCode, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'

const outcomesOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/outcomes`
type Listed = { docs: { id: string; name: string; isInUse: boolean; forms: { id: string; title: string }[] }[] }
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
const namesOf = async (member: Staff, organisation: { id: string }) =>
  (await member.get(outcomesOf(organisation))).json<Listed>().docs.map(({ name }) => name)

describe('/tenant/:id/outcomes', () => {
  test('a new organisation starts with a list of outcomes in use (REQ-7)', async () => {
    const root = await systemAdministrator()
    const { id } = (await root.post('/api/tenants/tenant', { name: 'St Elsewhere', odsCode: freshOdsCode() })).json<{ id: string }>()

    const { docs } = (await root.get(outcomesOf({ id }))).json<Listed>()

    expect(docs.map(({ name }) => name)).toEqual(defaultOutcomes)
    expect(docs.every(({ isInUse, forms }) => isInUse && forms.length === 0)).toBe(true)
  })

  test('an admin adds, renames, limits, reorders and takes outcomes out of use, and each act is audited (REQ-7)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const form = await aForm(own, 'Knee check')
    const [first, second] = [
      (await ada.post(outcomesOf(own), { name: ' Advice given ' })).json<{ id: string }>(),
      (await ada.post(outcomesOf(own), { name: 'Surgery booked', formIds: [form.id] })).json<{ id: string }>(),
    ]
    expect(await namesOf(ada, own)).toEqual(['Advice given', 'Surgery booked'])

    expect((await ada.patch(`${outcomesOf(own)}/${first.id}`, { name: 'Advised' })).json()).toMatchObject({
      name: 'Advised',
      isInUse: true,
    })
    expect((await ada.patch(`${outcomesOf(own)}/${second.id}`, { isInUse: false })).json()).toMatchObject({
      name: 'Surgery booked',
      isInUse: false,
      forms: [{ id: form.id, title: 'Knee check' }],
    })
    expect((await ada.patch(`${outcomesOf(own)}/${second.id}`, { formIds: [] })).json()).toMatchObject({ isInUse: false, forms: [] })
    expect((await ada.put(`${outcomesOf(own)}/order`, { ids: [second.id, first.id] })).json()).toEqual({ done: true })
    expect(await namesOf(ada, own)).toEqual(['Surgery booked', 'Advised'])
    await ada.post(outcomesOf(own), { name: 'Third' })
    expect(await namesOf(ada, own)).toEqual(['Surgery booked', 'Advised', 'Third'])

    expect((await own.auditTrail()).filter(({ event_type: type }) => /^outcome(Cre|Upd|sRe)/.test(type))).toMatchObject([
      { event_type: 'outcomeCreated', actor_id: ada.id, subject_id: first.id },
      { event_type: 'outcomeCreated', subject_id: second.id },
      { event_type: 'outcomeUpdated', subject_id: first.id, detail: { fields: ['name'] } },
      { event_type: 'outcomeUpdated', detail: { fields: ['isInUse'] } },
      { event_type: 'outcomeUpdated', detail: { fields: ['formIds'] } },
      { event_type: 'outcomesReordered', actor_id: ada.id },
      { event_type: 'outcomeCreated' },
    ])
  })

  test('two outcomes of one organisation never have the same name; two organisations may (REQ-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob] = [await ours.staff('Admin'), await theirs.staff('Admin')]
    await ada.post(outcomesOf(ours), { name: 'Advice given' })
    const other = (await ada.post(outcomesOf(ours), { name: 'Other' })).json<{ id: string }>()

    const taken = { status: 400, errors: [{ field: 'name', message: 'An outcome already exists with that name.' }] }
    expect((await ada.post(outcomesOf(ours), { name: 'ADVICE GIVEN' })).json()).toMatchObject(taken)
    expect((await ada.patch(`${outcomesOf(ours)}/${other.id}`, { name: 'advice given' })).json()).toMatchObject(taken)
    expect((await bob.post(outcomesOf(theirs), { name: 'Advice given' })).statusCode).toBe(200)
  })

  test('outcomes and forms of another organisation are neither seen nor named (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob] = [await ours.staff('Admin'), await theirs.staff('Admin')]
    const { id } = (await bob.post(outcomesOf(theirs), { name: 'Referred on' })).json<{ id: string }>()
    const form = await aForm(theirs)

    expect((await ada.get(outcomesOf(theirs))).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await ada.patch(`${outcomesOf(ours)}/${id}`, { name: 'Ours' })).statusCode).toBe(404)
    expect((await ada.post(outcomesOf(ours), { name: 'Ours', formIds: [form.id] })).json()).toMatchObject({
      errors: [{ field: 'formIds' }],
    })
    await ada.put(`${outcomesOf(ours)}/order`, { ids: [id] })
    expect(await namesOf(ada, ours)).toEqual([])
    expect(await namesOf(bob, theirs)).toEqual(['Referred on'])
  })

  test('users who work with form requests read outcomes, and only those who change settings change them (ROLE-4)', async () => {
    const own = await openOrganisation()
    const [marie, root, stranger] = [await own.staff('User'), await systemAdministrator(), await nobody()]

    expect((await marie.get(outcomesOf(own))).statusCode).toBe(200)
    for (const response of [
      await marie.post(outcomesOf(own), { name: 'Mine' }),
      await marie.patch(`${outcomesOf(own)}/${randomUUID()}`, { name: 'Mine' }),
      await marie.put(`${outcomesOf(own)}/order`, { ids: [] }),
    ])
      expect(response.json()).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await root.post(outcomesOf(own), { name: 'By the system administrator' })).statusCode).toBe(200)
    expect((await stranger.get(outcomesOf(own))).json()).toMatchObject({ code: 'not_signed_in' })
  })

  test('an outcome needs a name of at most 100 characters, and an organisation has at most 200 (REQ-7)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')

    expect((await ada.post(outcomesOf(own), { name: ' ' })).json()).toMatchObject({
      errors: [{ field: 'name', message: 'Name is required.' }],
    })
    expect((await ada.post(outcomesOf(own), { name: 'x'.repeat(101) })).json()).toMatchObject({ errors: [{ field: 'name' }] })
    await own.query("insert into outcomes (organisation_id, name, position) select $1, 'Outcome ' || n, n from generate_series(1, 200) n", [
      own.id,
    ])
    expect((await ada.post(outcomesOf(own), { name: 'One more' })).json()).toMatchObject({ status: 409 })
  })

  test('the database lets the application delete no outcome (REQ-7)', async () => {
    const own = await openOrganisation()
    expect(await own.query("select has_table_privilege('formward_app', 'outcomes', 'delete') as may")).toEqual([{ may: false }])
  })
})
