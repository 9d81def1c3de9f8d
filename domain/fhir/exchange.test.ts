import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { templates } from '#domain/form/library/templates.ts'
import { problemsOf } from '#test/fhir/check-resource.ts'
import { answersTo, randomForm } from '#test/fhir/random-form.ts'

import { fromQuestionnaire } from './import/from-questionnaire.ts'
import { readDocument } from './import/read-document.ts'
import { toQuestionnaire } from './to-questionnaire.ts'
import { toQuestionnaireResponse } from './to-response.ts'

const byPatient = { channel: 'web', answeredBy: 'patient', carerName: '', carerRelationship: '', typedBy: null } as const

const published = (definition: FormDefinition, more: { title?: string; description?: string; type?: string } = {}) => ({
  id: '0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11',
  version: 3,
  isLive: true,
  title: 'Check',
  description: '',
  type: 'general',
  publishedAt: '2026-02-03T04:05:06.000Z',
  ...more,
  definition,
})

/** The definition after a round trip as JSON text. */
function imported(resource: object) {
  const document = readDocument(JSON.stringify(resource))
  if ('refusal' in document) throw new Error(document.refusal)
  const result = fromQuestionnaire(document.questionnaire)
  if ('refusal' in result) throw new Error(result.refusal)
  return { ...result.forms[0], report: result.report }
}

