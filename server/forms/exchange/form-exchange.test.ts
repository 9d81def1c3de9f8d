import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { ImportPreview } from '#contract/form-exchange.ts'
import type { FormDetails } from '#contract/forms.ts'
import type { Questionnaire, QuestionnaireResponse } from '#domain/fhir/resource.ts'
import { problemsOf } from '#test/fhir/check-resource.ts'
import { sentTo, twoQuestions } from '#test/forms.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'

const forms = '/api/forms/form'
const asFhir = { 'content-type': 'application/fhir+json' }
const item = (linkId: string, more: object = {}) => ({ linkId, text: `Question ${linkId}`, type: 'string', ...more })
const questionnaire = (...items: object[]) => ({ resourceType: 'Questionnaire', status: 'active', title: 'From elsewhere', item: items })

async function openForms() {
  const ward = await openOrganisation()
  const ada = await ward.staff('Forms User')
  const preview = (sent: unknown) =>
    ada.post(`${forms}/fhir/preview`, typeof sent === 'string' || sent instanceof Uint8Array ? sent : JSON.stringify(sent), asFhir)
  return { ward, ada, preview }
}

describe('Exporting and importing a form', () => {
  test('a questionnaire of another system is previewed item by item without creating anything, then becomes a draft (FORM-9)', async () => {
    const { ward, ada, preview } = await openForms()
    const sent = questionnaire(item('well', { type: 'boolean', required: true }), {
      linkId: 'more',
      text: 'More',
      type: 'group',
      item: [item('photo', { type: 'attachment' }), item('when', { type: 'dateTime' })],
    })

    const shown = (await preview(sent)).json<ImportPreview>()

    expect(shown).toMatchObject({ title: 'From elsewhere', questionCount: 3 })
    expect(shown.lines.map(({ linkId, outcome }) => [linkId, outcome])).toEqual([
      ['well', 'kept'],
      ['more', 'kept'],
      ['photo', 'dropped'],
      ['when', 'degraded'],
    ])
    expect((await ada.get(forms)).json()).toMatchObject({ totalDocs: 0 })

    const made = (await ada.post(`${forms}/fhir`, JSON.stringify(sent), asFhir)).json<FormDetails>()

    expect(made).toMatchObject({ title: 'From elsewhere', version: null, draftRevision: 1, questionCount: 2 })
    expect(made.draft.questions.map(({ id, type }) => [id, type])).toEqual([
      ['well', 'yes_no'],
      ['more', 'section'],
      ['when', 'date'],
    ])
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['formImportPreviewed', 'formList', 'formCreated'])
  })

  test.each(['application/fhir+json; charset=utf-8', 'application/json', 'application/json; charset=utf-8'])(
    'POST /form/fhir: a questionnaire sent as %s is accepted (FORM-9)',
    async (type) => {
      const { ada } = await openForms()
      const sent = JSON.stringify(questionnaire(item('well')))
      const shown = await ada.post(`${forms}/fhir/preview`, sent, { 'content-type': type })
      const made = await ada.post(`${forms}/fhir`, sent, { 'content-type': type })
      expect([shown.statusCode, made.statusCode, made.json()]).toMatchObject([200, 200, { title: 'From elsewhere', questionCount: 1 }])
    },
  )

  test('a version is exported as a file that any FHIR R4 system can read, and imported again unchanged; an old version is marked as retired (FORM-9)', async () => {
    const { ada } = await openForms()
    const { id } = (await ada.post(forms, { title: 'Tea', type: 'review', draft: twoQuestions })).json<FormDetails>()
    await ada.post(`${forms}/${id}/publish`, { draftRevision: 1 })
    await ada.patch(`${forms}/${id}`, { title: 'Tea and milk', draft: { questions: [twoQuestions.questions[0]] }, draftRevision: 1 })
    await ada.post(`${forms}/${id}/publish`, { draftRevision: 2 })

    const first = await ada.get(`${forms}/${id}/versions/1/fhir`)
    const second = (await ada.get(`${forms}/${id}/versions/2/fhir`)).json<Questionnaire>()

    expect(first.headers).toMatchObject({
      'content-type': 'application/fhir+json; charset=utf-8',
      'content-disposition': 'attachment; filename="form-version-1.fhir.json"',
    })
    expect(first.json()).toMatchObject({ title: 'Tea', status: 'retired', version: '1', url: `urn:uuid:${id}` })
    expect(second).toMatchObject({ title: 'Tea and milk', status: 'active', version: '2' })
    expect([...problemsOf(first.json()), ...problemsOf(second)]).toEqual([])
    expect((await ada.post(`${forms}/fhir`, first.body, asFhir)).json()).toMatchObject({
      title: 'Tea',
      type: 'review',
      draft: twoQuestions,
    })
    expect((await ada.get(`${forms}/${id}/versions/3/fhir`)).statusCode).toBe(404)
  })

  test('a submission is exported with questions and answers, and the log says who read it (FORM-9)', async () => {
    const { ward, ada } = await openForms()
    const { id } = (await ada.post(forms, { title: 'Tea', draft: twoQuestions })).json<FormDetails>()
    await ada.post(`${forms}/${id}/publish`, { draftRevision: 1 })
    const { patientId, requestId, submissionId } = await sentTo(ward, { id, version: 1 }, { drink: 'tea' })

    const file = await ada.get(`${forms}/${id}/responses/${submissionId}/fhir`)

    const response = file.json<QuestionnaireResponse>()
    expect(problemsOf(response)).toEqual([])
    expect(response).toMatchObject({
      questionnaire: `urn:uuid:${id}|1`,
      status: 'completed',
      item: [{ linkId: 'drink', text: 'What do you drink?', answer: [{ valueCoding: { code: 'tea', display: 'Tea' } }] }],
    })
    expect(file.headers['content-disposition'], 'a name of a file says nothing of the patient').toBe(
      'attachment; filename="form-submission.fhir.json"',
    )
    expect((await ward.auditTrail()).at(-1)).toMatchObject({
      event_type: 'formRequestRead',
      subject_id: requestId,
      patient_id: patientId,
      actor_id: ada.id,
    })
  })

  test('a member who may not write forms imports none, and nobody exports forms of another organisation (FORM-9, ROLE-4, ORG-7)', async () => {
    const { ward, ada } = await openForms()
    const [reader, eve, stranger] = [await ward.staff('User'), await (await openOrganisation()).staff('Forms OrgAdmin'), await nobody()]
    const { id } = (await ada.post(forms, { title: 'Tea', draft: twoQuestions })).json<FormDetails>()
    await ada.post(`${forms}/${id}/publish`, { draftRevision: 1 })
    const { submissionId } = await sentTo(ward, { id, version: 1 }, { drink: 'tea' })
    const sent = JSON.stringify(questionnaire(item('a')))
    const out = [`${forms}/${id}/versions/1/fhir`, `${forms}/${id}/responses/${submissionId}/fhir`]
    const statuses = async (answers: Promise<{ statusCode: number }>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode)

    for (const who of [reader, stranger])
      expect(await statuses(['/fhir', '/fhir/preview'].map((path) => who.post(forms + path, sent, asFhir)))).toEqual([401, 401])
    expect(await statuses(out.map((url) => eve.get(url)))).toEqual([404, 404])
    expect(await statuses(out.map((url) => stranger.get(url)))).toEqual([401, 401])
    expect((await ada.get(`${forms}/${id}/responses/${randomUUID()}/fhir`)).statusCode).toBe(404)
  })

  test('a questionnaire of 628 questions is created as several drafts at once (FORM-9)', async () => {
    const { ward, ada, preview } = await openForms()
    const sent = questionnaire(...Array.from({ length: 628 }, (_, index) => item(`q${index}`)))

    const shown = (await preview(sent)).json<ImportPreview>()
    const made = (await ada.post(`${forms}/fhir`, JSON.stringify(sent), asFhir)).json<FormDetails & { otherParts: { id: string }[] }>()

    expect(shown.forms).toEqual([
      { title: 'From elsewhere (part 1 of 3)', questionCount: 280 },
      { title: 'From elsewhere (part 2 of 3)', questionCount: 280 },
      { title: 'From elsewhere (part 3 of 3)', questionCount: 68 },
    ])
    expect(made).toMatchObject({ title: 'From elsewhere (part 1 of 3)', otherParts: [{}, { title: 'From elsewhere (part 3 of 3)' }] })
    expect((await ada.get(`${forms}/${made.otherParts[1]!.id}`)).json()).toMatchObject({ questionCount: 68 })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formCreated')).toHaveLength(3)
  })

  const many = (count: number, of: (index: number) => object) => Array.from({ length: count }, (_, index) => of(index))
  const nested = (depth: number): object =>
    depth === 0 ? item('deep') : { linkId: `g${depth}`, type: 'group', text: 'G', item: [nested(depth - 1)] }

  test.each<[string, unknown, RegExp]>([
    ['nothing', ' ', /^The file is empty/],
    ['broken JSON', '{\n "resourceType": "Questionnaire",\n "item": [}', /^The JSON has an error on line 3, at character 11\.$/],
    ['half a file', '{"resourceType":"Questionnaire","item":[{"li', /end is missing/],
    ['XML', '<Questionnaire xmlns="http://hl7.org/fhir"/>', /^This is XML/],
    ['bytes', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
    ['a list', '[]', /not a FHIR resource/],
    ['another resource', { resourceType: 'Patient' }, /^The file is a FHIR Patient, not a Questionnaire\.$/],
    ['a script for a type', { resourceType: '<script>' }, /^The file is another resource, not a Questionnaire\.$/],
    ['a Bundle', { resourceType: 'Bundle', entry: [] }, /^This is a Bundle/],
    ['STU3', questionnaire(item('a', { type: 'choice', option: [{ valueString: 'x' }] })), /FHIR STU3/],
    ['R5', questionnaire(item('a', { type: 'coding' })), /FHIR R5/],
    ['no items', questionnaire(), /no items/],
    ['items that are none', questionnaire(...(['a', null, 4, []] as unknown as object[])), /no items/],
    ['the same linkId twice', questionnaire(item('a'), item('a')), /same linkId \(‘a’\)/],
    ['rules we may not ignore', { ...questionnaire(item('a')), modifierExtension: [{ url: 'urn:x' }] }, /must not ignore/],
    ['100,000 items', questionnaire(...many(100_000, (index) => item(`q${index}`))), /more than 2,000 items/],
    ['a depth bomb', `{"resourceType":"Questionnaire","item":${'['.repeat(100_000)}`, /nested more than 100 levels/],
    ['deep groups', questionnaire(nested(60)), /nested more than 100 levels/],
    [
      'options without end',
      {
        ...questionnaire(...many(200, (index) => item(`q${index}`, { type: 'choice', answerValueSet: '#s' }))),
        contained: [
          { resourceType: 'ValueSet', id: 's', compose: { include: [{ concept: many(500, (code) => ({ code: `c${code}` })) }] } },
        ],
      },
      /more than 10,000 options in total/,
    ],
  ])('bad input: %s is refused with a message, and nothing is created (FORM-9)', async (_, sent, words) => {
    const { ada, preview } = await openForms()

    const refused = await preview(sent)

    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_file', detail: expect.stringMatching(words) as string })
    expect((await ada.get(forms)).json()).toMatchObject({ totalDocs: 0 })
  })

  test('bad input: characters that cannot be stored are removed, so that a previewed questionnaire can be created (FORM-9)', async () => {
    const { ada, preview } = await openForms()
    const text = JSON.stringify({
      ...questionnaire(item('a', { text: 'Nu\0ll' }), item('b', { text: 'Half \ud83d' })),
      title: `From\0 ${'e'.repeat(193)}🙂`,
    })

    expect((await preview(text)).json()).toMatchObject({ questionCount: 2 })
    const made = (await ada.post(`${forms}/fhir`, text, asFhir)).json<FormDetails>()
    expect([made.title, ...made.draft.questions.map(({ title }) => title)]).toEqual([
      `From ${'e'.repeat(193)}\ufffd`,
      'Null',
      'Half \ufffd',
    ])
  })

  test('bad input: more than 10 MB is not read, and a body of another type is refused (FORM-9)', async () => {
    const { ada, preview } = await openForms()

    expect((await preview(`"${'x'.repeat(10 * 1024 * 1024)}"`)).statusCode).toBe(413)
    expect((await ada.post(`${forms}/fhir/preview`, '<Questionnaire/>', { 'content-type': 'application/fhir+xml' })).statusCode).toBe(415)
  })

  test('bad input: prototype names, scripts, circular references, a thousand options and parts of the wrong type do no harm (FORM-9)', async () => {
    const { ada } = await openForms()
    const text = JSON.stringify({
      ...questionnaire(
        item('__proto__', { text: '<script>alert(1)</script>' }),
        item('constructor', { enableWhen: [{ question: 'later', operator: 'exists', answerBoolean: true }] }),
        item('later', { enableWhen: [{ question: 'constructor', operator: 'exists', answerBoolean: true }] }),
        item('odd', {
          text: 7,
          required: 'maybe',
          extension: 'none',
          enableWhen: {},
          item: 'x',
          answerOption: [null, 4, { valueCoding: 'x' }],
        }),
        item('many', {
          type: 'choice',
          answerOption: many(1_000, (code) => ({ valueCoding: { code: `c${code}`, display: `Option ${code}` } })),
        }),
      ),
      title: '<script>alert(2)</script>',
    }).replace('"status"', '"__proto__":{"isAdmin":true},"status"')

    const made = await ada.post(`${forms}/fhir`, text, asFhir)

    const { draft, title } = made.json<FormDetails>()
    expect(title).toBe('<script>alert(2)</script>')
    expect(draft.questions.map(({ id }) => id)).toEqual(['proto', 'constructor-2', 'later', 'odd', 'many'])
    expect(draft.questions[0]).toMatchObject({ title: '<script>alert(1)</script>' })
    expect(draft.questions[1], 'a circle is cut where it looks ahead').not.toHaveProperty('showIf')
    expect(draft.questions[2]).toMatchObject({ showIf: { rules: [{ question: 'constructor-2', operator: 'answered' }] } })
    expect(draft.questions[4]?.options).toHaveLength(1_000)
    expect({}).not.toHaveProperty('isAdmin')
  })
})
