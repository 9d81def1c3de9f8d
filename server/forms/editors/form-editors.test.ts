import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'

const editorsOf = (formId: string, window: string) => `/api/forms/form/${formId}/editors/${window}`

async function openForm(ward: TestOrganisation) {
  const [ada, marie] = [
    await ward.staff('Forms User', { firstName: 'Ada', lastName: 'Byron' }),
    await ward.staff('Forms OrgAdmin', { firstName: 'Marie', lastName: 'Curie' }),
  ]
  const { id } = (await ada.post('/api/forms/form', { title: 'Drinks' })).json<{ id: string }>()
  return { ada, marie, id }
}

describe('The editors of a form', () => {
  test('an author who opens the builder sees who else is in it, until they leave or are inactive (FORM-3)', async () => {
    const ward = await openOrganisation()
    const { ada, marie, id } = await openForm(ward)
    const [here, there, second] = [randomUUID(), randomUUID(), randomUUID()]

    expect((await ada.put(editorsOf(id, here))).json()).toEqual({ draftRevision: 1, others: [] })
    expect((await marie.put(editorsOf(id, there))).json()).toEqual({
      draftRevision: 1,
      others: [{ window: here, name: 'Ada Byron', isOwn: false }],
    })
    await marie.put(editorsOf(id, second))
    expect((await marie.put(editorsOf(id, there))).json().others).toEqual([
      { window: here, name: 'Ada Byron', isOwn: false },
      { window: second, name: 'Marie Curie', isOwn: true },
    ])

    await marie.delete(editorsOf(id, second))
    await marie.delete(editorsOf(id, here)) // not hers
    await marie.put(editorsOf(id, here)) // nor now
    expect((await marie.put(editorsOf(id, there))).json().others).toEqual([{ window: here, name: 'Ada Byron', isOwn: false }])
    await ward.query("update form_editors set seen_at = now() - interval '46 seconds' where member_id = $1", [marie.id])
    expect((await ada.put(editorsOf(id, here))).json().others).toEqual([])
    expect(await ward.query('select window_id from form_editors where form_id = $1', [id])).toEqual([{ window_id: here }])
  })

  test('changes saved meanwhile are announced, and presence is not audited (FORM-3)', async () => {
    const ward = await openOrganisation()
    const { ada, marie, id } = await openForm(ward)
    await ada.put(editorsOf(id, randomUUID()))
    await marie.patch(`/api/forms/form/${id}`, { draft: { questions: [] }, draftRevision: 1 })

    expect((await ada.put(editorsOf(id, randomUUID()))).json().draftRevision).toBe(2)
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['formCreated', 'formUpdated'])
  })

  test('a form that is deleted while its builder is open is not found, even at the same moment (FORM-3)', async () => {
    const ward = await openOrganisation()
    const { ada, marie } = await openForm(ward)
    for (let round = 0; round < 6; round++) {
      const { id } = (await ada.post('/api/forms/form', { title: 'Gone' })).json<{ id: string }>()
      const said = Array.from({ length: 4 }, () => ada.put(editorsOf(id, randomUUID())))
      const [gone, ...answers] = await Promise.all([marie.delete(`/api/forms/form/${id}`), ...said])

      expect(gone.statusCode).toBe(200)
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode)
    }
  })

  test('nobody sees or joins the builders of another organisation (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const { ada, id } = await openForm(ours)
    const stranger = await theirs.staff('Forms OrgAdmin')
    const window = randomUUID()
    await ada.put(editorsOf(id, window))

    expect((await stranger.put(editorsOf(id, randomUUID()))).statusCode).toBe(404)
    expect((await stranger.delete(editorsOf(id, window))).statusCode).toBe(404)
    expect((await (await ours.staff()).put(editorsOf(id, randomUUID()))).json().others).toHaveLength(1)
    expect((await (await ours.staff('User')).put(editorsOf(id, randomUUID()))).statusCode).toBe(401)
  })
})
