import { describe, expect, test } from 'vitest'

import type { FormDetails } from '#contract/forms.ts'
import { twoQuestions } from '#test/forms.ts'
import { openOrganisation } from '#test/organisation.ts'

const forms = '/api/forms/form'
const [drink, more] = twoQuestions.questions as [(typeof twoQuestions.questions)[0], (typeof twoQuestions.questions)[0]]

async function openWithForm(draft: unknown = twoQuestions) {
  const ward = await openOrganisation()
  const ada = await ward.staff('Forms User')
  const form = (await ada.post(forms, { title: 'Tea survey', draft })).json<FormDetails>()
  return { ward, ada, address: `${forms}/${form.id}` }
}

describe('PATCH /form/:id', () => {
  test('when two authors save, the second is refused with who saved first and when, and nothing is overwritten (FORM-3)', async () => {
    const { ward, ada, address } = await openWithForm()
    const grace = await ward.staff('Forms OrgAdmin', { firstName: 'Grace', lastName: 'Hopper' })

    const answers = await Promise.all([
      grace.patch(address, { draft: { questions: [drink] }, draftRevision: 1 }),
      ada.patch(address, { draft: { questions: [more] }, draftRevision: 1 }),
    ])

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const graceWon = answers[0].statusCode === 200
    const refused = answers[graceWon ? 1 : 0].json()
    expect(refused.detail).toMatch(
      new RegExp(
        `^${graceWon ? 'Grace Hopper' : 'Ada Byron'} changed this form on \\d\\d-\\w{3}-\\d{4} \\d\\d:\\d\\d\\. Your changes have not been saved\\.$`,
      ),
    )
    expect((await ada.get(address)).json()).toMatchObject({ draft: { questions: [graceWon ? drink : more] }, draftRevision: 2 })
    expect((await ada.post(`${address}/publish`, { draftRevision: 1 })).statusCode, 'what is published is what was looked at').toBe(409)
    expect((await ada.patch(address, { draft: twoQuestions })).json().errors).toMatchObject([
      { field: 'draftRevision', message: 'Draft revision is required.' },
    ])
  })

  test('the same person in a second window is refused as well (FORM-3)', async () => {
    const { ada, address } = await openWithForm()
    await ada.patch(address, { title: 'Other', draftRevision: 1 })

    expect((await ada.patch(address, { title: 'Another', draftRevision: 1 })).json().detail).toMatch(
      /^You changed this form in another window on /,
    )
  })

  test('a form is linked to a department or clinic of the patient engagement portal, and an open draft stays valid (FORM-4)', async () => {
    const { ward, ada, address } = await openWithForm()

    expect((await ada.patch(address, { pepCode: ' CLINIC-7 ' })).json()).toMatchObject({ pepCode: 'CLINIC-7', draftRevision: 1 })
    expect((await ada.patch(address, { title: 'Drinks', draftRevision: 1 })).json()).toMatchObject({ title: 'Drinks', pepCode: 'CLINIC-7' })
    expect((await ada.patch(address, { pepCode: 'x'.repeat(51) })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'pepCode', message: 'Code must be 50 characters or fewer.' }],
    })
    expect((await ada.patch(address, { pepCode: null })).json()).toMatchObject({ pepCode: null })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formUpdated')).toMatchObject([
      { detail: { changed: ['pepCode'] } },
      { detail: { changed: ['title'] } },
      { detail: { changed: ['pepCode'] } },
    ])
  })

  test.each([
    ['waiting_list', 'general', 'A published waiting-list form keeps its type. Copy the form to use another type.'],
    ['review', 'waiting_list', 'A published form cannot become a waiting-list form. Copy the form to use this type.'],
  ])(
    'a published form of the type %s is not changed to %s, because its answers go by its type (FORM-3, PTN-5)',
    async (type, wanted, message) => {
      const ward = await openOrganisation()
      const ada = await ward.staff('Forms User')
      const { id } = (await ada.post(forms, { title: 'Tea survey', type: 'risk', draft: twoQuestions })).json<FormDetails>()
      const address = `${forms}/${id}`

      const drafted = await ada.patch(address, { type, draftRevision: 1 })
      expect(drafted.json(), 'a draft takes any type').toMatchObject({ type })
      await ada.post(`${address}/publish`, { draftRevision: 2 })

      const refused = await ada.patch(address, { title: 'Other', type: wanted, draftRevision: 2 })
      expect(refused.json()).toMatchObject({ status: 400, detail: message, errors: [{ field: 'type', message }] })
      expect((await ada.get(address)).json()).toMatchObject({ title: 'Tea survey', type, draftRevision: 2 })

      const same = await ada.patch(address, { title: 'Other', type, draftRevision: 2 })
      expect(same.json(), 'the builder sends the type with every change').toMatchObject({ title: 'Other', type })
    },
  )

  test('a published form takes another type that opens no queues (FORM-3)', async () => {
    const { ada, address } = await openWithForm()
    await ada.post(`${address}/publish`, { draftRevision: 1 })

    expect((await ada.patch(address, { type: 'experience', draftRevision: 1 })).json()).toMatchObject({ type: 'experience' })
  })
})
