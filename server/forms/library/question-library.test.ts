import { describe, expect, test } from 'vitest'

import type { LibraryQuestion } from '#contract/question-library.ts'
import type { LibraryContent } from '#domain/form/editing/library-question.ts'
import { openOrganisation } from '#test/organisation.ts'

const library = '/api/forms/form/library'
type Listed = { docs: LibraryQuestion[]; totalDocs: number }

const smoking: LibraryContent = {
  question: {
    id: 'smoke',
    type: 'single_select',
    title: 'Do you smoke?',
    hint: 'Cigarettes or a pipe.',
    required: true,
    protocol: { why: 'Anaesthetic risk', reader: 'Pre-assessment nurse' },
    options: [
      { value: 'yes', label: 'Yes', points: 1 },
      { value: 'no', label: 'No', points: 0 },
    ],
  },
  redFlags: [{ id: 'now', name: 'Smokes', answers: { match: 'all', rules: [{ question: 'smoke', operator: 'equals', value: 'yes' }] } }],
  translations: { cy: { 'question.smoke.title': { source: 'Do you smoke?', text: 'Ydych chi’n smygu?' } } },
  source: { name: 'The publisher', licence: 'CC BY 4.0' },
}
const named = (name: string, title = 'Do you smoke?') => ({ name, ...smoking, question: { ...smoking.question, title } })

async function openLibrary() {
  const ward = await openOrganisation()
  const ada = await ward.staff('Forms User', { firstName: 'Ada', lastName: 'Lovelace' })
  const save = async (name: string, title?: string) => (await ada.post(library, named(name, title))).json<LibraryQuestion>()
  const namesOf = async (query: string) => (await ada.get(`${library}?${query}`)).json<Listed>().docs.map(({ name }) => name)
  const events = async () => (await ward.auditTrail()).filter(({ event_type: type }) => type.startsWith('libraryQuestion'))
  return { ward, ada, save, namesOf, events }
}