describe('toQuestionnaire and fromQuestionnaire', () => {
  test('export, import and export again gives the same FHIR R4 for any form (FORM-9)', () => {
    fc.assert(
      fc.property(randomForm, (definition) => {
        const first = toQuestionnaire(published(definition))
        const form = imported(first)

        expect(form.definition).toEqual(definition)
        expect(toQuestionnaire(published(form.definition))).toEqual(first)
        expect(form.report.lines.filter(({ outcome }) => outcome !== 'kept')).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('the export of any form is valid for two validators that were written elsewhere (FORM-9, INT-5)', () => {
    fc.assert(
      fc.property(randomForm, (definition) => {
        expect(problemsOf(toQuestionnaire(published(definition)))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test.each(templates.map((one) => [one.title, one] as const))(
    '%s from the library is exported as valid FHIR R4 and imported unchanged (FORM-9, FORM-10)',
    (_, { definition, title, description, type }) => {
      const words = { title, description, type }
      const first = toQuestionnaire(published(definition, words))
      const form = imported(first)

      expect(problemsOf(first)).toEqual([])
      expect(form).toMatchObject({ ...words, definition })
      expect(toQuestionnaire(published(form.definition, form))).toEqual(first)
    },
  )
})

describe('translations in FHIR', () => {
  const questions = [
    { id: 'tea', type: 'single_select', title: 'Tea?', hint: 'Any tea', required: true, options: [{ value: 'y', label: 'Yes' }] },
    { id: 'page', type: 'information', title: 'Before you go', body: 'Call 999 in an emergency.', required: false },
  ] as const satisfies FormDefinition['questions'] as unknown as FormDefinition['questions']
  const welsh = {
    title: { source: 'Check', text: 'Gwirio' },
    'question.tea.title': { source: 'Tea?', text: 'Te?' },
    'question.tea.hint': { source: 'Another hint', text: 'Awgrym arall' },
    'question.tea.option.y': { source: 'Yes', text: 'Ie' },
    'question.page.body': { source: 'Call 999 in an emergency.', text: 'Ffoniwch 999 mewn argyfwng.' },
  }
  const exported = toQuestionnaire(published({ questions, translations: { cy: welsh } }))
  const inWelsh = (text: string) => ({
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/translation',
        extension: [
          { url: 'lang', valueCode: 'cy' },
          { url: 'content', valueString: text },
        ],
      },
    ],
  })

  test('each text has its translations beside it, and one of an earlier English text is left out (FORM-9, PTN-8)', () => {
    expect(exported).toMatchObject({
      _title: inWelsh('Gwirio'),
      item: [
        { _text: inWelsh('Te?'), answerOption: [{ valueCoding: { display: 'Yes', _display: inWelsh('Ie') } }] },
        { text: 'Before you go\n\nCall 999 in an emergency.', _text: inWelsh('Before you go\n\nFfoniwch 999 mewn argyfwng.') },
      ],
    })
    expect(exported.item[0]?.item?.[0]).not.toHaveProperty('_text')
    expect(problemsOf(exported)).toEqual([])
  })

  test('an import keeps what fits, and names a translation that is too long, or in a language that no form has (FORM-9, PTN-8)', () => {
    const { 'question.tea.hint': _outdated, ...kept } = welsh
    expect(imported(exported).definition.translations).toEqual({ cy: kept })
    const [tea, page] = exported.item
    const changed = { ...exported, item: [{ ...tea, _text: inWelsh('x'.repeat(5_000)) }, page] }
    const other = { ...exported, _title: JSON.parse(JSON.stringify(inWelsh('Gwirio')).replace('"cy"', '"Welsh"')) as object }
    const { definition, report } = imported(changed)
    expect(definition.translations?.['cy']).not.toHaveProperty('question.tea.title')
    expect(report.lines[0]?.notes.join()).toContain('A translation is left out')
    expect(imported(other).report.notes.join()).toContain('_title')
  })
})

describe('toQuestionnaireResponse', () => {
  test('the answers to any form are valid FHIR R4, each under its question (FORM-9)', () => {
    fc.assert(
      fc.property(randomForm, fc.nat(1_000), (definition, seed) => {
        const answers = answersTo(definition, seed)
        const response = toQuestionnaireResponse({
          id: '6f2a0c64-9d27-4c3f-8a0e-94f20c5f1a02',
          formId: published(definition).id,
          version: 3,
          submittedAt: '2026-02-03T04:05:06.000Z',
          answering: byPatient,
          patient: { firstName: 'Mary', lastName: 'Seacole', nhsNumber: '9990000018' },
          definition,
          answers,
        })

        expect(problemsOf(response)).toEqual([])
        expect(response.questionnaire).toBe('urn:uuid:0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11|3')
      }),
      { numRuns: 100 },
    )
  })

  test('each answer has the FHIR type of its question, and questions that were not asked are left out (FORM-9)', () => {
    const definition: FormDefinition = {
      questions: [
        { id: 'well', type: 'yes_no', title: 'Are you well?', required: true },
        { id: 'body', type: 'section', title: 'Your body', required: false },
        { id: 'weight', type: 'number', title: 'Weight', required: true, decimals: 1, unit: 'kg' },
        {
          id: 'pain',
          type: 'scale',
          title: 'Pain',
          required: true,
          showIf: { match: 'all', rules: [{ question: 'well', operator: 'equals', value: 'no' }] },
        },
        { id: 'since', type: 'date', title: 'Since', required: false },
        {
          id: 'aids',
          type: 'multi_select',
          title: 'Aids',
          required: false,
          options: [
            { value: 'a', label: 'Stick' },
            { value: 'b', label: 'Frame' },
          ],
        },
      ],
    }
    const answers = { well: 'yes', weight: '72', pain: '9', since: '2026-01-31', aids: ['a', 'b'] }

    const { item, subject } = toQuestionnaireResponse({
      id: '6f2a0c64-9d27-4c3f-8a0e-94f20c5f1a02',
      formId: '0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11',
      version: 1,
      submittedAt: '2026-02-03T04:05:06.000Z',
      answering: byPatient,
      patient: { firstName: 'Mary', lastName: 'Seacole', nhsNumber: null },
      definition,
      answers,
    })

    expect(subject).toEqual({ type: 'Patient', display: 'Mary Seacole' })
    expect(item).toEqual([
      { linkId: 'well', text: 'Are you well?', answer: [{ valueBoolean: true }] },
      {
        linkId: 'body',
        text: 'Your body',
        item: [
          { linkId: 'weight', text: 'Weight', answer: [{ valueDecimal: 72 }] },
          { linkId: 'since', text: 'Since', answer: [{ valueDate: '2026-01-31' }] },
          {
            linkId: 'aids',
            text: 'Aids',
            answer: [{ valueCoding: { code: 'a', display: 'Stick' } }, { valueCoding: { code: 'b', display: 'Frame' } }],
          },
        ],
      },
    ])
  })

  test('a form that a user filled in names the user as author, and the carer who answered as source (PTN-6, FORM-9)', () => {
    const definition: FormDefinition = { questions: [{ id: 'well', type: 'yes_no', title: 'Are you well?', required: true }] }
    const submission = {
      id: '6f2a0c64-9d27-4c3f-8a0e-94f20c5f1a02',
      formId: '0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11',
      version: 1,
      submittedAt: '2026-02-03T04:05:06.000Z',
      patient: { firstName: 'Mary', lastName: 'Seacole', nhsNumber: null },
      definition,
      answers: { well: 'yes' },
    }
    const carer = {
      channel: 'phone',
      answeredBy: 'carer',
      carerName: 'Jane Seacole',
      carerRelationship: 'daughter',
      typedBy: 'Ada Byron',
    } as const

    const response = toQuestionnaireResponse({ ...submission, answering: carer })
    const own = toQuestionnaireResponse({ ...submission, answering: byPatient })

    expect(problemsOf(response)).toEqual([])
    expect(response.source).toEqual({ type: 'RelatedPerson', display: 'Jane Seacole, daughter' })
    expect(response.author).toEqual({ type: 'Practitioner', display: 'Ada Byron' })
    expect([own.author, own.source]).toEqual([undefined, { type: 'Patient', display: 'Mary Seacole' }])
  })
})
