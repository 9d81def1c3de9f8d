import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { FormDetails, FormSummary } from '#contract/forms.ts'
import { twoQuestions } from '#test/forms.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const forms = '/api/forms/form'

describe('Creating and listing forms', () => {
  test('a form is created with a first draft, and read again as it was written (FORM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms User')

    const created = await ada.post(forms, {
      title: ' Tea survey ',
      description: 'What people drink',
      type: 'experience',
      draft: twoQuestions,
    })

    expect(created.statusCode).toBe(200)
    expect(created.json()).toMatchObject({
      title: 'Tea survey',
      description: 'What people drink',
      type: 'experience',
      version: null,
      isArchived: false,
      isChanged: false,
      questionCount: 2,
      requestCount: 0,
      draftRevision: 1,
      editedBy: { id: ada.id, name: 'Ada Byron' },
      draft: twoQuestions,
    })
    const { id } = created.json<FormDetails>()
    expect((await ada.get(`${forms}/${id}`)).json()).toEqual(created.json())
    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'formCreated', actor_id: ada.id, subject_id: id, detail: { title: 'Tea survey' } },
      { event_type: 'formRead', subject_id: id },
    ])
  })

  test('a form is created as sensitive if the call says so, so that a copy of a sensitive form stays sensitive (PEP-3, FORM-10)', async () => {
    const ada = await (await openOrganisation()).staff('Forms User')
    const created = async (more: object) => (await ada.post(forms, { title: 'Tea', draft: twoQuestions, ...more })).json<FormDetails>()

    expect(await created({ isSensitive: true })).toMatchObject({ isSensitive: true })
    expect(await created({})).toMatchObject({ isSensitive: false })
  })

  test.each([
    [{}, 'title', undefined],
    [{ title: '  ' }, 'title', 'Title is required.'],
    [{ title: 'x'.repeat(201) }, 'title', 'Title must be 200 characters or fewer.'],
    [{ title: 'T', type: 'weather' }, 'type', undefined],
    [{ title: 'T', draft: { questions: 'none' } }, 'draft.questions', undefined],
    [
      { title: 'T', draft: { questions: [{ id: 'a b', type: 'date', title: '', required: true }] } },
      'draft.questions.0.id',
      'Question ID is not valid.',
    ],
  ])('an invalid form is refused with the name of the field (%#) (FORM-1)', async (body, field, message) => {
    const ward = await openOrganisation()

    const refused = await (await ward.staff('Forms User')).post(forms, body)

    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toMatchObject([{ field, ...(message && { message }) }])
  })

  test('forms are written by members with the permission: not by a reader, a stranger or a system administrator (ROLE-4)', async () => {
    const ward = await openOrganisation()
    const [writer, reader, chief, stranger] = await Promise.all([
      ward.staff('Forms User'),
      ward.staff('User'),
      systemAdministrator(),
      nobody(),
    ])
    const { id } = (await writer.post(forms, { title: 'Tea', draft: twoQuestions })).json<FormDetails>()
    const writes = (who: typeof stranger) => [
      who.post(forms, { title: 'Mine' }),
      who.patch(`${forms}/${id}`, { title: 'Mine' }),
      who.post(`${forms}/${id}/publish`, { draftRevision: 1 }),
      who.delete(`${forms}/${id}`),
    ]
    const reads = (who: typeof stranger) =>
      [forms, `${forms}/${id}`, `${forms}/${id}/versions`, `${forms}/${id}/responses`].map((url) => who.get(url))
    const statuses = async (answers: Promise<{ statusCode: number }>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode)

    expect(await statuses(writes(reader))).toEqual([401, 401, 401, 401])
    expect(await statuses(reads(reader))).toEqual([200, 200, 200, 200])
    for (const other of [chief, stranger]) expect(await statuses([...writes(other), ...reads(other)])).toEqual(Array(8).fill(401))
    expect((await writer.delete(`${forms}/${id}`)).statusCode, 'a Forms User writes but does not delete').toBe(401)
  })

  test('a form of another organisation is not found (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, eve] = [await ours.staff('Forms OrgAdmin'), await theirs.staff('Forms OrgAdmin')]
    const { id } = (await ada.post(forms, { title: 'Tea', draft: twoQuestions })).json<FormDetails>()
    await ada.post(`${forms}/${id}/publish`, { draftRevision: 1 })

    const answers = await Promise.all([
      eve.get(`${forms}/${id}`),
      eve.patch(`${forms}/${id}`, { title: 'Mine' }),
      eve.post(`${forms}/${id}/publish`, { draftRevision: 1 }),
      eve.delete(`${forms}/${id}`),
      eve.get(`${forms}/${id}/versions`),
      eve.get(`${forms}/${id}/versions/1`),
      eve.get(`${forms}/${id}/responses`),
      eve.get(`${forms}/${id}/responses/${randomUUID()}`),
    ])

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(404))
    expect((await eve.get(forms)).json()).toMatchObject({ docs: [], totalDocs: 0 })
  })

  test('the list is searched, filtered, sorted and paged (FORM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const make = async (title: string, type: string) => (await ada.post(forms, { title, type, draft: twoQuestions })).json<FormDetails>()
    const [tea, coffee, water] = [await make('Tea 100%', 'risk'), await make('coffee', 'review'), await make('Water', 'review')]
    await ada.post(`${forms}/${water.id}/publish`, { draftRevision: 1 })
    await ada.patch(`${forms}/${tea.id}`, { title: 'Tea 100% and milk' })
    const titles = async (query: string) => {
      const { docs, totalDocs } = (await ada.get(`${forms}?${query}`)).json<{ docs: FormSummary[]; totalDocs: number }>()
      return [docs.map(({ title }) => title), totalDocs]
    }

    expect(await titles('sort=title')).toEqual([['coffee', 'Tea 100% and milk', 'Water'], 3])
    expect(await titles('')).toEqual([['Tea 100% and milk', 'Water', 'coffee'], 3])
    expect(await titles('sort=-version&limit=1')).toEqual([['Water'], 3])
    expect(await titles('sort=title&limit=2&page=2')).toEqual([['Water'], 3])
    expect(await titles('filters[search]=100%25')).toEqual([['Tea 100% and milk'], 1])
    expect(await titles('filters[type]=review&sort=title')).toEqual([['coffee', 'Water'], 2])
    expect(await titles('filters[type][0]=review&filters[type][1]=risk&filters[published]=false&sort=title')).toEqual([
      ['coffee', 'Tea 100% and milk'],
      2,
    ])
    expect((await ada.get(`${forms}?sort=secret`)).statusCode).toBe(400)
    expect((await ada.get(`${forms}/${coffee.id.slice(1)}`)).statusCode).toBe(400)
  })
})
