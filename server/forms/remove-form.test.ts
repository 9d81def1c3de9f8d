import { describe, expect, test } from 'vitest'

import type { FormDetails } from '#contract/forms.ts'
import { sentTo, twoQuestions } from '#test/forms.ts'
import { openOrganisation } from '#test/organisation.ts'

const forms = '/api/forms/form'

describe('DELETE /form/:id', () => {
  test('an archived form leaves the list, cannot be changed or published, and can be restored (FORM-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms User')
    const { id } = (await ada.post(forms, { title: 'Tea', draft: twoQuestions })).json<FormDetails>()
    const listed = async (query = '') => (await ada.get(`${forms}?${query}`)).json<{ totalDocs: number }>().totalDocs

    expect((await ada.patch(`${forms}/${id}`, { archived: true })).json()).toMatchObject({ isArchived: true })

    expect([await listed(), await listed('filters[archived]=true')]).toEqual([0, 1])
    expect((await ada.patch(`${forms}/${id}`, { title: 'Coffee' })).json()).toMatchObject({
      status: 409,
      detail: 'This form is archived. Restore it to change it.',
    })
    expect((await ada.post(`${forms}/${id}/publish`, { draftRevision: 1 })).statusCode).toBe(409)
    expect((await ada.patch(`${forms}/${id}`, { archived: false })).json()).toMatchObject({ isArchived: false, draftRevision: 1 })
    const events = (await ward.auditTrail()).map(({ event_type }) => event_type)
    expect(events.filter((event) => !/List/.test(event))).toEqual(['formCreated', 'formArchived', 'formRestored'])
  })

  test('a form that was sent cannot be deleted; one that was not is deleted with its versions (FORM-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const publish = async (title: string) => {
      const { id } = (await ada.post(forms, { title, draft: twoQuestions })).json<FormDetails>()
      return (await ada.post(`${forms}/${id}/publish`, { draftRevision: 1 })).json<FormDetails>()
    }
    const [sent, unsent] = [await publish('Sent'), await publish('Unsent')]
    await sentTo(ward, { id: sent.id, version: 1 })

    const refused = await ada.delete(`${forms}/${sent.id}`)
    const gone = await ada.delete(`${forms}/${unsent.id}`)

    expect(refused.json()).toMatchObject({
      status: 409,
      detail: 'This form has been sent to patients, so it cannot be deleted. You can archive it instead.',
    })
    expect((await ada.get(`${forms}/${sent.id}`)).json()).toMatchObject({ version: 1, requestCount: 1 })
    expect(gone.json()).toEqual({ done: true })
    expect((await ada.get(`${forms}/${unsent.id}`)).statusCode).toBe(404)
    expect((await ada.delete(`${forms}/${unsent.id}`)).statusCode).toBe(404)
    expect(await ward.query('select from form_versions where form_id = $1', [unsent.id])).toEqual([])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formDeleted')).toMatchObject([
      { subject_id: unsent.id, detail: { title: 'Unsent' } },
    ])
  })
})
