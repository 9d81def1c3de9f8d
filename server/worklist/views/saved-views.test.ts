import { describe, expect, test } from 'vitest'

import type { SavedView } from '#contract/worklist.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'

const address = '/api/forms/request/views'
type Staff = Awaited<ReturnType<Awaited<ReturnType<typeof openOrganisation>>['staff']>>

const view = (name: string, more: object = {}) => ({ name, filters: { status: ['opened'] }, limit: 20, ...more })
const namesOf = async (clerk: Staff) => (await clerk.get(address)).json<{ docs: SavedView[] }>().docs.map(({ name }) => name)
const save = async (clerk: Staff, name: string, more: object = {}) => (await clerk.post(address, view(name, more))).json<SavedView>()

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
    expect(saved).toEqual({ id: saved.id, name: 'My urgent', filters, sort: '-submittedAt', limit: 50, isDefault: true })
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
})
