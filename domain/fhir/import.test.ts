import { describe, expect, test } from 'vitest'

import { problemsOf } from '#test/fhir/check-resource.ts'

import { fromQuestionnaire } from './import/from-questionnaire.ts'
import { readDocument } from './import/read-document.ts'
import { toQuestionnaire } from './to-questionnaire.ts'
import { toQuestionnaireResponse } from './to-response.ts'

const byPatient = { channel: 'web', answeredBy: 'patient', carerName: '', carerRelationship: '', typedBy: null } as const

const hl7 = 'http://hl7.org/fhir/StructureDefinition/'
const drawnAs = (code: string) => ({ url: `${hl7}questionnaire-itemControl`, valueCodeableConcept: { coding: [{ code }] } })
const item = (linkId: string, type: string, more: object = {}) => ({ linkId, type, text: `Item ${linkId}`, ...more })
const when = (question: string, operator: string, answer: object) => ({ question, operator, ...answer })
const isYes = (question: string) => when(question, '=', { answerBoolean: true })

function bring(items: object[], more: object = {}) {
  const document = readDocument(JSON.stringify({ resourceType: 'Questionnaire', status: 'draft', title: 'Theirs', item: items, ...more }))
  const result = 'refusal' in document ? document : fromQuestionnaire(document.questionnaire)
  if ('refusal' in result) throw new Error(result.refusal)
  const { forms, report } = result
  const { definition } = forms[0]
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
      'kept',
      'degraded',
      'dropped',
      'dropped',
    ])
  })

  test('‘is not’ also holds while a required question with a condition of its own, or in a group with one, is not asked (FORM-9)', () => {
    const isNotYes = (question: string) => ({ enableWhen: [when(question, '!=', { answerBoolean: true })] })
    const { question, line } = bring([
      item('smokes', 'boolean', { required: true }),
      item('daily', 'boolean', { required: true, enableWhen: [isYes('smokes')] }),
      item('habits', 'group', { enableWhen: [isYes('smokes')], item: [item('indoors', 'boolean', { required: true })] }),
      item('after-always', 'string', isNotYes('smokes')),
      item('after-daily', 'string', isNotYes('daily')),
      item('after-indoors', 'string', isNotYes('indoors')),
      item('after-both', 'string', { ...isNotYes('daily'), enableBehavior: 'all' }),
    ])
    const isNot = (id: string) => ({ question: id, operator: 'not_equals', value: 'yes' })

    expect(question('after-always')?.showIf).toEqual({ match: 'any', rules: [isNot('smokes')] })
    for (const id of ['daily', 'indoors'])
      expect(question(`after-${id}`)?.showIf).toEqual({ match: 'any', rules: [isNot(id), { question: id, operator: 'not_answered' }] })
    expect(question('after-both')?.showIf?.rules).toContainEqual({ question: 'daily', operator: 'not_answered' })
    expect(line('after-daily')?.notes).toContain('‘Is not’ is kept as two rules: ‘Item daily’ is not ‘true’, or is not answered.')
  })

  test('‘is not’ beside a rule that must hold too is reported when its question is not always asked (FORM-9)', () => {
    const { line } = bring([
      item('smokes', 'boolean', { required: true }),
      item('daily', 'boolean', { required: true, enableWhen: [isYes('smokes')] }),
      item('next', 'string', { enableBehavior: 'all', enableWhen: [isYes('smokes'), when('daily', '!=', { answerBoolean: true })] }),
    ])

    expect(line('next')).toMatchObject({ outcome: 'degraded', notes: ['‘Is not’ is true only after ‘Item daily’ is answered.'] })
  })

  const sumOf = (steps: string) => ({
    extension: [
      {
        url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
        valueExpression: { expression: `%resource${steps}.answer.weight().sum()` },
      },
    ],
  })

  test.each([
    ['.item', ['top']],
    ['.item.item', ['inside']],
    ['.item.item.item', ['deep']],
    ['.repeat(item)', ['top', 'inside', 'deep']],
    ['.descendants()', ['top', 'under', 'inside', 'deep']],
    [".item.where(linkId != 'top')", []],
  ])('a sum over %s counts the questions at that depth only (FORM-9)', (steps, counted) => {
    const rated = {
      answerOption: [{ valueCoding: { code: '1', display: 'One' }, extension: [{ url: `${hl7}ordinalValue`, valueDecimal: 1 }] }],
    }
    const { definition } = bring([
      item('top', 'choice', { ...rated, item: [item('under', 'choice', rated)] }),
      item('outer', 'group', {
        item: [item('inside', 'choice', rated), item('inner', 'group', { item: [item('deep', 'choice', rated)] })],
      }),
      item('sum', 'decimal', sumOf(steps)),
    ])

    expect(definition.scores).toEqual([{ id: 'sum', name: 'Item sum', questions: counted, bands: [] }])
  })

  test('a sum over steps of several kinds is reported as lost (FORM-9)', () => {
    const { definition, line } = bring([item('top', 'boolean'), item('sum', 'decimal', sumOf('.item.descendants().item'))])

    expect(definition).not.toHaveProperty('scores')
    expect(line('sum')?.notes).toEqual(['The calculation from other answers is left out. Patients answer this question.'])
  })

  test('a condition on a code means the option of its code system, and one that could mean two options is left out (FORM-9)', () => {
    const coding = (system: string | undefined, code: string, display?: string) => ({ system, code, display })
    const isCode = (system: string | undefined, code: string) => ({ enableWhen: [when('q', '=', { answerCoding: coding(system, code) })] })
    const { question, line } = bring([
      item('q', 'choice', {
        answerOption: [
          { valueCoding: coding('urn:a', '1', 'One of A') },
          { valueCoding: coding('urn:b', '1', 'One of B') },
          { valueCoding: coding(undefined, '2', 'Two') },
        ],
      }),
      item('of-a', 'string', isCode('urn:a', '1')),
      item('of-b', 'string', isCode('urn:b', '1')),
      item('of-c', 'string', isCode('urn:c', '1')),
      item('of-none', 'string', isCode(undefined, '1')),
      item('two', 'string', isCode('urn:a', '2')),
    ])
    const options = Object.fromEntries(question('q')?.options?.map(({ value, label }) => [value, label]) ?? [])
    const asksAbout = (id: string) => options[question(id)?.showIf?.rules[0]?.value ?? '']

    expect(['of-a', 'of-b', 'of-c', 'of-none', 'two'].map(asksAbout)).toEqual(['One of A', 'One of B', undefined, undefined, 'Two'])
    expect(line('of-b')).toMatchObject({
      outcome: 'kept',
      notes: ['The condition about ‘q’ names the option as it is stored: ‘option-2’.'],
    })
    for (const id of ['of-c', 'of-none'])
      expect(line(id)).toMatchObject({
        outcome: 'degraded',
        notes: [
          'The condition about ‘q’ is left out: ‘1’ is not a possible answer.',
          'The condition is left out, so the question is always asked.',
        ],
      })
  })

  test('the report names each score and red flag of an earlier export that lost a question, a band or a rule (FORM-9)', () => {
    const own = (name: string, ...parts: object[]) => ({ url: `urn:formward:fhir:${name}`, extension: parts })
    const string = (url: string, valueString: string) => ({ url, valueString })
    const rules = (...questions: string[]) => ({
      url: 'answers',
      extension: [
        { url: 'match', valueCode: 'any' },
        ...questions.map((id) => ({ url: 'rules', extension: [string('question', id), { url: 'operator', valueCode: 'answered' }] })),
      ],
    })
    const band = { url: 'bands', extension: [{ url: 'from', valueDecimal: 0 }, { url: 'to', valueDecimal: 1e12 }, string('label', 'Mild')] }
    const ofScore = (id: string) => ({ url: 'score', extension: [string('score', id), { url: 'atLeast', valueDecimal: 1 }] })
    const document = readDocument(
      JSON.stringify({
        resourceType: 'Questionnaire',
        status: 'active',
        title: 'Mood',
        item: [item('a', 'boolean'), item('b', 'boolean')],
        extension: [
          { url: 'urn:formward:fhir:form-type', valueCode: 'general' },
          own('score', string('id', 'mood'), string('name', 'Mood'), ...['a', 'b', 'gone'].map((id) => string('questions', id)), band),
          own('score', string('id', 'not an id'), string('name', 'Sleep'), string('questions', 'a')),
          own('score', string('id', 'whole'), string('name', 'Whole'), string('questions', 'a')),
          own('red-flag', string('id', 'risk'), string('name', 'Risk'), rules('a', 'gone', 'lost')),
          own('red-flag', string('id', 'low'), string('name', 'Low'), ofScore('gone')),
          own('red-flag', string('id', 'kept'), string('name', 'Kept'), rules('a', 'b'), ofScore('mood')),
        ],
      }),
    )
    if ('refusal' in document) throw new Error(document.refusal)
    const result = fromQuestionnaire(document.questionnaire)
    if ('refusal' in result) throw new Error(result.refusal)

    expect(result.report.notes).toEqual([
      '1 score without a valid ID is left out.',
      'The score ‘Mood’ loses 1 question.',
      'The score ‘Mood’ loses 1 band.',
      'The red flag ‘Risk’ loses 2 rules about answers.',
      'The red flag ‘Low’ loses its rule about a score.',
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
    const { forms, report } = result
    const { definition, title, description, type } = forms[0]
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
      answering: byPatient,
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
    expect(line('n')).toMatchObject({ outcome: 'kept', notes: [] })
    expect(line('v')).toMatchObject({ outcome: 'kept', notes: [] })
    expect(line('x')).toMatchObject({ outcome: 'degraded' })
    expect(line('x')?.notes).toContain('Formatting, links and pictures are left out.')
    expect(line('o')?.notes).toContain('The extension ‘questionnaire-choiceOrientation’ is not supported and is left out.')
    expect(line('g')).toMatchObject({ outcome: 'degraded' })
    expect(line('g')?.notes.toSorted()).toEqual([
      'The codes are left out.',
      'The group has no heading, so the questions follow the previous heading.',
      'The group was repeatable. Patients answer the questions once.',
      'The maximum of 3 times is not checked.',
      'The minimum of 1 time is not checked.',
      'The reference to a data element definition is left out.',
    ])
    expect(line('w-help')).toMatchObject({ outcome: 'kept', notes: ['Imported as part of the hint of the question above.'] })
    expect(line('w-low')).toMatchObject({ outcome: 'dropped', notes: ['Only a scale from 0 to 10 can have labels.'] })
  })

  const answered = ({ published }: ReturnType<typeof theirs>, answers: Record<string, string | string[]>) =>
    toQuestionnaireResponse({
      answering: byPatient,
      id: randomId,
      formId: randomId,
      version: 4,
      submittedAt: published.publishedAt,
      definition: published.definition,
      answers,
      patient: { firstName: 'Mary', lastName: 'Seacole', nhsNumber: null },
    })

  test('options that are numbers, dates, times, texts or codes of one version of a system come out as they came in, and so do answers (FORM-9)', () => {
    const lists = {
      whole: [{ valueInteger: 12 }, { valueInteger: -3 }],
      days: [{ valueDate: '1961' }, { valueDate: '2001-05-09' }],
      times: [{ valueTime: '08:30:00' }],
      words: [{ valueString: 'Red' }, { valueString: 'Dark blue' }],
      codes: [{ valueCoding: { system: loinc, version: '2.81', code: 'LA6722-8', display: 'Often' } }],
    }
    const read = theirs(Object.entries(lists).map(([linkId, answerOption]) => item(linkId, 'choice', { answerOption })))
    const out = toQuestionnaire(read.published)
    const answers = Object.fromEntries(read.definition.questions.map(({ id, options = [] }) => [id, options.at(-1)!.value]))

    expect(Object.fromEntries(out.item.map(({ linkId, answerOption }) => [linkId, answerOption]))).toEqual(lists)
    expect(read.report.lines.flatMap(({ notes }) => notes)).toEqual([])
    const response = answered(read, answers)
    expect(response.item?.map(({ answer }) => answer)).toEqual(Object.values(lists).map((list) => [list.at(-1)]))
    expect([...problemsOf(out), ...problemsOf(response)]).toEqual([])
  })

  test('an option whose text an author changes is exported as a code with that text (FORM-9)', () => {
    const { published } = theirs([item('n', 'choice', { answerOption: [{ valueInteger: 12 }] })])
    const [question] = published.definition.questions
    const definition = { questions: [{ ...question!, options: [{ ...question!.options![0]!, label: 'A dozen' }] }] }

    expect(toQuestionnaire({ ...published, definition }).item[0]?.answerOption).toEqual([
      { valueCoding: { code: '12', display: 'A dozen' } },
    ])
  })

  test('an open choice asks for other words in a question of its own, and is one item with the words in exports (FORM-9)', () => {
    const answerOption = [{ valueString: 'Tea' }, { valueString: 'Milk' }]
    const drink = item('drink', 'open-choice', {
      repeats: true,
      required: true,
      answerOption,
    })
    const read = theirs([drink, item('next', 'boolean')])
    const [choice, ownWords] = read.definition.questions
    const other = choice!.options!.at(-1)!

    expect(choice).toMatchObject({ id: 'drink', type: 'multi_select', required: true })
    expect(other).toEqual({ value: 'other', label: 'Another answer' })
    expect(ownWords).toEqual({
      id: 'drink-other',
      type: 'free_text',
      title: 'Another answer: Item drink',
      required: true,
      showIf: { match: 'all', rules: [{ question: 'drink', operator: 'equals', value: 'other' }] },
    })
    const out = toQuestionnaire(read.published)
    expect(out.item.map(({ linkId, type, answerOption }) => [linkId, type, answerOption])).toEqual([
      ['drink', 'open-choice', answerOption],
      ['next', 'boolean', undefined],
    ])
    const response = answered(read, { drink: ['Milk', 'other'], 'drink-other': 'Hot water' })
    expect(response.item).toEqual([
      { linkId: 'drink', text: 'Item drink', answer: [{ valueString: 'Milk' }, { valueString: 'Hot water' }] },
    ])
    expect([...problemsOf(out), ...problemsOf(response)]).toEqual([])
  })

  test('an open choice whose second question was changed is exported as two items (FORM-9)', () => {
    const { published } = theirs([item('drink', 'open-choice', { answerOption: [{ valueString: 'Tea' }] })])
    const [choice, ownWords] = published.definition.questions
    const out = toQuestionnaire({ ...published, definition: { questions: [choice!, { ...ownWords!, hint: 'Not alcohol' }] } })

    expect(out.item.map(({ linkId, type }) => [linkId, type])).toEqual([
      ['drink', 'choice'],
      ['drink-other', 'string'],
    ])
    expect(problemsOf(out)).toEqual([])
  })

  test('a value set that is in the file only in part is reported (FORM-9)', () => {
    const include = [
      { system: loinc, concept: [{ code: 'a', display: 'A' }] },
      { system: loinc, filter: [{ property: 'x' }] },
    ]
    const { line, definition } = theirs([item('q', 'choice', { answerValueSet: '#set' })], {
      contained: [{ resourceType: 'ValueSet', id: 'set', compose: { include } }],
    })

    expect(definition.questions[0]?.options).toEqual([{ value: 'a', label: 'A', system: loinc }])
    expect(line('q')).toMatchObject({
      outcome: 'degraded',
      notes: [
        'The options are from a value set in the file. Exports list the options with the question.',
        'Only the options that the value set lists are kept. Rules and other value sets are left out.',
      ],
    })
  })
})

