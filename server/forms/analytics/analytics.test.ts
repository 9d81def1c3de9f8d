import { describe, expect, test } from 'vitest'

import type { FormFigures } from '#contract/form-analytics.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { aForm, aPatient, answered, aRequest } from '#test/requests.ts'

const options = [
  { value: 'a', label: 'Asthma' },
  { value: 'b', label: 'Bronchitis' },
  { value: 'none', label: 'None of these', isNone: true },
]
const clinic: FormDefinition = {
  questions: [
    { id: 'part', type: 'section', title: 'About you', required: false },
    { id: 'had', type: 'multi_select', title: 'Which have you had?', required: false, options },
    { id: 'weight', type: 'number', title: 'What do you weigh?', unit: 'kg', decimals: 1, required: true },
    { id: 'smokes', type: 'yes_no', title: 'Do you smoke?', required: true },
    {
      id: 'pain',
      type: 'scale',
      title: 'How bad is it?',
      required: false,
      showIf: { match: 'all', rules: [{ question: 'smokes', operator: 'equals', value: 'yes' }] },
    },
    { id: 'house', type: 'dropdown', title: 'Which house?', required: false, identifying: true, options },
    { id: 'words', type: 'free_text', title: 'Anything else?', required: false },
  ],
}
const addressOf = (form: { id: string }, query = '') => `/api/forms/form/${form.id}/analytics${query}`

/** Six patients who have answered, the last two of them that they smoke. */
async function sixAnswers(ward: TestOrganisation, wardId?: string) {
  const form = await aForm(ward, 'Clinic form', clinic)
  for (const [index, weight] of ['60', '62.5', '64', '70', '80', '120.5'].entries()) {
    const patientId = (await aPatient(ward, wardId ? { wardId } : {})).id
    const request = await aRequest(ward, {
      patientId,
      formId: form.id,
      status: 'completed',
      openedAt: '2026-07-01T10:00:00Z',
      completedAt: '2026-07-01T11:00:00Z',
    })
    await answered(ward, request, {
      had: index < 3 ? ['a', 'b'] : index === 3 ? [] : ['none'],
      weight,
      ...(index < 4 ? { smokes: 'no' } : { smokes: 'yes', pain: '9' }),
      house: 'a',
      words: index ? 'Ring Samira on 07700 900123' : ' ',
    })
  }
  return form
}

describe('tallied_answer()', () => {
  test('keeps the answers to each type of question that the analytics count, and of any other answer only that it is one (FORM-1, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const keep = async (question: object, answer: unknown) =>
      (await ward.query('select tallied_answer($1, $2) as kept', [JSON.stringify(question), JSON.stringify(answer)]))[0]?.['kept']

    for (const type of questionTypeNames) {
      const question = { id: 'q', type, title: 'Question', required: false, options }
      const { control, comparison } = questionTypes[type]
      const { kind } = control(question)
      const isCounted = kind === 'choices' || kind === 'list' || comparison === 'number'
      expect([type, await keep(question, '7')]).toEqual([type, isCounted ? '7' : true])
      expect([type, await keep({ ...question, identifying: true }, '7')]).toEqual([type, true])
      expect([type, await keep(question, ' ')]).toEqual([type, false])
    }
    expect(await keep({ type: 'multi_select' }, ['a', 'b'])).toEqual(['a', 'b'])
    expect(await keep({ type: 'multi_select' }, [])).toBe(false)
    expect(await keep({ type: 'number' }, 'seven')).toBe(true)
    expect(await keep({}, 'An answer to a question that the version does not have')).toBe(true)
  })
})

