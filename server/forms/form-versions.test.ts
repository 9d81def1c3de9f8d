import { describe, expect, test } from 'vitest'

import type { FormDetails } from '#contract/forms.ts'
import { sentTo, twoQuestions } from '#test/forms.ts'
import { openOrganisation } from '#test/organisation.ts'

const forms = '/api/forms/form'
const [drink, more] = twoQuestions.questions as [(typeof twoQuestions.questions)[0], (typeof twoQuestions.questions)[0]]

/** A form whose version 2 asks one question less. */
async function twoVersions() {
  const ward = await openOrganisation()
  const ada = await ward.staff('Forms User')
  const { id } = (
    await ada.post(forms, { title: 'Tea survey', draft: { ...twoQuestions, source: { name: 'Us', licence: 'Free' } } })
  ).json<FormDetails>()
  const address = `${forms}/${id}`
  await ada.post(`${address}/publish`, { draftRevision: 1 })
  await ada.patch(address, { title: 'Drinks survey', draft: { questions: [drink] }, draftRevision: 1 })
  await ada.post(`${address}/publish`, { draftRevision: 2 })
  return { ward, ada, id, address }
}

describe('GET /form/:id/versions', () => {
  test('an old version is restored as the draft, and patients keep getting the published version (FORM-2, FORM-8)', async () => {
    const { ward, ada, address, id } = await twoVersions()

    const restored = await ada.post(`${address}/versions/1/restore`, { draftRevision: 2 })

    expect(restored.json()).toMatchObject({ title: 'Tea survey', version: 2, isChanged: true, draftRevision: 3 })
    expect(restored.json<FormDetails>().draft).toEqual({ questions: [drink, more], source: { name: 'Us', licence: 'Free' } })
    expect((await ada.get(`${address}/versions/2`)).json()).toMatchObject({ title: 'Drinks survey', questionCount: 1 })
    expect((await ada.post(`${address}/publish`, { draftRevision: 3 })).json()).toMatchObject({ version: 3, isChanged: false })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formVersionRestored')).toMatchObject([
      { subject_id: id, actor_id: ada.id, detail: { title: 'Tea survey', version: 1 } },
    ])
  })

  test('restoring overwrites neither what a colleague saved meanwhile nor an archived form, and needs a difference (FORM-8)', async () => {
    const { ward, ada, address } = await twoVersions()
    const grace = await ward.staff('Forms User', { firstName: 'Grace', lastName: 'Hopper' })
    const restore = (draftRevision: number, version = 1) => ada.post(`${address}/versions/${version}/restore`, { draftRevision })

    expect((await restore(2, 2)).json()).toMatchObject({ status: 409, detail: 'The draft is already the same as version 2.' })
    expect((await restore(2, 7)).statusCode).toBe(404)
    expect((await ada.post(`${address}/versions/1/restore`, {})).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'draftRevision' }],
    })
    await grace.patch(address, { draft: { questions: [more] }, draftRevision: 2 })
    expect((await restore(2)).json()).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^Grace Hopper changed this form on/) as string,
    })
    await ada.patch(address, { archived: true })
    expect((await restore(3)).json()).toMatchObject({ status: 409, detail: 'This form is archived. Restore it to change it.' })
    expect((await ada.get(address)).json<FormDetails>().draft).toEqual({ questions: [more] })
  })

  test('open requests are counted by version, unopened and opened, without answered and closed ones (FORM-8)', async () => {
    const { ward, ada, id, address } = await twoVersions()
    expect((await ada.get(`${address}/open-requests`)).json()).toEqual({ docs: [] })

    await sentTo(ward, { id, version: 1 }, { drink: 'tea' })
    const { requestId } = await sentTo(ward, { id, version: 1 })
    await sentTo(ward, { id, version: 1 })
    await sentTo(ward, { id, version: 2 })
    await ward.query(`update form_requests set status = 'opened' where id = $1`, [requestId])

    expect((await ada.get(`${address}/open-requests`)).json()).toEqual({
      docs: [
        { version: 2, unopened: 1, opened: 0 },
        { version: 1, unopened: 1, opened: 1 },
      ],
    })
  })

  test('the versions of another organisation cannot be counted or restored (ORG-7, FORM-8)', async () => {
    const { address } = await twoVersions()
    const stranger = await (await openOrganisation()).staff('Forms User')

    expect((await stranger.get(`${address}/open-requests`)).statusCode).toBe(404)
    expect((await stranger.post(`${address}/versions/1/restore`, { draftRevision: 2 })).statusCode).toBe(404)
  })
})