describe('a questionnaire that is too long for one form', () => {
  const numbered = (prefix: string, count: number, more: (at: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, at) => item(`${prefix}${at}`, 'boolean', more(at)))

  function parts(items: object[], more: object = {}) {
    const document = readDocument(
      JSON.stringify({ resourceType: 'Questionnaire', url: 'https://example.com/long', version: '1', title: 'Long', item: items, ...more }),
    )
    const result = 'refusal' in document ? document : fromQuestionnaire(document.questionnaire)
    if ('refusal' in result) throw new Error(result.refusal)
    return { ...result, line: (linkId: string) => result.report.lines.find((one) => one.linkId === linkId) }
  }

  test('of 628 questions becomes several forms with every question once, and each group whole (FORM-9)', () => {
    const groups = Array.from({ length: 4 }, (_, at) => item(`g${at}`, 'group', { item: numbered(`g${at}-`, 156) }))
    const { forms, report } = parts([...groups, ...numbered('last', 4)])

    expect(forms.map(({ title }) => title)).toEqual([1, 2, 3, 4].map((at) => `Long (part ${at} of 4)`))
    const asked = forms.flatMap(({ definition }) => definition.questions.filter(({ type }) => type === 'yes_no').map(({ id }) => id))
    expect(asked).toEqual([...[0, 1, 2, 3].flatMap((at) => numbered(`g${at}-`, 156)), ...numbered('last', 4)].map(({ linkId }) => linkId))
    for (const { definition } of forms) expect(definition.questions.length).toBeLessThanOrEqual(300)
    expect(report.notes[0]).toBe('The questionnaire is too long for one form, so 4 forms are created. A form can have up to 300 questions.')
    expect(report.lines).toHaveLength(632)
  })

  test('is divided inside a group that is too long, with the heading in each part (FORM-9)', () => {
    const { forms, line } = parts([item('g', 'group', { item: numbered('q', 628) })])

    expect(forms.length).toBe(3)
    for (const { definition } of forms) expect(definition.questions[0]).toMatchObject({ id: 'g', type: 'section', title: 'Item g' })
    expect(line('g')?.notes).toEqual(['The group is too long for one form. It continues in the next part.'])
  })

  test('loses conditions and scores across parts, and the report says so (FORM-9)', () => {
    const points = { answerOption: [{ valueCoding: { code: '1' }, extension: [{ url: `${hl7}ordinalValue`, valueDecimal: 1 }] }] }
    const sum = {
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
          valueExpression: { expression: '%resource.item.answer.weight().sum()' },
        },
      ],
    }
    const { forms, line } = parts([
      item('first', 'choice', points),
      ...numbered('q', 400, (at) => (at === 399 ? { enableWhen: [isYes('q0')] } : {})),
      item('last', 'choice', points),
      item('sum', 'decimal', sum),
    ])

    expect(forms.length).toBe(2)
    expect(line('q399')).toMatchObject({
      outcome: 'degraded',
      notes: [
        'The condition about ‘q0’ is left out: the question is in another part.',
        'The condition is left out, so the question is always asked.',
      ],
    })
    expect(line('sum')).toMatchObject({ outcome: 'dropped', notes: ['The score is left out, because its questions are in several parts.'] })
    expect(forms.every(({ definition }) => definition.scores === undefined)).toBe(true)
  })

  test('does not pass a part off as the questionnaire: the part is derived from it (FORM-9)', () => {
    const { forms } = parts(numbered('q', 301))

    const out = toQuestionnaire({
      ...forms[0],
      id: '0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11',
      version: 1,
      isLive: true,
      publishedAt: '2026-02-03T04:05:06.000Z',
    })
    expect(out).toMatchObject({ url: 'urn:uuid:0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11', derivedFrom: ['https://example.com/long|1'] })
  })

  test('exported by Formward keeps a score in the part that has all of its questions (FORM-9)', () => {
    const score = (id: string, questions: string[]) => ({
      url: 'urn:formward:fhir:score',
      extension: [
        { url: 'id', valueString: id },
        { url: 'name', valueString: id },
        ...questions.map((valueString) => ({ url: 'questions', valueString })),
      ],
    })
    const { forms, report } = parts(numbered('q', 400), {
      extension: [
        { url: 'urn:formward:fhir:form-type', valueCode: 'general' },
        score('whole', ['q1', 'q2']),
        score('across', ['q1', 'q399']),
      ],
    })

    expect(forms.map(({ definition }) => definition.scores?.map(({ id }) => id))).toEqual([['whole'], undefined])
    expect(report.notes).toContain('‘across’ is left out, because its questions are in several parts.')
  })
})
