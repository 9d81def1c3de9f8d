import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { asSubject, testServer } from '#test/test-server.ts'
import { eventually, nobody, openOrganisation } from '#test/organisation.ts'
import { readPdf, type ReadPart } from '#test/pdf.ts'
import { aForm, answered, aPatient, aRequest } from '#test/requests.ts'

import { blankForm } from './blank-form.ts'
import { formInLanguage } from './form-in-language.ts'

const one = (value: string, label: string, points?: number) => ({ value, label, ...(points !== undefined && { points }) })

/** A form with a question of every type. */
const everything: FormDefinition = {
  questions: [
    { id: 'intro', type: 'information', title: 'Before you begin', required: false, body: 'Take your time.\nAsk us if in doubt.' },
    { id: 'smoke', type: 'yes_no', title: 'Do you smoke?', required: true, hint: 'Vaping counts too.' },
    {
      id: 'many',
      type: 'number',
      title: 'How many a day?',
      required: true,
      min: 1,
      max: 100,
      unit: 'cigarettes',
      showIf: { match: 'all', rules: [{ question: 'smoke', operator: 'equals', value: 'yes' }] },
    },
    { id: 'body', type: 'section', title: 'How you are', required: false },
    { id: 'pain', type: 'scale', title: 'How bad is the pain?', required: true, lowLabel: 'None', highLabel: 'Worst' },
    {
      id: 'low',
      type: 'single_select',
      title: 'Feeling down?',
      required: false,
      options: [one('n', 'Not at all', 0), one('d', 'Nearly every day', 3)],
    },
    {
      id: 'had',
      type: 'multi_select',
      title: 'What have you had?',
      required: false,
      options: [one('a', 'Asthma'), one('b', 'Diabetes'), { ...one('x', 'None of these'), isNone: true }],
    },
    { id: 'ward', type: 'dropdown', title: 'Which ward?', required: false, options: [one('1', 'Maple'), one('2', 'Oak')] },
    { id: 'since', type: 'date', title: 'Since when?', required: false },
    { id: 'more', type: 'free_text', title: 'Anything else?', required: false, long: true },
  ],
  scores: [{ id: 'mood', name: 'Mood', questions: ['low', 'pain'], bands: [{ from: 0, to: 20, label: 'Some band' }] }],
  redFlags: [
    { id: 'flag', name: 'Severe pain', answers: { match: 'all', rules: [{ question: 'pain', operator: 'at_least', value: '8' }] } },
  ],
}

async function aWard() {
  const ward = await openOrganisation()
  const form = await aForm(ward, 'Wäiting list / check', everything)
  const patient = await aPatient(ward, { localPatientId: '00012345' })
  return { ward, form, patient, ada: await ward.staff('Forms User') }
}

const lines = (parts: ReadPart[]) =>
  parts.map(({ tag, text, alt }) => `${tag}: ${[text, ...(alt ? [`(${alt})`] : [])].filter(Boolean).join(' ')}`)

