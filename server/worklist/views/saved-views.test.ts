import { describe, expect, test } from 'vitest'

import type { SavedView } from '#contract/worklist.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'

const address = '/api/forms/request/views'
const sharedAddress = '/api/forms/request/shared-views'
type Staff = Awaited<ReturnType<Awaited<ReturnType<typeof openOrganisation>>['staff']>>

const view = (name: string, more: object = {}) => ({ name, filters: { status: ['opened'] }, limit: 20, ...more })
const namesOf = async (clerk: Staff) => (await clerk.get(address)).json<{ docs: SavedView[] }>().docs.map(({ name }) => name)
const save = async (clerk: Staff, name: string, more: object = {}) => (await clerk.post(address, view(name, more))).json<SavedView>()
const share = async (admin: Staff, name: string, more: object = {}) => (await admin.post(sharedAddress, view(name, more))).json<SavedView>()

describe('Saved views', () => {
  test('a view keeps name, filters, sort and page size, and is changed, reordered and deleted (REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const form = await aForm(ward)
    const filters = {
      status: ['opened', 'unopened'],
      formId: [form.id],
      assignee: ['me', 'none'],
      createdFrom: '2026-01-01',
      urgent: true,
      search: 'smith',
    }

    const saved = await save(clerk, '  My urgent  ', { filters, sort: '-submittedAt', limit: 50, isDefault: true })
    expect(saved).toEqual({
      id: saved.id,
      name: 'My urgent',
      filters,
      sort: '-submittedAt',
      limit: 50,
      isDefault: true,
      isShared: false,
      sharedBy: null,
    })
    const [second, third] = [await save(clerk, 'Second'), await save(clerk, 'Third', { isDefault: true })]
    expect((await clerk.get(address)).json()).toMatchObject({
      docs: [
        { name: 'My urgent', isDefault: false },
        { name: 'Second', isDefault: false },
        { name: 'Third', isDefault: true },
      ],
    })
    expect((await clerk.patch(`${address}/${second.id}`, { name: 'Closed ones', filters: { status: ['closed'] } })).json()).toMatchObject({
      name: 'Closed ones',
      filters: { status: ['closed'] },
      limit: 20,
    })
    expect((await clerk.put(address, { ids: [third.id, second.id] })).json()).toEqual({ done: true })
    expect(await namesOf(clerk)).toEqual(['Third', 'Closed ones', 'My urgent'])
    expect((await clerk.delete(`${address}/${third.id}`)).json()).toEqual({ done: true })
    expect(await namesOf(clerk)).toEqual(['Closed ones', 'My urgent'])
  })

  test('a view still opens when a form in it was deleted or a colleague has left (REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const filters = { formId: [crypto.randomUUID()], assignee: [crypto.randomUUID()] }
    await save(clerk, 'Old times', { filters })

    const [kept] = (await clerk.get(address)).json<{ docs: SavedView[] }>().docs
    const list = await clerk.get(`/api/forms/request?filters[formId]=${filters.formId[0]}&filters[assignee]=${filters.assignee[0]}`)

    expect(kept).toMatchObject({ filters })
    expect(list.json()).toMatchObject({ totalDocs: 0 })
  })

  test('a view needs a unique name, and a member has at most fifty views, also when several are saved at once (REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const { id } = await save(clerk, 'Mine')
    const other = await save(clerk, 'Other')
    const twice = { status: 400, errors: [{ field: 'name', message: 'You already have a view with this name.' }] }

    expect((await clerk.post(address, view(' '))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'name', message: 'Name is required.' }],
    })
    expect((await clerk.post(address, view('x'.repeat(61)))).json()).toMatchObject({ errors: [{ field: 'name' }] })
    expect((await clerk.post(address, view('MINE'))).json()).toMatchObject(twice)
    expect((await clerk.patch(`${address}/${other.id}`, { name: 'mine' })).json()).toMatchObject(twice)
    expect((await clerk.patch(`${address}/${id}`, { name: 'MINE' })).json()).toMatchObject({ name: 'MINE' })
    // Alike to the database alone: a sigma at the end of a word, a dotted İ.
    for (const [first, second] of [
      ['ΑΣ', 'ασ'],
      ['İ', 'i'],
    ]) {
      const { id: kept } = await save(clerk, first!)
      expect((await clerk.post(address, view(second!))).json()).toMatchObject(twice)
      await clerk.delete(`${address}/${kept}`)
    }
    const tried = await Promise.all(
      Array.from({ length: 52 }, (_, n) => clerk.post(address, view(`Same ${n % 50}`, { isDefault: n % 2 === 0 }))),
    )
    expect(tried.filter(({ statusCode }) => statusCode === 200)).toHaveLength(48)
    expect((await clerk.post(address, view('One more'))).json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('You have 50 saved views'),
    })
    expect(
      (await ward.query('select count(*)::int as defaults from saved_views where organisation_id = $1 and is_default', [ward.id]))[0],
    ).toEqual({
      defaults: 1,
    })
  })

  test('a view is visible only to its owner, and is deleted with them (REQ-1, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [clerk, colleague, stranger] = [await ward.staff(), await ward.staff(), await elsewhere.staff()]
    const { id } = await save(clerk, 'Mine')

    for (const other of [colleague, stranger]) {
      expect(await namesOf(other)).toEqual([])
      expect((await other.patch(`${address}/${id}`, { name: 'Theirs' })).statusCode).toBe(404)
      expect((await other.delete(`${address}/${id}`)).statusCode).toBe(404)
      await other.put(address, { ids: [id] })
    }
    expect(await namesOf(clerk)).toEqual(['Mine'])
    await ward.query('delete from members where id = $1', [clerk.id])
    expect(await ward.query('select id from saved_views where organisation_id = $1', [ward.id])).toEqual([])
  })

  test('an admin shares a view with the organisation, and only admins change it; it stays with its owner (REQ-8, ORG-7, AUD-1)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const ada = await ward.staff('Admin', { firstName: 'Ada', lastName: 'Lovelace' })
    const [grace, clerk, stranger] = [await ward.staff('Forms OrgAdmin'), await ward.staff(), await elsewhere.staff('Admin')]
    const shared = await share(ada, 'Triage', { isDefault: true })
    expect(shared).toMatchObject({ isShared: true, sharedBy: null, isDefault: true })
    await save(clerk, 'Mine')

    expect((await clerk.get(address)).json()).toMatchObject({
      docs: [
        { name: 'Mine', isShared: false, sharedBy: null },
        { name: 'Triage', isShared: true, sharedBy: 'Ada Lovelace', isDefault: false },
      ],
    })
    expect(await namesOf(stranger)).toEqual([])
    for (const [member, status] of [
      [clerk, 401],
      [stranger, 404],
    ] as const) {
      expect((await member.patch(`${sharedAddress}/${shared.id}`, { name: 'Theirs' })).statusCode).toBe(status)
      expect((await member.put(`${sharedAddress}/${shared.id}`, {})).statusCode).toBe(status)
      expect((await member.delete(`${sharedAddress}/${shared.id}`)).statusCode).toBe(status)
      expect((await member.patch(`${address}/${shared.id}`, { isDefault: true })).statusCode).toBe(404)
      expect((await member.delete(`${address}/${shared.id}`)).statusCode).toBe(404)
    }
    const mine = await save(clerk, 'Triage', { isDefault: true })
    expect((await grace.put(`${sharedAddress}/${mine.id}`, {})).statusCode, 'a view of another member').toBe(404)
    expect((await grace.patch(`${sharedAddress}/${mine.id}`, { name: 'Theirs' })).statusCode).toBe(404)
    expect((await grace.patch(`${sharedAddress}/${shared.id}`, { name: 'Triage today' })).json()).toMatchObject({
      sharedBy: 'Ada Lovelace',
    })

    const stopFirst = { status: 409, detail: 'This view is shared. Stop sharing it first.' }
    expect((await ada.patch(`${address}/${shared.id}`, { name: 'Mine' })).json()).toMatchObject(stopFirst)
    expect((await ada.delete(`${address}/${shared.id}`)).json()).toMatchObject(stopFirst)
    expect((await ada.patch(`${address}/${shared.id}`, { isDefault: false })).json()).toMatchObject({ isShared: true, isDefault: false })
    expect((await grace.delete(`${sharedAddress}/${shared.id}`)).statusCode).toBe(200)
    expect(await namesOf(clerk)).toEqual(['Mine', 'Triage'])
    expect((await ada.get(address)).json()).toMatchObject({ docs: [{ name: 'Triage today', isShared: false, sharedBy: null }] })
    expect((await ada.put(`${sharedAddress}/${shared.id}`, {})).json()).toMatchObject({ isShared: true })
    await ward.query('update members set is_active = false where id = $1', [ada.id])
    expect(await namesOf(grace), 'it outlives its owner').toEqual(['Triage today'])
    const events = await ward.query(
      "select event_type, actor_id from audit_events where organisation_id = $1 and event_type like 'sharedView%' order by id",
      [ward.id],
    )
    expect(events).toEqual([
      { event_type: 'sharedViewSaved', actor_id: ada.id },
      { event_type: 'sharedViewSaved', actor_id: grace.id },
      { event_type: 'sharedViewRemoved', actor_id: grace.id },
      { event_type: 'sharedViewSaved', actor_id: ada.id },
    ])
  })

  test('a shared view names no patient, has a name of its own among the shared ones, and there are fifty at most (REQ-8, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff('Admin'), await ward.staff('Admin')]
    const message = 'A view with a search or of one patient cannot be shared. Remove it from the filters first.'
    const refused = { status: 400, errors: [{ field: 'filters', message }] }
    for (const filters of [{ search: 'khan' }, { patientId: crypto.randomUUID() }, { id: [crypto.randomUUID()] }]) {
      expect((await ada.post(sharedAddress, view('Khan', { filters }))).json()).toMatchObject(refused)
      const { id } = await save(ada, `Mine ${Object.keys(filters)[0]}`, { filters })
      expect((await ada.put(`${sharedAddress}/${id}`, {})).json()).toMatchObject(refused)
    }
    const { id } = await share(ada, 'Triage')
    expect((await grace.patch(`${sharedAddress}/${id}`, { filters: { search: 'khan' } })).json()).toMatchObject(refused)

    const taken = { status: 400, errors: [{ field: 'name', message: 'A shared view already has this name.' }] }
    expect((await grace.post(sharedAddress, view('TRIAGE'))).json()).toMatchObject(taken)
    const own = await save(grace, 'Triage')
    expect((await grace.put(`${sharedAddress}/${own.id}`, {})).json()).toMatchObject(taken)
    const others = await share(grace, 'Others')
    expect((await ada.patch(`${sharedAddress}/${others.id}`, { name: 'triage' })).json()).toMatchObject(taken)
    await ada.delete(`${sharedAddress}/${others.id}`)
    const tried = await Promise.all(Array.from({ length: 51 }, (_, n) => (n % 2 ? ada : grace).post(sharedAddress, view(`Shared ${n}`))))
    expect(tried.filter(({ statusCode }) => statusCode === 200)).toHaveLength(49)
    expect(tried.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([409, 409])
  })
})