describe('/form/library', () => {
  test('a question is saved whole, read, renamed, given another protocol and removed, and each act is audited (FORM-10, AUD-1)', async () => {
    const { ada, events } = await openLibrary()

    const saved = await ada.post(library, named('  Smoking  '))
    expect(saved.json()).toEqual({
      id: expect.any(String),
      name: 'Smoking',
      title: 'Do you smoke?',
      type: 'single_select',
      revision: 1,
      updatedBy: { id: ada.id, name: 'Ada Lovelace' },
      updatedAt: expect.any(String),
      ...smoking,
    })
    const { id } = saved.json<LibraryQuestion>()
    const at = `${library}/${id}`
    expect((await ada.get(at)).json()).toEqual(saved.json())

    const changed = await ada.patch(at, { name: 'Smoking now', protocol: { risk: 'Offer help to stop' }, revision: 1 })
    expect(changed.json()).toMatchObject({ name: 'Smoking now', revision: 2, question: { protocol: { risk: 'Offer help to stop' } } })
    expect(changed.json<LibraryQuestion>().question.protocol).not.toHaveProperty('why')
    const emptied = await ada.patch(at, { name: 'Smoking now', protocol: { risk: ' ' }, revision: 2 })
    expect(emptied.json<LibraryQuestion>().question).not.toHaveProperty('protocol')
    expect((await ada.delete(at)).json()).toEqual({ done: true })
    expect((await ada.get(at)).statusCode).toBe(404)

    expect(await events()).toMatchObject([
      { event_type: 'libraryQuestionSaved', actor_id: ada.id, subject_id: id, detail: { name: 'Smoking' } },
      { event_type: 'libraryQuestionRead', subject_id: id },
      { event_type: 'libraryQuestionChanged', subject_id: id, detail: { name: 'Smoking now', fields: ['name', 'protocol'] } },
      { event_type: 'libraryQuestionChanged', subject_id: id, detail: { fields: ['protocol'] } },
      { event_type: 'libraryQuestionRemoved', subject_id: id, detail: { name: 'Smoking now' } },
    ])
  })

  test('the list is searched by name and question, filtered by type, sorted and paged (FORM-10)', async () => {
    const { ada, save, namesOf } = await openLibrary()
    for (const [name, title] of [
      ['Pain now', 'Does it hurt?'],
      ['alcohol', 'How much do you drink?'],
      ['Weight 100%', 'What do you weigh?'],
    ] as const)
      await save(name, title)
    await ada.post(library, {
      name: 'Welcome',
      question: { id: 'page', type: 'information', title: 'Before you start', body: 'Read this.', required: false },
    })

    expect(await namesOf('')).toEqual(['alcohol', 'Pain now', 'Weight 100%', 'Welcome'])
    expect(await namesOf('sort=-name')).toEqual(['Welcome', 'Weight 100%', 'Pain now', 'alcohol'])
    expect(await namesOf('sort=-updatedAt&limit=1')).toEqual(['Welcome'])
    expect(await namesOf('limit=3&page=2')).toEqual(['Welcome'])
    expect(await namesOf('filters[search]=DRINK')).toEqual(['alcohol'])
    expect(await namesOf('filters[search]=0%25')).toEqual(['Weight 100%'])
    expect(await namesOf('filters[search]=%25')).toEqual(['Weight 100%'])
    expect(await namesOf('filters[type]=information')).toEqual(['Welcome'])
    const { docs, totalDocs } = (await ada.get(`${library}?limit=2`)).json<Listed>()
    expect([docs.length, totalDocs]).toEqual([2, 4])
    expect(docs[0]).not.toHaveProperty('question')
  })

  test('a name is used once, also by two users at once, and the message is at the field (FORM-10)', async () => {
    const { ward, ada, save, namesOf } = await openLibrary()
    const grace = await ward.staff('Forms OrgAdmin')
    const { id } = await save('Smoking')
    const other = await save('Drinking')
    const taken = { status: 400, errors: [{ field: 'name', message: 'A question in the library already has this name.' }] }

    expect((await grace.post(library, named('SMOKING'))).json()).toMatchObject(taken)
    expect((await ada.patch(`${library}/${other.id}`, { name: 'smoking', protocol: {}, revision: 1 })).json()).toMatchObject(taken)
    expect((await ada.patch(`${library}/${id}`, { name: 'SMOKING', protocol: {}, revision: 1 })).json()).toMatchObject({ name: 'SMOKING' })
    // Two spellings that only the database folds to one.
    await save('ΑΣ')
    expect((await ada.post(library, named('ασ'))).json()).toMatchObject(taken)

    const both = await Promise.all([ada, grace, ada, grace].map((one) => one.post(library, named('Weight'))))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
    expect(await namesOf('filters[search]=weight')).toEqual(['Weight'])
  })

  test('a change of an earlier revision is refused with the name of the colleague, and nothing is overwritten (FORM-10)', async () => {
    const { ward, ada, save } = await openLibrary()
    const grace = await ward.staff('Forms User', { firstName: 'Grace', lastName: 'Hopper' })
    const { id } = await save('Smoking')
    const change = { name: 'Smoking (Ada)', protocol: {}, revision: 1 }

    await grace.patch(`${library}/${id}`, { ...change, name: 'Smoking (Grace)' })
    expect((await ada.patch(`${library}/${id}`, change)).json()).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^Grace Hopper changed this library question on .+\. Your changes have not been saved\.$/),
    })
    expect((await grace.patch(`${library}/${id}`, change)).json()).toMatchObject({
      detail: expect.stringMatching(/^You changed this library question in another window on /),
    })
    expect((await ada.get(`${library}/${id}`)).json()).toMatchObject({ name: 'Smoking (Grace)', revision: 2 })
    await grace.delete(`${library}/${id}`)
    expect((await ada.patch(`${library}/${id}`, { ...change, revision: 2 })).statusCode).toBe(404)
    expect((await ada.delete(`${library}/${id}`)).statusCode).toBe(404)
  })

  test('only a complete question is saved, with what belongs to it alone (FORM-10)', async () => {
    const { ada, events } = await openLibrary()
    const { question } = smoking
    const refuse = async (body: object) => (await ada.post(library, { ...named('Smoking'), ...body })).json()

    expect(await refuse({ name: ' ' })).toMatchObject({ status: 400, errors: [{ field: 'name', message: 'Name is required.' }] })
    expect(await refuse({ name: 'x'.repeat(101) })).toMatchObject({ errors: [{ field: 'name' }] })
    expect(await refuse({ question: { ...question, title: '' }, translations: undefined })).toMatchObject({
      errors: [{ field: 'question.title', message: 'Question is required.' }],
    })
    expect(await refuse({ question: { ...question, options: [] } })).toMatchObject({ status: 400 })
    expect(await refuse({ question: { ...question, showIf: { match: 'all', rules: [] } } })).toMatchObject({ status: 400 })
    expect(await refuse({ redFlags: [{ id: 'now', name: 'Smokes' }] })).toMatchObject({ status: 400 })
    expect(await refuse({ question: { id: 's', type: 'section', title: 'Part', required: false }, redFlags: undefined })).toMatchObject({
      errors: [{ message: 'A section cannot be saved to the library.' }],
    })
    const { id } = (await ada.post(library, named('Smoking'))).json<LibraryQuestion>()
    expect((await ada.patch(`${library}/${id}`, { name: 'x', protocol: { why: 'x'.repeat(1_001) }, revision: 1 })).json()).toMatchObject({
      errors: [{ field: 'question.protocol' }],
    })
    expect((await events()).map(({ event_type }) => event_type)).toEqual(['libraryQuestionSaved'])
  })

  test('a library has at most 2,000 questions, also when several are saved at once (FORM-10)', async () => {
    const { ward, ada } = await openLibrary()
    await ward.query(
      `insert into library_questions (organisation_id, name, content)
       select $1, 'Question ' || n, jsonb_build_object('question', jsonb_build_object('id', 'q', 'type', 'yes_no', 'title', n::text, 'required', true))
       from generate_series(1, 1998) n`,
      [ward.id],
    )

    const tried = await Promise.all(Array.from({ length: 5 }, (_, n) => ada.post(library, named(`More ${n}`))))

    expect(tried.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect((await ada.post(library, named('One more'))).json()).toMatchObject({
      status: 409,
      detail: 'The library has 2,000 questions, which is the limit. Remove a question that you no longer need.',
    })
  })

  test('another organisation neither sees nor changes the questions, and may use the same names (ORG-7)', async () => {
    const { ada, save } = await openLibrary()
    const elsewhere = await openLibrary()
    const { id } = await save('Smoking')

    expect(await elsewhere.namesOf('')).toEqual([])
    expect((await elsewhere.ada.get(`${library}/${id}`)).statusCode).toBe(404)
    expect((await elsewhere.ada.patch(`${library}/${id}`, { name: 'Theirs', protocol: {}, revision: 1 })).statusCode).toBe(404)
    expect((await elsewhere.ada.delete(`${library}/${id}`)).statusCode).toBe(404)
    expect(await elsewhere.save('Smoking')).toMatchObject({ name: 'Smoking' })
    expect((await ada.get(`${library}/${id}`)).json()).toMatchObject({ name: 'Smoking', revision: 1 })
  })

  test('only users who build forms read and change the library (ROLE-4)', async () => {
    const { ward, save } = await openLibrary()
    const { id } = await save('Smoking')
    const clerk = await ward.staff('User')
    for (const answer of [
      await clerk.get(library),
      await clerk.get(`${library}/${id}`),
      await clerk.post(library, named('Mine')),
      await clerk.patch(`${library}/${id}`, { name: 'Mine', protocol: {}, revision: 1 }),
      await clerk.delete(`${library}/${id}`),
    ])
      expect(answer.json()).toMatchObject({ code: 'not_permitted' })
  })
})
