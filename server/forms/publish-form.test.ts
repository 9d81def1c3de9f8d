import pg from 'pg'
import { describe, expect, test } from 'vitest'

import type { FormDetails } from '#contract/forms.ts'
import { sentTo, twoQuestions } from '#test/forms.ts'
import { testServer } from '#test/test-server.ts'
import { openOrganisation } from '#test/organisation.ts'

const forms = '/api/forms/form'
const [drink, more] = twoQuestions.questions as [(typeof twoQuestions.questions)[0], (typeof twoQuestions.questions)[0]]

async function openWithForm(draft: unknown = twoQuestions) {
  const ward = await openOrganisation()
  const ada = await ward.staff('Forms User')
  const form = (await ada.post(forms, { title: 'Tea survey', draft })).json<FormDetails>()
  return { ward, ada, form, address: `${forms}/${form.id}` }
}

describe('POST /form/:id/publish', () => {
  test('publishing numbers the versions, and a version never changes (FORM-2)', async () => {
    const { ada, address } = await openWithForm()

    const first = await ada.post(`${address}/publish`, { draftRevision: 1, changeNotes: 'First one' })
    const saved = await ada.patch(address, { title: 'Drinks survey', draft: { questions: [drink] }, draftRevision: 1 })
    const second = await ada.post(`${address}/publish`, { draftRevision: 2, changeNotes: 'Shorter' })

    expect(first.json()).toMatchObject({ version: 1, isChanged: false })
    expect(saved.json()).toMatchObject({ version: 1, isChanged: true, questionCount: 1, draftRevision: 2 })
    expect(second.json()).toMatchObject({ version: 2, isChanged: false })
    expect((await ada.get(`${address}/versions`)).json()).toMatchObject({
      page: 1,
      totalDocs: 2,
      docs: [
        { version: 2, title: 'Drinks survey', changeNotes: 'Shorter', questionCount: 1, publishedBy: { id: ada.id, name: 'Ada Byron' } },
        { version: 1, title: 'Tea survey', changeNotes: 'First one', questionCount: 2 },
      ],
    })
    expect((await ada.get(`${address}/versions/1`)).json()).toMatchObject({ version: 1, title: 'Tea survey', definition: twoQuestions })
    expect((await ada.get(`${address}/versions/3`)).statusCode).toBe(404)
    expect((await ada.get(`${address}/versions/zero`)).statusCode).toBe(400)
  })

  test('a version has only the settings of its question types, and the draft is then identical to it (FORM-6)', async () => {
    const stray = { id: 'since', type: 'date', title: 'Since when?', required: true, options: [{ value: 'a', label: 'Tea' }], unit: 'kg' }
    const { ada, address, form } = await openWithForm({ questions: [stray] })
    expect(form.draft.questions, 'a draft loses nothing').toEqual([stray])

    const published = await ada.post(`${address}/publish`, { draftRevision: 1 })

    const own = { questions: [{ id: 'since', type: 'date', title: 'Since when?', required: true }] }
    expect(published.json()).toMatchObject({ version: 1, isChanged: false })
    expect((await ada.get(`${address}/versions/1`)).json().definition).toEqual(own)
    expect(published.json().draft).toEqual(own)
  })

  test('a version keeps the translations of its own texts for ever, and the draft is then identical to it (PTN-8, FORM-2)', async () => {
    const welsh = { [`question.${drink.id}.title`]: { source: drink.title, text: 'Beth ydych chi’n ei yfed?' } }
    const stray = { 'question.gone.title': { source: 'Gone?', text: 'Wedi mynd?' } }
    const draft = { ...twoQuestions, translations: { cy: { ...welsh, ...stray }, fr: stray } }
    const { ada, address, form } = await openWithForm(draft)
    expect(form.draft, 'a draft loses nothing').toEqual(draft)

    const published = await ada.post(`${address}/publish`, { draftRevision: 1 })
    await ada.patch(address, { draft: twoQuestions, draftRevision: 1 })

    const own = { ...twoQuestions, translations: { cy: welsh } }
    expect(published.json()).toMatchObject({ version: 1, isChanged: false, draft: own })
    expect((await ada.get(`${address}/versions/1`)).json().definition).toEqual(own)
  })

  test('a translation that is longer than its English text may be is refused with its reason (PTN-8, FORM-2)', async () => {
    const text = { source: drink.title, text: 'x'.repeat(501) }
    const { ada, address } = await openWithForm({ ...twoQuestions, translations: { cy: { [`question.${drink.id}.title`]: text } } })

    const refused = await ada.post(`${address}/publish`, { draftRevision: 1 })

    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([
      { field: 'translations', message: `Welsh: Question must be 500 characters or fewer: ‘${'x'.repeat(40)}…’` },
    ])
    for (const translations of [{ Welsh: {} }, { cy: { other: text } }, { cy: { 'question.drink.title': 'x' } }])
      expect((await ada.patch(address, { draft: { ...twoQuestions, translations }, draftRevision: 1 })).statusCode).toBe(400)
  })

  test('the same draft is not published twice (FORM-2)', async () => {
    const { ward, ada, address } = await openWithForm()
    await ada.post(`${address}/publish`, { draftRevision: 1 })

    expect((await ada.post(`${address}/publish`, { draftRevision: 1 })).json()).toMatchObject({
      status: 409,
      detail: 'Nothing has changed since version 1.',
    })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formPublished')).toMatchObject([
      { detail: { title: 'Tea survey', version: 1 } },
    ])
  })

  test('a form without a question is not published, and every problem is listed with its place (FORM-1)', async () => {
    const { ada, address } = await openWithForm({ questions: [] })
    const empty = await ada.post(`${address}/publish`, { draftRevision: 1 })
    const faulty = [
      drink,
      { ...more, title: ' ' },
      {
        ...drink,
        id: 'third',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: '' },
        ],
      },
    ]
    await ada.patch(address, { draft: { questions: faulty }, draftRevision: 1 })
    const refused = await ada.post(`${address}/publish`, { draftRevision: 2 })

    expect(empty.json()).toMatchObject({
      status: 400,
      detail: 'Please add at least one question to save the form.',
      errors: [{ field: 'questions', message: 'Please add at least one question to save the form.' }],
    })
    expect(refused.json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'questions.1.title', message: 'Question is required.' },
        { field: 'questions.2.options.1', message: 'Option text is required.' },
      ],
    })
    expect((await ada.get(address)).json()).toMatchObject({ version: null })
    expect((await ada.post(`${address}/publish`, {})).json().errors).toMatchObject([{ field: 'draftRevision' }])
  })

  test('conditions, scores and red flags that can never apply are kept in the draft and refused when it is published (FORM-6, FORM-7)', async () => {
    const showIf = (...values: string[]) => ({
      match: 'all' as const,
      rules: values.map((value) => ({ question: 'drink', operator: 'equals' as const, value })),
    })
    const draft = {
      questions: [
        { ...drink, options: ['tea', 'milk'].map((value) => ({ value, label: value })) },
        { ...more, showIf: showIf('tea', 'milk') },
      ],
      scores: [{ id: 's1', name: 'Thirst', questions: ['drink'], bands: [] }],
      redFlags: [{ id: 'f1', name: 'Dry', score: { score: 'gone', atLeast: 3 } }],
    }
    const { ada, address, form } = await openWithForm(draft)
    expect(form.draft).toEqual(draft)
    expect((await ada.post(`${address}/publish`, { draftRevision: 1 })).json()).toMatchObject({
      status: 400,
      errors: [
        {
          field: 'questions.1.showIf.rules.1',
          message:
            'This question can never be shown. These rules are never both true: ‘What do you drink?’ is tea, and ‘What do you drink?’ is milk.',
        },
        { field: 'scores.0.questions', message: '‘What do you drink?’ is selected, but its options have no points.' },
        { field: 'redFlags.0.score', message: 'The score in this red flag was deleted.' },
      ],
    })
    await ada.patch(address, { draft: { questions: [drink, { ...more, showIf: showIf('tea') }] }, draftRevision: 1 })
    // Tea is all there is to drink, so the condition changes nothing: worth a look, but no reason not to publish.
    expect((await ada.post(`${address}/publish`, { draftRevision: 2 })).json()).toMatchObject({ version: 1 })
  })

  test('a published version is never changed or deleted, not even by SQL (FORM-2)', async () => {
    const { ward, ada, form, address } = await openWithForm()
    await ada.post(`${address}/publish`, { draftRevision: 1 })
    const { url } = await testServer()
    const app = new pg.Client({ connectionString: url, options: `-c role=formward_app -c app.organisation_id=${ward.id}` })
    await app.connect()
    const attempt = (statement: string) =>
      app.query(statement).then(
        () => 'done',
        (error: Error) => error.message,
      )

    expect(await attempt(`select definition from form_versions where form_id = '${form.id}'`)).toBe('done')
    expect(await attempt(`update form_versions set title = 'Other'`)).toBe('permission denied for table form_versions')
    expect(await attempt(`delete from form_versions`)).toBe('permission denied for table form_versions')
    await app.end()
    await expect(ward.query(`update form_versions set title = 'Other' where form_id = $1`, [form.id])).rejects.toThrow(
      'form_versions rows are never changed',
    )
  })

  test('a submission is always shown with the version that was answered (FORM-2)', async () => {
    const { ward, ada, form, address } = await openWithForm()
    await ada.post(`${address}/publish`, { draftRevision: 1 })
    const answers = { drink: 'tea' }
    const { submissionId, requestId, patientId } = await sentTo(ward, { id: form.id, version: 1 }, answers)
    await ada.patch(address, { draft: { questions: [more] }, draftRevision: 1 })
    await ada.post(`${address}/publish`, { draftRevision: 2 })

    const listed = (await ada.get(`${address}/responses`)).json()
    const shown = (await ada.get(`${address}/responses/${submissionId}`)).json()

    expect(listed).toMatchObject({
      totalDocs: 1,
      docs: [
        {
          id: submissionId,
          requestId,
          version: 1,
          channel: 'web',
          patient: { id: patientId, lastName: 'Hopper', dateOfBirth: '1961-03-09' },
        },
      ],
    })
    expect(JSON.stringify(listed), 'answers are read one by one').not.toContain('tea')
    expect(shown).toMatchObject({ id: submissionId, version: 1, title: 'Tea survey', definition: twoQuestions, answers })
    const reads = (await ward.auditTrail()).filter(({ event_type }) => event_type.startsWith('formRequest'))
    expect(reads).toMatchObject([
      { event_type: 'formRequestList', subject_id: form.id },
      { event_type: 'formRequestRead', subject_id: requestId, patient_id: patientId },
    ])
    const other = (await ada.post(forms, { title: 'Other' })).json<FormDetails>()
    expect((await ada.get(`${forms}/${other.id}/responses/${submissionId}`)).statusCode).toBe(404)
  })
})