describe('GET /form/:id/pdf', () => {
  test('a blank form for paper has every question in order, with instructions and space to answer (FORM-5)', async () => {
    const { form, ada } = await aWard()

    const file = await ada.get(`/api/forms/form/${form.id}/pdf`)

    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="form-waiting-list-check-v1.pdf"',
      'cache-control': 'no-store',
    })
    const { title, parts, artifacts } = await readPdf(file.rawPayload)
    expect(title).toBe('Wäiting list / check')
    expect(artifacts[0]).toContain('Version 1')
    const read = lines(parts)
    expect(read.slice(read.indexOf('H2: Questions'))).toEqual([
      'H2: Questions',
      'H3: Before you begin',
      'P: Take your time.\nAsk us if in doubt.',
      'H3: 1. Do you smoke?',
      'P: Vaping counts too.',
      'P: Please answer. Tick one.',
      'LBody: Yes',
      'LBody: No',
      'H3: 2. How many a day?',
      'P: Answer this only if ‘Do you smoke?’ is Yes.',
      'P: Please answer. Write a number from 1 to 100.',
      'Figure: cigarettes (Space for your answer in cigarettes: 1 line)',
      'H2: How you are',
      'H3: 3. How bad is the pain?',
      'P: Please answer. Tick one number.',
      expect.stringMatching(/^Figure: 0 1 2 .* \(Circles to tick, from 0 \(None\) to 10 \(Worst\)\)$/s),
      'H3: 4. Feeling down?',
      'P: You can leave this blank. Tick one.',
      'LBody: Not at all',
      'LBody: Nearly every day',
      'H3: 5. What have you had?',
      'P: You can leave this blank. Tick all that apply. If you tick ‘None of these’, tick nothing else.',
      'LBody: Asthma',
      'LBody: Diabetes',
      'LBody: None of these',
      'H3: 6. Which ward?',
      'P: You can leave this blank. Tick one.',
      'LBody: Maple',
      'LBody: Oak',
      'H3: 7. Since when?',
      'P: You can leave this blank.',
      'Figure: Day Month Year (Boxes for your answer: Day, Month, Year)',
      'H3: 8. Anything else?',
      'P: You can leave this blank.',
      'Figure: (Space for your answer: 8 lines)',
    ])
  })

  test('any version can be printed, and a draft is marked as one (FORM-2, FORM-5)', async () => {
    const { form, ward, ada } = await aWard()
    await ward.query(`update forms set draft = $2 where id = $1`, [
      form.id,
      JSON.stringify({ questions: [{ id: 'q', type: 'free_text', title: 'A new question', required: false }] }),
    ])

    const draft = await ada.get(`/api/forms/form/${form.id}/pdf?version=draft`)

    expect(draft.headers['content-disposition']).toContain('form-waiting-list-check-draft.pdf')
    const { parts, artifacts } = await readPdf(draft.rawPayload)
    expect(lines(parts)).toContain('P: This is a draft. It has not been published.')
    expect(lines(parts)).toContain('H3: 1. A new question')
    expect(artifacts[0]).toContain('Draft')
    expect((await ada.get(`/api/forms/form/${form.id}/pdf?version=2`)).statusCode).toBe(404)
    expect((await ada.get(`/api/forms/form/${form.id}/pdf?version=last`)).statusCode).toBe(400)
    expect(lines((await readPdf((await ada.get(`/api/forms/form/${form.id}/pdf?version=1`)).rawPayload)).parts)).toContain(
      'H3: 1. Do you smoke?',
    )
  })

  test('a draft without changes is printed as the live version, and one that was never published as a draft (FORM-2, FORM-5)', async () => {
    const ward = await openOrganisation()
    const form = await aForm(ward, 'About you', { questions: [smoke] })
    const ada = await ward.staff('Forms User')
    const draftOf = async (id: string) => {
      const { headers, rawPayload } = await ada.get(`/api/forms/form/${id}/pdf?version=draft`)
      return { fileName: headers['content-disposition'], text: lines((await readPdf(rawPayload)).parts).join(' ') }
    }
    await ward.query(
      'update forms f set draft = v.definition, description = v.description from form_versions v where f.id = $1 and v.form_id = f.id',
      [form.id],
    )
    const unchanged = await draftOf(form.id)
    expect(unchanged.fileName).toContain('form-about-you-v1.pdf')
    expect(unchanged.text).toContain('Version 1')
    expect(unchanged.text).not.toContain('draft')

    await ward.query(`update forms set title = 'More about you' where id = $1`, [form.id])
    expect((await draftOf(form.id)).text).toContain('This is a draft.')
    await ward.query(`update forms set live_version = null where id = $1`, [form.id])
    expect((await draftOf(form.id)).text).toContain('This is a draft.')
  })

  test('printed answers have the patient, the version, the method and the time, urgent flags and scores, and leave unanswered questions blank (FORM-5, REQ-4, FORM-7)', async () => {
    const { ward, form, patient, ada } = await aWard()
    const request = await aRequest(ward, {
      patientId: patient.id,
      formId: form.id,
      status: 'completed',
      completedAt: '2026-07-01T11:00:00Z',
    })
    await answered(ward, request, { smoke: 'no', pain: '9', low: 'd', had: ['b', 'a'], since: '2026-05-04' })
    await ward.query(
      "insert into raised_flags (organisation_id, request_id, flag_id, position, name) values ($1, $2, 'flag', 0, 'Severe pain')",
      [ward.id, request.id],
    )

    const file = await ada.get(`/api/forms/request/${request.id}/pdf`)

    expect(file.headers).toMatchObject({
      'content-disposition': `attachment; filename="submission-${request.id}.pdf"`,
      'cache-control': 'no-store',
    })
    const { parts, artifacts, marks, language } = await readPdf(file.rawPayload)
    expect({ marks, language }).toMatchObject({ marks: { Marked: true }, language: 'en-GB' })
    const read = lines(parts)
    expect(read.slice(0, 3)).toEqual(['H1: Wäiting list / check', 'TH: Patient', 'TD: Grace Hopper'])
    expect(read).toEqual(
      expect.arrayContaining(['TD: 00012345', 'TD: 09-Mar-1961', 'TD: Online, by the patient', 'TH: Form version', 'TD: 1']),
    )
    expect(read.slice(read.indexOf('H2: Red flags'))).toEqual([
      'H2: Red flags',
      'Lbl: •',
      'LBody: Severe pain',
      'H2: Scores',
      'TH: Mood',
      'TD: 12, Some band\n9 + 3 = 12',
      'H2: Answers',
      'H3: 1. Do you smoke?',
      'P: No',
      'H2: How you are',
      'H3: 3. How bad is the pain?',
      'P: 9 out of 10',
      'P: Red flag: Severe pain',
      'H3: 4. Feeling down?',
      'P: Nearly every day',
      'H3: 5. What have you had?',
      'P: Asthma; Diabetes',
      'H3: 6. Which ward?',
      'Figure: (Not answered)',
      'H3: 7. Since when?',
      'P: 04-May-2026',
      'H3: 8. Anything else?',
      'Figure: (Not answered)',
      'P: One question of the form is not shown: it was not asked because of other answers.',
    ])
    expect(artifacts[0]).toContain('Contains personal data')
    expect(artifacts[0]).toContain('Grace Hopper')
  })

  test('each page of a blank form after the first has lines for name and NHS number, so that a loose sheet can be assigned (FORM-5)', async () => {
    const { ward, ada } = await aWard()
    const long = { questions: Array.from({ length: 8 }, (_, nth) => ({ ...everything.questions.at(-1)!, id: `q${nth}` })) }
    const form = await aForm(ward, 'A long form', long)

    const { pages, artifacts } = await readPdf((await ada.get(`/api/forms/form/${form.id}/pdf`)).rawPayload)

    expect(pages).toBeGreaterThan(1)
    const asks = artifacts.map((text) => /Full name\s*NHS number/.test(text))
    expect(asks).toEqual([false, ...Array<boolean>(pages - 1).fill(true)])
  })

  test('printing a submission is audited as reading the answers, and needs the permission to read them (FORM-5, ORG-4)', async () => {
    const { ward, form, patient, ada } = await aWard()
    const request = await aRequest(ward, { patientId: patient.id, formId: form.id, status: 'completed' })
    await answered(ward, request, { smoke: 'no', pain: '1' })
    const unanswered = await aRequest(ward, { patientId: patient.id, formId: form.id, status: 'unopened' })
    const address = `/api/forms/request/${request.id}/pdf`
    const stranger = await (await openOrganisation()).staff('Forms User')

    expect((await (await nobody()).get(address)).statusCode).toBe(401)
    expect((await stranger.get(address)).statusCode).toBe(404)
    expect((await stranger.get(`/api/forms/form/${form.id}/pdf`)).statusCode).toBe(404)
    expect((await ada.get(`/api/forms/request/${unanswered.id}/pdf`)).statusCode).toBe(404)
    expect(await ward.auditTrail()).toEqual([])

    await ada.get(address)
    await ada.get(`/api/forms/form/${form.id}/pdf`)
    expect(await ward.auditTrail()).toEqual([
      { event_type: 'formRequestRead', actor_id: ada.id, subject_id: request.id, patient_id: patient.id, detail: { isFile: true } },
      { event_type: 'formRead', actor_id: ada.id, subject_id: form.id, patient_id: null, detail: { isFile: true, version: 1 } },
    ])
  })
})

