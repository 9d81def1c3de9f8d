import { describe, expect, test } from 'vitest'

import { problemsOf } from '#test/fhir/check-resource.ts'

import { fromQuestionnaire } from './import/from-questionnaire.ts'
import { readDocument } from './import/read-document.ts'
import { toQuestionnaire } from './to-questionnaire.ts'
import { toQuestionnaireResponse } from './to-response.ts'

const hl7 = 'http://hl7.org/fhir/StructureDefinition/'
const drawnAs = (code: string) => ({ url: `${hl7}questionnaire-itemControl`, valueCodeableConcept: { coding: [{ code }] } })
const item = (linkId: string, type: string, more: object = {}) => ({ linkId, type, text: `Item ${linkId}`, ...more })
const when = (question: string, operator: string, answer: object) => ({ question, operator, ...answer })
const isYes = (question: string) => when(question, '=', { answerBoolean: true })

function bring(items: object[], more: object = {}) {
  const document = readDocument(JSON.stringify({ resourceType: 'Questionnaire', status: 'draft', title: 'Theirs', item: items, ...more }))
  const result = 'refusal' in document ? document : fromQuestionnaire(document.questionnaire)
  if ('refusal' in result) throw new Error(result.refusal)
  const { definition, report } = result.form
  const question = (id: string) => definition.questions.find((one) => one.id === id)
  const line = (linkId: string) => report.lines.find((one) => one.linkId === linkId)
  return { definition, question, line }
}