describe('GET /form/:id/analytics', () => {
  test('the analytics of a form show what was answered, left empty and not asked, with totals of choices and numbers (FORM-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await sixAnswers(ward)
    await aRequest(ward, { formId: form.id, status: 'unopened' })
    await aRequest(ward, { formId: form.id, status: 'sent_in_error' })

    const response = await ada.get(addressOf(form))
    const { questions, ...figures } = response.json<FormFigures>()

    expect(figures).toEqual({ versions: [1], sent: 7, opened: 6, answered: 6, stops: [] })
    const by = Object.fromEntries(questions.map((question) => [question.id, question]))
    expect(Object.keys(by), 'sections ask nothing').toEqual(['had', 'weight', 'smokes', 'pain', 'house', 'words'])
    expect(by['had']).toMatchObject({ answered: 5, empty: 1, notAsked: 0, detail: 'counted', numbers: null })
    expect(by['had']?.choices).toEqual([
      { label: 'Asthma', count: 3, answers: [] },
      { label: 'Bronchitis', count: 3, answers: [] },
      { label: 'None of these', count: 2, answers: [] },
    ])
    expect(by['weight']?.numbers).toEqual({ min: 60, median: 67, max: 120.5, unit: 'kg' })
    expect(by['pain'], 'two answers are two people').toMatchObject({
      answered: 2,
      empty: 0,
      notAsked: 4,
      detail: 'too few',
      choices: [],
      numbers: null,
    })
    expect(by['house']).toMatchObject({ answered: 6, detail: 'identifying', choices: [] })
    expect(by['words']).toMatchObject({ answered: 5, empty: 1, detail: 'not countable', choices: [] })
    expect(response.body, 'nobody is quoted').not.toContain('Samira')
    expect((await ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'formAnalyticsRead', actor_id: ada.id, subject_id: form.id })
  })

  test('each version has its own numbers, and the total counts choices whose option is gone (FORM-1, FORM-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await sixAnswers(ward)
    const next = { questions: [{ ...clinic.questions[1]!, title: 'Which do you have?', options: options.slice(1) }] }
    await ward.query("insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 2, 'Clinic', $3)", [
      ward.id,
      form.id,
      JSON.stringify(next),
    ])
    await ward.query('update forms set live_version = 2 where id = $1', [form.id])

    const read = async (query: string) => (await ada.get(addressOf(form, query))).json<FormFigures>()

    expect((await read('?version=2')).questions).toMatchObject([{ title: 'Which do you have?', answered: 0 }])
    expect((await read('?version=1')).questions).toHaveLength(6)
    const all = await read('')
    expect(all.versions).toEqual([2, 1])
    expect(all.questions[0]?.title, 'in the words of today').toBe('Which do you have?')
    expect(all.questions[0]?.choices).toContainEqual({ label: 'Asthma', count: 3, answers: [] })
    expect((await ada.get(addressOf(form, '?version=3'))).statusCode).toBe(404)
    expect((await ada.get(addressOf(form, '?version=x'))).statusCode).toBe(400)
  })

  test('options are no numbers where a later version has a number under the id of a question with options (FORM-1, FORM-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await sixAnswers(ward)
    const next = { questions: [{ id: 'had', type: 'number', title: 'How many have you had?', required: false }] }
    await ward.query("insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 2, 'Clinic', $3)", [
      ward.id,
      form.id,
      JSON.stringify(next),
    ])

    const response = await ada.get(addressOf(form))

    expect(response.statusCode).toBe(200)
    expect(response.json<FormFigures>().questions[0]).toMatchObject({ type: 'number', answered: 5, choices: [], numbers: null })
  })

  test('where patients stop is the page that they would have seen next, also after the request has expired (FORM-1, PTN-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const { link, formId, requestId } = await sendFormToPatient(ward, { definition: clinic })
    const stops = async () => (await ada.get(addressOf({ id: formId }))).json<FormFigures>().stops
    const phone = await openPhone()

    const had = await phone.open(link)
    expect(await stops()).toEqual([{ page: 'Which have you had?', count: 1 }])
    const weight = await phone.fillIn(had, { had: 'a' })
    const smokes = await phone.fillIn(weight, { weight: '70' })
    expect(await stops()).toEqual([{ page: 'Do you smoke?', count: 1 }])
    await ward.query("update form_requests set status = 'expired' where id = $1", [requestId])
    expect(await stops(), 'it is kept').toEqual([{ page: 'Do you smoke?', count: 1 }])
    await ward.query("update form_requests set status = 'opened' where id = $1", [requestId])
    const check = await phone.fillIn(await phone.fillIn(await phone.fillIn(smokes, { smokes: 'no' }), {}), {})
    expect(await stops()).toEqual([{ page: 'Check your answers', count: 1 }])
    await phone.fillIn(check, {})
    expect(await stops()).toEqual([])
  })

  test('the analytics are for members who may read answers, and count only patients whom they may see (FORM-1, MEM-4, ROLE-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [north, south] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      ward.id,
    ])
    const [admin, ada] = [await ward.staff('Admin'), await ward.staff('User')]
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, ada.id, north?.['id']])
    const form = await sixAnswers(ward, String(south?.['id']))

    expect((await admin.get(addressOf(form))).json<FormFigures>()).toMatchObject({ sent: 6, answered: 6 })
    const seen = (await ada.get(addressOf(form))).json<FormFigures>()
    expect(seen).toMatchObject({ sent: 0, opened: 0, answered: 0, stops: [] })
    expect(seen.questions.every(({ answered, notAsked }) => answered + notAsked === 0)).toBe(true)
    expect((await (await elsewhere.staff()).get(addressOf(form))).statusCode).toBe(404)
    for (const stranger of [await systemAdministrator(), await nobody()]) expect((await stranger.get(addressOf(form))).statusCode).toBe(401)
  })
})