const inLanguage = (questions: FormDefinition['questions'], language: string, texts: Record<string, [string, string]>): FormDefinition => ({
  questions,
  translations: { [language]: Object.fromEntries(Object.entries(texts).map(([id, [source, text]]) => [id, { source, text }])) },
})
const [smoke, many, low] = ['smoke', 'many', 'low'].map((id) => everything.questions.find((question) => question.id === id)!) as [
  Question,
  Question,
  Question,
]

describe('GET /form/:id/pdf?language=', () => {
  test('a form in Welsh has Welsh texts and instructions; a text without a translation is English and marked as English (PTN-8, FORM-5)', async () => {
    const ward = await openOrganisation()
    const form = await aForm(
      ward,
      'About you',
      inLanguage([smoke, many, low], 'cy', {
        title: ['About you', 'Amdanoch chi'],
        'question.smoke.title': ['Do you smoke?', 'Ydych chi’n ysmygu?'],
        'question.low.title': ['Feeling low?', 'Ydych chi’n isel?'],
        'question.low.option.n': ['Not at all', 'Dim o gwbl'],
      }),
    )
    const ada = await ward.staff('Forms User')

    const file = await ada.get(`/api/forms/form/${form.id}/pdf?language=cy`)

    expect(file.headers['content-disposition']).toBe('attachment; filename="form-about-you-v1-cy.pdf"')
    const { title, language, parts, artifacts } = await readPdf(file.rawPayload)
    expect({ title, language }).toEqual({ title: 'Amdanoch chi', language: 'cy' })
    expect(artifacts[0]?.replace(/\s+/g, ' ')).toContain('Tudalen 1 o 2')
    const read = parts.map(({ tag, text, alt, lang }) => [`${tag}: ${text || alt}`, ...(lang ? [lang] : [])])
    expect(read.slice(read.findIndex(([text]) => text === 'H2: Cwestiynau'))).toEqual([
      ['H2: Cwestiynau'],
      ['H3: 1. Ydych chi’n ysmygu?'],
      ['P: Vaping counts too.', 'en-GB'],
      ['P: Atebwch, os gwelwch yn dda. Ticiwch un.'],
      ['LBody: Ie'],
      ['LBody: Na'],
      ['H3: 2. How many a day?', 'en-GB'],
      ['P: Atebwch hwn dim ond os yw’r canlynol yn wir: ‘Ydych chi’n ysmygu?’ – Ie.'],
      ['P: Atebwch, os gwelwch yn dda. Ysgrifennwch rif o 1 i 100.'],
      ['Figure: cigarettes'],
      // Its English text was another when it was translated.
      ['H3: 3. Feeling down?', 'en-GB'],
      ['P: Gallwch adael hwn yn wag. Ticiwch un.'],
      ['LBody: Dim o gwbl'],
      ['LBody: Nearly every day', 'en-GB'],
    ])
  })

  test('texts in a script that can be printed stand in English instructions, and others stay in English (PTN-8, FORM-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms User')
    const translated = async (language: string, text: string) => {
      const form = await aForm(ward, 'About you', inLanguage([smoke], language, { 'question.smoke.title': ['Do you smoke?', text] }))
      const { headers, rawPayload } = await ada.get(`/api/forms/form/${form.id}/pdf?language=${language}`)
      const { parts, ...file } = await readPdf(rawPayload)
      return {
        language: file.language,
        fileName: headers['content-disposition'],
        question: parts[parts.findIndex(({ text }) => text === 'Questions') + 1],
      }
    }

    expect(await translated('ar', 'هل تدخن؟')).toEqual({
      language: 'en-GB',
      fileName: 'attachment; filename="form-about-you-v1-ar.pdf"',
      question: { tag: 'H3', text: expect.any(String), lang: 'ar' },
    })
    expect(await translated('ta', 'நீங்கள் புகைப்பீர்களா?')).toEqual({
      language: 'en-GB',
      fileName: 'attachment; filename="form-about-you-v1.pdf"',
      question: { tag: 'H3', text: '1. Do you smoke?' },
    })
    const form = await aForm(ward, 'About you', { questions: [smoke] })
    expect((await ada.get(`/api/forms/form/${form.id}/pdf?language=Welsh`)).json().errors).toEqual([
      { field: 'language', message: 'Language is not valid.' },
    ])
  })
})

