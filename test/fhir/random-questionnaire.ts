import fc from 'fast-check'

/** Questionnaires as other systems write them: valid FHIR R4 with many elements and extensions that a form here has no place for. */

type Item = Record<string, unknown>
const hl7 = 'http://hl7.org/fhir/StructureDefinition/'
const loinc = 'http://loinc.org'
const control = (code: string) => ({
  url: `${hl7}questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
})

const itemExtensions = [
  ...['radio-button', 'drop-down', 'autocomplete', 'check-box', 'slider', 'spinner', 'text-area', 'help'].map(control),
  { url: `${hl7}questionnaire-choiceOrientation`, valueCode: 'horizontal' },
  { url: `${hl7}questionnaire-unit`, valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg', display: 'kg' } },
  { url: `${hl7}questionnaire-unit`, valueCoding: { display: 'kg' } },
  { url: `${hl7}questionnaire-unitOption`, valueCoding: { code: 'cm', display: 'cm' } },
  { url: `${hl7}minValue`, valueInteger: 1 },
  { url: `${hl7}minValue`, valueDate: '2020-01-01' },
  { url: `${hl7}maxValue`, valueDecimal: 9.5 },
  { url: `${hl7}maxDecimalPlaces`, valueInteger: 2 },
  { url: `${hl7}questionnaire-sliderStepValue`, valueInteger: 2 },
  { url: `${hl7}questionnaire-minOccurs`, valueInteger: 1 },
  { url: `${hl7}questionnaire-minOccurs`, valueInteger: 2 },
  { url: `${hl7}questionnaire-maxOccurs`, valueInteger: 3 },
  { url: `${hl7}minLength`, valueInteger: 3 },
  { url: `${hl7}regex`, valueString: '[a-z]+' },
  { url: `${hl7}questionnaire-displayCategory`, valueCodeableConcept: { text: 'Instructions' } },
  { url: `${hl7}questionnaire-supportLink`, valueUri: 'https://example.com' },
  { url: `${hl7}questionnaire-hidden`, valueBoolean: false },
  { url: 'https://example.com/anything', valueBoolean: true },
]

const elements: Item[] = [
  { prefix: '1.' },
  { required: true },
  { repeats: true },
  { readOnly: true },
  { maxLength: 20 },
  { definition: 'https://example.com/StructureDefinition/x#x' },
  { id: 'an-id' },
  { code: [{ system: loinc, version: '2.74', code: '44250-9', display: 'Little interest' }] },
  { code: [{ system: loinc, code: '1', userSelected: true }] },
  { initial: [{ valueString: 'x' }] },
  { _text: { extension: [{ url: `${hl7}rendering-xhtml`, valueString: '<b>Text</b>' }] } },
  { _linkId: { extension: [{ url: 'https://example.com/of-the-id', valueString: 'x' }] } },
]

const optionLists: Item[] = [
  { answerOption: [{ valueInteger: 12 }, { valueInteger: -3 }] },
  { answerOption: [{ valueDate: '1961' }, { valueDate: '2001-05-09' }] },
  { answerOption: [{ valueTime: '08:30:00' }] },
  { answerOption: [{ valueString: 'Red' }, { valueString: 'Blue' }] },
  {
    answerOption: [
      {
        valueCoding: { system: loinc, version: '2.81', code: 'LA1', display: 'Never' },
        extension: [{ url: `${hl7}ordinalValue`, valueDecimal: 0 }],
      },
      { valueCoding: { system: loinc, code: 'LA2', display: 'Often', extension: [{ url: `${hl7}ordinalValue`, valueDecimal: 2 }] } },
    ],
  },
  { answerOption: [{ valueCoding: { code: 'a', display: 'A' }, extension: [{ url: `${hl7}itemWeight`, valueDecimal: 1 }] }] },
  {
    answerOption: [
      { valueCoding: { code: 'a' } },
      { valueCoding: { code: 'n', display: 'None' }, extension: [{ url: `${hl7}questionnaire-optionExclusive`, valueBoolean: true }] },
    ],
  },
  { answerOption: [{ valueCoding: { code: 'a', display: 'A' }, initialSelected: true }] },
  {
    answerOption: [
      { valueCoding: { code: 'a', display: 'A' }, extension: [{ url: `${hl7}questionnaire-optionPrefix`, valueString: 'a)' }] },
    ],
  },
  { answerOption: [{ valueString: 'Red', _valueString: { extension: [{ url: `${hl7}rendering-xhtml`, valueString: '<i>Red</i>' }] } }] },
  { answerOption: [{ valueReference: { reference: 'Observation/1', display: 'A record' } }] },
  { answerOption: [{ valueString: 'Twice' }, { valueString: 'Twice' }] },
  { answerValueSet: '#list' },
  { answerValueSet: '#partial' },
  { answerValueSet: 'https://example.com/elsewhere' },
]

const questionTypes = ['string', 'text', 'boolean', 'integer', 'decimal', 'quantity', 'date', 'dateTime', 'time', 'url', 'attachment']
const conditions: Item[] = [
  { operator: 'exists', answerBoolean: true },
  { operator: '=', answerBoolean: true },
  { operator: '!=', answerBoolean: true },
  { operator: '>', answerInteger: 3 },
  { operator: '=', answerCoding: { system: loinc, code: 'LA1' } },
  { operator: '=', answerString: 'Red' },
]

const drawn = fc.record({
  kind: fc.constantFrom('plain', 'plain', 'choice', 'choice', 'open-choice', 'display', 'group', 'group', 'words'),
  type: fc.constantFrom(...questionTypes),
  options: fc.constantFrom(...optionLists),
  hasOptions: fc.nat(4).map((one) => one === 0),
  elements: fc.subarray(elements, { maxLength: 4 }),
  extensions: fc.subarray(itemExtensions, { maxLength: 3 }),
  rules: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...conditions)), { maxLength: 2 }),
  behaviour: fc.constantFrom('all', 'any'),
  depth: fc.nat(3),
  hasText: fc.nat(8).map((one) => one > 0),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

function itemOf(one: Drawn, index: number): Item {
  const type = { plain: one.type, words: 'display' }[one.kind as 'plain'] ?? one.kind
  const isDisplay = type === 'display'
  const given = Object.assign({}, ...one.elements) as Item
  if (isDisplay) for (const name of ['required', 'repeats', 'readOnly', 'maxLength', 'initial', 'code']) delete given[name]
  if (type === 'group') for (const name of ['readOnly', 'maxLength', 'initial']) delete given[name]
  if (!['string', 'text', 'url', 'open-choice'].includes(type)) delete given['maxLength']
  const options = type.endsWith('choice') || (one.hasOptions && ['string', 'integer', 'date'].includes(type)) ? one.options : {}
  const extension = [
    ...(one.kind === 'words' ? [control('prompt')] : []),
    ...new Map(one.extensions.map((each) => [each.url, each])).values(),
  ]
  return {
    linkId: index % 3 === 0 ? `/${index}.1` : `q${index}`,
    type,
    ...((one.hasText || isDisplay) && { text: `Item ${index}` }),
    ...given,
    ...options,
    ...(extension.length > 0 && { extension }),
  }
}

/** A tree of items. Each condition is about an earlier item. */
function treeOf(all: Drawn[]): Item[] {
  const top: Item[] = []
  const open: Item[] = []
  const earlier: string[] = []
  all.forEach((one, index) => {
    const item = itemOf(one, index)
    open.length = Math.min(open.length, one.depth)
    const parent = open.at(-1)
    // A display item has no items (que-1), and text is below a question.
    if (parent) parent['item'] = [...((parent['item'] as Item[] | undefined) ?? []), item]
    else top.push(item)
    if (item['type'] !== 'display') open.push(item)
    if (one.rules.length > 0 && earlier.length > 0) {
      item['enableWhen'] = one.rules.map(([which, rule]) => ({ question: earlier[which % earlier.length], ...rule }))
      item['enableBehavior'] = one.behaviour
    }
    if (!['display', 'group'].includes(item['type'] as string)) earlier.push(item['linkId'] as string)
  })
  return top.map(withContent)
}

/** A group has items (que-1). */
function withContent(item: Item): Item {
  const items = (item['item'] as Item[] | undefined)?.map(withContent)
  if (items) return { ...item, item: items }
  return item['type'] === 'group' ? { ...item, item: [{ linkId: `${String(item['linkId'])}-a`, type: 'string', text: 'Inside' }] } : item
}

const topElements: Item[] = [
  { url: 'https://example.com/Questionnaire/a', version: '2.1' },
  { version: '3' },
  { name: 'AName' },
  { publisher: 'Somebody' },
  { copyright: 'CC0' },
  { description: 'What it asks' },
  { meta: { profile: ['https://example.com/profile'] } },
  { _title: { extension: [{ url: 'https://example.com/of-the-title', valueString: 'x' }] } },
  { extension: [{ url: 'https://example.com/of-the-whole', valueString: 'x' }] },
  { identifier: [{ system: 'https://example.com', value: '7' }] },
]

export const randomQuestionnaire = fc
  .record({ all: fc.array(drawn, { minLength: 1, maxLength: 14 }), top: fc.subarray(topElements), last: drawn })
  .map(({ all, top, last }) => ({
    resourceType: 'Questionnaire',
    status: 'active',
    title: 'From elsewhere',
    ...(Object.assign({}, ...top) as Item),
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'list',
        status: 'active',
        compose: { include: [{ system: loinc, version: '2.8', concept: [{ code: 'x', display: 'X' }] }] },
      },
      {
        resourceType: 'ValueSet',
        id: 'partial',
        status: 'active',
        compose: {
          include: [
            { system: loinc, concept: [{ code: 'y' }] },
            { system: 'http://snomed.info/sct', filter: [] },
          ],
        },
      },
    ],
    // At least one question, so that there is something to import.
    item: [...treeOf(all), { ...itemOf({ ...last, kind: 'plain', type: 'string', hasOptions: false }, 99), type: 'string' }],
  }))
