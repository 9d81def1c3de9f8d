import { beforeAll, describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { nobody, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { answered, aPatient, aForm, aRequest } from '#test/requests.ts'
import { moodForm, sendMood } from '#test/scored-form.ts'

type Mood = Parameters<typeof sendMood>[1]
type Listed = { docs: { id: string }[]; totalDocs: number; groupings: { status: Record<string, number> } }

/** Three patients who have answered the same form. */
async function openAnswered() {
  const ward = await openOrganisation()
  const clerk = await ward.staff()
  const names = new Map<string, string>()
  const sent = await sendMood(ward, { interest: 'never', down: 'never', harm: 'never' })
  names.set(sent.requestId, 'a')
  const again = async (name: string, mood: Mood) => {
    const { requestId, formId } = await sendMood(ward, mood)
    // Each sending makes a form of its own: the requests become those of one form.
    for (const table of ['form_requests', 'submissions', 'chosen_answers', 'submission_scores'])
      await ward.query(`update ${table} set form_id = $1 where form_id = $2`, [sent.formId, formId])
    names.set(requestId, name)
  }
  await again('b', { interest: 'often', down: 'never', harm: 'never' })
  await again('c', { interest: 'always', harm: 'always' })
  const list = async (query: string) => (await clerk.get(`/api/forms/request?limit=100&${query}`)).json<Listed>()
  const shown = async (query: string) => {
    const { docs, totalDocs, groupings } = await list(query)
    const letters = docs.map(({ id }) => names.get(id) ?? '?').toSorted()
    expect([totalDocs, Object.values(groupings.status).reduce((sum, one) => sum + one, 0)]).toEqual([letters.length, letters.length])
    return letters.join('')
  }
  return { ward, clerk, formId: sent.formId, list, shown, names }
}

let answeredForm: Awaited<ReturnType<typeof openAnswered>>
beforeAll(async () => {
  answeredForm = await openAnswered()
})

const asked = (...answers: string[]) => answers.map((answer, at) => `filters[answer][${at}]=${answer}`).join('&')

describe('The filter on answers of GET /request', () => {
  test('the answers to one question are alternatives, and questions narrow each other down (REQ-1, PTN-5)', async () => {
    const { formId, list, shown } = answeredForm
    const expected: [string[], string][] = [
      [['interest:never'], 'a'],
      [['interest:never', 'interest:often'], 'ab'],
      [['interest:never', 'interest:often', 'down:never'], 'ab'],
      [['interest:always', 'down:never'], ''],
      [['harm:always'], 'c'],
      [['harm:unknown'], ''],
    ]
    for (const [answers, letters] of expected) {
      expect([answers, await shown(asked(...answers))]).toEqual([answers, letters])
      expect([answers, await shown(`filters[formId]=${formId}&${asked(...answers)}`)]).toEqual([answers, letters])
    }
    expect(await list(`filters[status]=closed&${asked('interest:never')}`)).toMatchObject({
      totalDocs: 0,
      groupings: { status: { completed: 1 } },
    })
    expect(await shown(`filters[search]=okafor&${asked('interest:never', 'interest:always')}`), 'with a search').toBe('ac')
  })

  test('text that names no answer is refused (VAL-1)', async () => {
    const { clerk } = answeredForm
    for (const text of ['interest', ':never', 'interest:', 'a b:c', `interest:${'x'.repeat(300)}`])
      expect([text, (await clerk.get(`/api/forms/request?filters[answer]=${encodeURIComponent(text)}`)).statusCode]).toEqual([text, 400])
  })

  test('a bulk change and its preview concern the form requests with the answer (REQ-3)', async () => {
    const { clerk } = answeredForm
    const preview = (await clerk.get(`/api/forms/request/bulk/preview?${asked('interest:often')}`)).json<{ total: number }>()
    expect(preview).toMatchObject({ total: 1 })
  })

  test('a saved view keeps the answers (REQ-1)', async () => {
    const { clerk } = answeredForm
    const filters = { answer: ['interest:never', 'harm:never'] }
    await clerk.post('/api/forms/request/views', { name: 'Not interested', filters, limit: 10 })
    expect((await clerk.get('/api/forms/request/views')).json()).toMatchObject({ docs: [{ name: 'Not interested', filters }] })
  })

  test('users limited to wards find answers of their patients only (MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [north, south] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      ward.id,
    ])
    const [admin, clerk] = [await ward.staff('Admin'), await ward.staff('User')]
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
      ward.id,
      clerk.id,
      north!['id'],
    ])
    const { patientId } = await sendMood(ward)
    const found = async (member: typeof clerk) => (await member.get(`/api/forms/request?${asked('harm:always')}`)).json<Listed>().totalDocs
    const moveTo = (wardId: unknown) => ward.query('update patients set ward_id = $2 where id = $1', [patientId, wardId])

    await moveTo(south!['id'])
    expect([await found(admin), await found(clerk)]).toEqual([1, 0])
    await moveTo(north!['id'])
    expect([await found(admin), await found(clerk)]).toEqual([1, 1])
    expect(await found(await (await openOrganisation()).staff()), 'another organisation').toBe(0)
  })
})