test('a text from right to left keeps its direction and its punctuation inside of an English sentence on paper (PTN-8, FORM-5)', () => {
  const form = {
    title: 'About you',
    definition: inLanguage([smoke, many], 'he', { 'question.smoke.title': ['Do you smoke?', 'האם אתם מעשנים?'] }),
  }
  const sentencesIn = (language: string) =>
    blankForm({ ...form, version: 'draft' }, formInLanguage(form, language), {
      organisation: 'Northbury',
      printedAt: new Date(),
    }).blocks.flatMap((block) =>
      block.kind === 'text' && typeof block.text === 'string' && block.text.startsWith('Answer this only') ? [block.text] : [],
    )
  expect(sentencesIn('he')).toEqual(['Answer this only if ‘\u2068האם אתם מעשנים?\u2069’ is Yes.'])
  expect(sentencesIn('en')).toEqual(['Answer this only if ‘Do you smoke?’ is Yes.'])
})

describe('GET /form/:id/pdf, many at once', () => {
  test('one member has at most 4 PDFs in progress, and a colleague is not held up (SAFE-2)', async () => {
    const { form, ward, ada } = await aWard()
    const grace = await ward.staff('Forms User')
    const ask = (member = ada) => member.get(`/api/forms/form/${form.id}/pdf`)

    const [colleague, ...answers] = await Promise.all([ask(grace), ...Array.from({ length: 6 }, () => ask())])

    expect(colleague.statusCode).toBe(200)
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 503, 503])
    const refused = answers.find(({ statusCode }) => statusCode === 503)!
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json().detail).toBe('You already have 4 PDFs in progress. Wait until 1 has downloaded, then try again.')
    expect((await ask()).statusCode).toBe(200)
    const read = await ward.query(`select 1 from audit_events where organisation_id = $1 and event_type = 'formRead'`, [ward.id])
    expect(read).toHaveLength(6) // what was refused was not read
  })

  test('a refused request and a client that disconnects free their place (SAFE-2)', async () => {
    const { form, ward, ada } = await aWard()
    const long = await aForm(ward, 'Long form', {
      questions: Array.from({ length: 300 }, (_, n) => ({ ...words(`q${n}`), hint: 'Think of the last week. '.repeat(80) })),
    })
    const { app } = await testServer()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (id: string, signal?: AbortSignal) => {
      const answer = await fetch(`${address}/api/forms/form/${id}/pdf`, {
        headers: { [asSubject]: ada.subject },
        ...(signal && { signal }),
      })
      await answer.arrayBuffer() // a server that closes waits for what is not read
      return answer.status
    }

    for (let n = 0; n < 5; n++) expect(await ask(crypto.randomUUID())).toBe(404)
    const gone = new AbortController()
    const asked = Array.from({ length: 5 }, () => ask(long.id, gone.signal))
    const outcomes = Promise.allSettled(asked)
    expect(await Promise.race(asked)).toBe(503)
    gone.abort()
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(4)

    expect(await eventually(async () => (await ask(form.id)) === 200, 5)).toBe(true)
  })
})