describe('fromQuestionnaire', () => {
  test('options from a contained ValueSet keep their points and labels (FORM-9)', () => {
    const options = [
      { code: 'n', display: 'Never', extension: [{ url: `${hl7}itemWeight`, valueDecimal: 0 }] },
      { code: 'o', display: 'Often', extension: [{ url: `${hl7}ordinalValue`, valueDecimal: 2 }] },
    ]
    const { question, line } = bring(
      [item('a', 'choice', { answerValueSet: '#often' }), item('b', 'choice', { answerValueSet: 'https://example.com/elsewhere' })],
      {
        contained: [{ resourceType: 'ValueSet', id: 'often', compose: { include: [{ concept: options }] } }],
      },
    )

    expect(question('a')).toMatchObject({
      type: 'single_select',
      options: [
        { value: 'n', label: 'Never', points: 0 },
        { value: 'o', label: 'Often', points: 2 },
      ],
    })
    expect(line('b')).toMatchObject({
      outcome: 'degraded',
      notes: ['The list of options is not in the file. Add the options before you publish.'],
    })
  })

  test('a calculated sum of points becomes a score, and any other formula is reported as lost (FORM-9)', () => {
    const rated = {
      answerOption: [{ valueCoding: { code: '1', display: 'One' }, extension: [{ url: `${hl7}ordinalValue`, valueDecimal: 1 }] }],
    }
    const calculated = (expression: string) => ({
      extension: [
        { url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression', valueExpression: { expression } },
      ],
    })
    const { definition, line } = bring([
      item('/1', 'choice', rated),
      item('/2', 'choice', rated),
      item('/3', 'choice', rated),
      item('sum', 'decimal', calculated("%resource.item.where(linkId != '/3').answer.weight().sum()")),
      item('bmi', 'decimal', calculated('%weight / %height.power(2)')),
    ])

    expect(definition.scores).toEqual([{ id: 'sum', name: 'Item sum', questions: ['1', '2'], bands: [] }])
    expect(line('bmi')).toMatchObject({
      outcome: 'degraded',
      notes: ['The calculation from other answers is left out. Patients answer this question.'],
    })
  })

  test('nested groups and nested questions become one level of sections with the same conditions (FORM-9)', () => {
    const { definition, question } = bring([
      item('well', 'boolean'),
      item('outer', 'group', {
        enableWhen: [isYes('well')],
        item: [
          item('pain', 'boolean', { item: [item('where', 'string')] }),
          item('inner', 'group', { enableWhen: [isYes('pain')], item: [item('since', 'date')] }),
          item('last', 'string'),
        ],
      }),
      item('after', 'string'),
    ])
    const rule = (id: string) => ({ question: id, operator: 'equals', value: 'yes' })

    expect(definition.questions.map(({ id, title }) => [id, title])).toEqual([
      ['well', 'Item well'],
      ['outer', 'Item outer'],
      ['pain', 'Item pain'],
      ['where', 'Item where'],
      ['inner', 'Item outer: Item inner'],
      ['since', 'Item since'],
      ['Item-outer-continued', 'Item outer (continued)'],
      ['last', 'Item last'],
      ['Further-questions', 'Further questions'],
      ['after', 'Item after'],
    ])
    expect(question('outer')?.showIf).toMatchObject({ rules: [rule('well')] })
    expect(question('inner')?.showIf).toEqual({ match: 'all', rules: [rule('well'), rule('pain')] })
    expect(question('Item-outer-continued')?.showIf).toMatchObject({ rules: [rule('well')] })
    for (const id of ['since', 'last', 'after', 'Further-questions']) expect(question(id)).not.toHaveProperty('showIf')
  })

  test('a condition that cannot be kept is reported, and its question is asked more often, never less (FORM-9)', () => {
    const { question, line } = bring([
      item('a', 'boolean'),
      item('text', 'string'),
      item('kept', 'string', { enableBehavior: 'all', enableWhen: [isYes('a'), when('text', '=', { answerString: 'x' })] }),
      item('always', 'string', { enableBehavior: 'any', enableWhen: [isYes('a'), isYes('nowhere')] }),
      item('not', 'string', { enableWhen: [when('a', '!=', { answerBoolean: true })] }),
      item('formula', 'string', { extension: [{ url: 'http://example.com/sdc-questionnaire-enableWhenExpression' }] }),
    ])

    expect(question('kept')?.showIf).toEqual({ match: 'all', rules: [{ question: 'a', operator: 'equals', value: 'yes' }] })
    expect(question('always')).not.toHaveProperty('showIf')
    expect(question('not')?.showIf).toEqual({
      match: 'any',
      rules: [
        { question: 'a', operator: 'not_equals', value: 'yes' },
        { question: 'a', operator: 'not_answered' },
      ],
    })
    expect(['kept', 'always', 'not', 'formula'].map((id) => line(id)?.outcome)).toEqual(['degraded', 'degraded', 'kept', 'degraded'])
  })

  test('units, limits, help, sliders, lists and exclusive options are kept, and each loss is reported with its item (FORM-9)', () => {
    const { question, line } = bring([
      item('weight', 'decimal', {
        prefix: '1.',
        extension: [
          { url: `${hl7}questionnaire-unit`, valueCoding: { code: 'kg' } },
          { url: `${hl7}minValue`, valueInteger: 30 },
          { url: `${hl7}maxDecimalPlaces`, valueInteger: 1 },
        ],
        item: [item('h', 'display', { text: 'Without shoes', extension: [drawnAs('help')] })],
      }),
      item('pain', 'integer', {
        extension: [drawnAs('slider'), { url: `${hl7}minValue`, valueInteger: 0 }, { url: `${hl7}maxValue`, valueInteger: 10 }],
      }),
      item('many', 'string', {
        repeats: true,
        answerOption: [
          { valueString: 'x' },
          { valueString: 'none', extension: [{ url: `${hl7}questionnaire-optionExclusive`, valueBoolean: true }] },
        ],
      }),
      item('list', 'open-choice', { extension: [drawnAs('drop-down')], answerOption: [{ valueCoding: { code: 'x', display: 'X' } }] }),
      item('secret', 'string', { extension: [{ url: `${hl7}questionnaire-hidden`, valueBoolean: true }] }),
      item('unknown', 'string', { modifierExtension: [{ url: 'urn:turns-the-meaning' }] }),
    ])

    expect(question('weight')).toEqual({
      id: 'weight',
      type: 'number',
      title: '1. Item weight',
      hint: 'Without shoes',
      required: false,
      unit: 'kg',
      min: 30,
      decimals: 1,
    })
    expect(question('pain')).toMatchObject({ type: 'scale' })
    expect(question('many')).toMatchObject({ type: 'multi_select', options: [{ value: 'x' }, { value: 'none', isNone: true }] })
    expect(question('list')).toMatchObject({ type: 'dropdown' })
    expect(['weight', 'pain', 'many', 'list', 'secret', 'unknown'].map((id) => line(id)?.outcome)).toEqual([
      'kept',
      'kept',
      'degraded',
      'degraded',
      'dropped',
      'dropped',
    ])
  })
})

describe('a questionnaire of another system', () => {
  const loinc = 'http://loinc.org'
  const theirs = (items: object[], more: object = {}) => {
    const document = readDocument(
      JSON.stringify({
        resourceType: 'Questionnaire',
        url: 'https://example.com/fhir/Questionnaire/phq-9',
        version: '2.1.0',
        status: 'active',
        date: '2025-01-31',
        title: 'Theirs',
        item: items,
        ...more,
      }),
    )
    const result = 'refusal' in document ? document : fromQuestionnaire(document.questionnaire)
    if ('refusal' in result) throw new Error(result.refusal)
    const { definition, report, title, description, type } = result.form
    const published = {
      id: randomId,
      version: 4,
      isLive: true,
      title,
      description,
      type,
      publishedAt: '2026-02-03T04:05:06.000Z',
      definition,
    }
    return { definition, report, published, line: (linkId: string) => report.lines.find((one) => one.linkId === linkId) }
  }
  const randomId = '0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11'
  const code = [{ system: loinc, version: '2.74', code: '44250-9', display: 'Little interest' }]
  const answerOption = [
    { valueCoding: { system: loinc, code: 'LA6568-5', display: 'Not at all' } },
    { valueCoding: { system: loinc, code: 'LA6569-3', display: 'Several days' } },
  ]
  const interest = item('/44250-9', 'choice', { code, answerOption })
  const why = item('1.1', 'string', {
    enableWhen: [when('/44250-9', '=', { answerCoding: { system: loinc, code: 'LA6569-3' } })],
    enableBehavior: 'all',
  })

  test('is exported with its original url, version, linkIds, codes and code systems, and so are its answers (FORM-9)', () => {
    const { definition, published } = theirs([interest, why])
    const out = toQuestionnaire(published)
    const answers = Object.fromEntries(definition.questions.map(({ id }, at) => [id, at === 0 ? 'LA6569-3' : 'Tired']))
    const response = toQuestionnaireResponse({
      id: randomId,
      formId: randomId,
      version: 4,
      submittedAt: published.publishedAt,
      definition,
      answers,
      patient: { firstName: 'Mary', lastName: 'Seacole', nhsNumber: null },
    })

    expect([...problemsOf(out), ...problemsOf(response)]).toEqual([])
    expect(out).toMatchObject({ url: 'https://example.com/fhir/Questionnaire/phq-9', version: '2.1.0' })
    expect(out.item).toMatchObject([
      { linkId: '/44250-9', code, answerOption },
      { linkId: '1.1', enableWhen: [{ question: '/44250-9', operator: '=', answerCoding: { system: loinc, code: 'LA6569-3' } }] },
    ])
    expect(response.questionnaire).toBe('https://example.com/fhir/Questionnaire/phq-9|2.1.0')
    expect(response.item).toMatchObject([
      { linkId: '/44250-9', answer: [{ valueCoding: { system: loinc, code: 'LA6569-3', display: 'Several days' } }] },
      { linkId: '1.1', answer: [{ valueString: 'Tired' }] },
    ])
  })

  test('that was changed here is exported with its own url, and names the questionnaire it was derived from (FORM-9)', () => {
    const { published } = theirs([interest, why])
    const [first, ...rest] = published.definition.questions
    const changed = { ...published, definition: { ...published.definition, questions: [{ ...first!, title: 'Other words' }, ...rest] } }

    expect(toQuestionnaire(changed)).toMatchObject({
      url: `urn:uuid:${randomId}`,
      version: '4',
      derivedFrom: ['https://example.com/fhir/Questionnaire/phq-9|2.1.0'],
    })
  })

  test('every item has a line, and every loss has a message (FORM-9)', () => {
    const { report, line } = theirs([
      item('n', 'choice', { answerOption: [{ valueInteger: 12 }] }),
      item('v', 'choice', { answerOption: [{ valueCoding: { system: loinc, version: '2.81', code: 'LA6722-8', display: 'Often' } }] }),
      item('x', 'display', {
        _text: { extension: [{ url: `${hl7}rendering-xhtml`, valueString: '<a href="https://example.com">Here</a>' }] },
      }),
      item('o', 'choice', {
        extension: [{ url: `${hl7}questionnaire-choiceOrientation`, valueCode: 'horizontal' }],
        answerOption: [{ valueString: 'x' }],
      }),
      item('g', 'group', {
        text: '',
        repeats: true,
        code: [{ system: loinc, code: '44249-1' }],
        definition: 'https://example.com/StructureDefinition/x#Observation.code',
        extension: [
          { url: `${hl7}questionnaire-minOccurs`, valueInteger: 1 },
          { url: `${hl7}questionnaire-maxOccurs`, valueInteger: 3 },
        ],
        item: [
          item('w', 'decimal', {
            item: [
              item('w-help', 'display', { extension: [drawnAs('prompt')] }),
              item('w-low', 'display', { extension: [drawnAs('lower')] }),
            ],
          }),
        ],
      }),
    ])

    expect(report.notes).toEqual(['These questionnaire fields are left out: status, date.'])
    expect(report.lines.map(({ linkId }) => linkId)).toEqual(['n', 'v', 'x', 'o', 'g', 'w', 'w-help', 'w-low'])
    expect(line('n')).toMatchObject({ outcome: 'degraded', notes: ['The options are whole numbers. Exports use codes instead.'] })
    expect(line('v')?.notes).toEqual(['The code system version of the options is left out.'])
    expect(line('x')).toMatchObject({ outcome: 'degraded' })
    expect(line('x')?.notes).toContain('Formatting, links and pictures are left out.')
    expect(line('o')?.notes).toContain('The extension ‘questionnaire-choiceOrientation’ is not supported and is left out.')
    expect(line('g')?.notes).toEqual([
      'The group was repeatable. Patients answer the questions once.',
      'The reference to a data element definition is left out.',
      'The codes are left out.',
      'The group has no heading, so the questions follow the previous heading.',
    ])
    expect(line('w-help')).toMatchObject({ outcome: 'kept', notes: ['Imported as part of the hint of the question above.'] })
    expect(line('w-low')).toMatchObject({ outcome: 'dropped', notes: ['Only a scale from 0 to 10 can have labels.'] })
  })
})