describe('GET /form/:id/choices', () => {
  const choicesOf = async (ward: TestOrganisation, formId: string) =>
    (await (await ward.staff()).get(`/api/forms/form/${formId}/choices`)).json<{ questions: { question: string; choices: object[] }[] }>()

  test('the questions with one choice of all versions are listed, also options that a later version no longer has (REQ-1, FORM-2)', async () => {
    const ward = await openOrganisation()
    const form = await aForm(ward, 'Mood', moodForm)
    const [interest, ...others] = moodForm.questions
    const later = { questions: [{ ...interest!, title: 'Interest?', options: interest!.options!.slice(1) }, ...others.slice(1)] }
    await ward.query("insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 2, 'Mood', $3)", [
      ward.id,
      form.id,
      JSON.stringify(later),
    ])

    const { questions } = await choicesOf(ward, form.id)
    expect(questions.map(({ question }) => question)).toEqual(['interest', 'harm', 'down'])
    expect(questions[0]).toMatchObject({ title: 'Interest?' })
    expect(questions[0]!.choices).toContainEqual({ answer: 'interest:never', label: 'Not at all' })
    const elsewhere = await openOrganisation()
    expect((await (await elsewhere.staff()).get(`/api/forms/form/${form.id}/choices`)).statusCode).toBe(404)
    expect((await (await nobody()).get(`/api/forms/form/${form.id}/choices`)).statusCode).toBe(401)
  })
})

const every: FormDefinition = {
  questions: [
    { id: 'one', type: 'single_select', title: 'One', required: false, options: [{ value: '0', label: 'No' }] },
    { id: 'list', type: 'dropdown', title: 'List', required: false, options: [{ value: 'a b', label: 'A' }] },
    { id: 'yes', type: 'yes_no', title: 'Yes', required: false },
    { id: 'scale', type: 'scale', title: 'Scale', required: false },
    { id: 'some', type: 'multi_select', title: 'Some', required: false, options: [{ value: '0', label: 'No' }] },
    { id: 'text', type: 'free_text', title: 'Text', required: false },
    { id: 'number', type: 'number', title: 'Number', required: false },
  ],
}

describe('rebuild_chosen_answers()', () => {
  test('the migration finds the same answers in stored submissions as the application keeps (REQ-1, OPS-3)', async () => {
    const ward = await openOrganisation()
    await sendMood(ward)
    const rowsOf = () =>
      ward.query('select request_id, question, value, form_id, created_at from chosen_answers where organisation_id = $1 order by 1, 2', [
        ward.id,
      ])
    const kept = await rowsOf()
    expect(kept).toHaveLength(3)
    await ward.query('delete from chosen_answers where organisation_id = $1', [ward.id])
    const form = await aForm(ward, 'Every type', every)
    const request = await aRequest(ward, { formId: form.id, patientId: (await aPatient(ward)).id, status: 'completed' })
    const answers = { one: '0', list: 'a b', yes: 'no', scale: '7', some: ['0'], text: 'words', number: '5' }
    await answered(ward, request, answers)
    const empty = await aRequest(ward, { formId: form.id, status: 'completed' })
    await answered(ward, empty, { one: '', list: ' ', yes: [], text: '' })

    await ward.query('select rebuild_chosen_answers()')
    const made = await rowsOf()
    expect(made.filter(({ request_id }) => request_id !== request.id)).toEqual(kept)
    expect(made.filter(({ request_id }) => request_id === request.id).map(({ question, value }) => [question, value])).toEqual([
      ['list', 'a b'],
      ['one', '0'],
      ['scale', '7'],
      ['yes', 'no'],
    ])
  })
})