const words = (id: string) => ({ id, type: 'free_text', title: 'How was it?', required: false }) as const

describe('GET /request/:id/pdf with outcome and notes', () => {
  test('the PDF has the outcome and all notes, and says which note was corrected (REQ-7)', async () => {
    const { ward, form, patient, ada } = await aWard()
    const request = await aRequest(ward, {
      formId: form.id,
      patientId: patient.id,
      status: 'completed',
      completedAt: '2026-11-01T10:00:00Z',
    })
    await answered(ward, request, { smoke: 'no', pain: '3' })
    await ward.query("insert into outcomes (organisation_id, name, position) values ($1, 'Advice given', 1)", [ward.id])
    const [outcome] = await ward.query('select id from outcomes where organisation_id = $1', [ward.id])
    await ada.patch(`/api/forms/request/${request.id}/close`, { outcomeId: outcome!['id'], note: '<b>Left</b> knee\n{{name}}' })
    const wrong = (await ada.get(`/api/forms/request/${request.id}`)).json<{ notes: { id: string }[] }>().notes[0]!
    await ada.post(`/api/forms/request/${request.id}/notes`, { text: 'Right knee', correctsId: wrong.id })

    const read = lines((await readPdf((await ada.get(`/api/forms/request/${request.id}/pdf`)).rawPayload)).parts)

    expect(read.join('\n')).toContain('Advice given')
    expect(read.slice(read.indexOf('H2: Notes'))).toEqual([
      'H2: Notes',
      expect.stringMatching(/^H3: \d\d-\w{3}-\d{4} \d\d:\d\d, Ada Byron \(corrected by a later note\)$/),
      'P: <b>Left</b> knee\n{{name}}',
      expect.stringMatching(/^H3: .*, Ada Byron, correcting an earlier note$/),
      'P: Right knee',
    ])
  })
})
