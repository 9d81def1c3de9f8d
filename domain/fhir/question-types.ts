import { isIsoDate } from '#domain/dates.ts'
import { formLimits, type QuestionFields } from '#domain/form/question.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'

import { choices } from './choices.ts'
import { compact, control, fhirText, isInteger, numberExtension, own, standard } from './extensions.ts'
import type { AnswerValue, Extension, QuestionnaireItem } from './resource.ts'
import { degrade, extensionOf, type FhirMapping, numberIn, remark, type SourceItem, type TranslatedTexts } from './source-item.ts'
import { type ByLanguage, sibling } from './translations.ts'

const dateInFhir: FhirMapping = {
  write: () => ({ type: 'date' }),
  fits: ({ type, options }) => (options === undefined && (type === 'date' || type === 'dateTime') ? 2 : 0),
  read: (item) => {
    if (item.type === 'dateTime') degrade(item, 'Only the day is asked for, not the time.')
    return {}
  },
  value: (_question, answer) => (isIsoDate(answer) ? { valueDate: answer } : { valueString: answer }),
  readValue: (_question, { value }) => [value.slice(0, 10)].find(isIsoDate),
}

const meanings: Record<string, string> = { true: 'yes', false: 'no' }

const yesNoInFhir: FhirMapping = {
  write: () => ({ type: 'boolean' }),
  fits: ({ type, options }) => (options === undefined && type === 'boolean' ? 2 : 0),
  read: () => ({}),
  value: (_question, answer) => ({ valueBoolean: answer === 'yes' }),
  readValue: (_question, { value }) => (Object.hasOwn(meanings, value) ? meanings[value] : undefined),
}

const isWhole = ({ decimals = 0, min = 0, max = 0 }: QuestionFields) =>
  decimals === 0 && isInteger(Math.floor(min)) && isInteger(Math.floor(max))

function writeNumber(question: QuestionFields, { of }: TranslatedTexts): ReturnType<FhirMapping['write']> {
  const { decimals = 0, min, max } = question
  const unit = fhirText(question.unit)
  const type = isWhole(question) ? 'integer' : 'decimal'
  const extension: Extension[] = [
    ...(unit === undefined ? [] : [{ url: standard.unit, valueCoding: { display: unit, ...sibling('_display', of('unit')) } }]),
    ...(min === undefined ? [] : [numberExtension(standard.minValue, min)]),
    ...(max === undefined ? [] : [numberExtension(standard.maxValue, max)]),
    ...(type === 'integer' ? [] : [{ url: standard.maxDecimalPlaces, valueInteger: decimals }]),
  ]
  return { type, extension }
}

function readNumber(item: SourceItem) {
  const places = item.type === 'integer' ? 0 : (numberIn(item, standard.maxDecimalPlaces) ?? formLimits.decimals)
  const decimals = Math.min(Math.max(0, Math.trunc(places)), formLimits.decimals)
  if (places > formLimits.decimals) degrade(item, `Answers can have ${formLimits.decimals} decimal places, not ${places}.`)
  const [min, max] = [boundOf(item, standard.minValue), boundOf(item, standard.maxValue)]
  return compact({ unit: unitOf(item), min, max, decimals: decimals || undefined })
}

function boundOf(item: SourceItem, url: string) {
  const bound = numberIn(item, url)
  if (bound === undefined || Math.abs(bound) <= 1e9) return bound
  degrade(item, `The limit ${bound} is too large to keep.`)
  return undefined
}

function unitOf(item: SourceItem) {
  const choices = item.extensions.filter(({ url }) => url === standard.unitOption)
  const coding = (extensionOf(item, standard.unit) ?? choices[0])?.valueCoding
  const unit = coding?.display ?? coding?.code
  if (choices.length > 1) degrade(item, `The unit is ‘${unit}’. Patients cannot select another unit.`)
  return typeof unit === 'string' && unit.trim() !== '' ? unit.slice(0, formLimits.unit * 4) : undefined
}

function numberValue(number: number): AnswerValue {
  return isInteger(number) ? { valueInteger: number } : { valueDecimal: number }
}

const readNumberValue = (text: string) => (text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : undefined)

const numberInFhir: FhirMapping = {
  write: writeNumber,
  fits: ({ type, options }) => (options === undefined && ['integer', 'decimal', 'quantity'].includes(type) ? 2 : 0),
  read: readNumber,
  // FHIR requires decimal answers for a decimal item, even for whole numbers.
  value: (question, answer) => {
    if (readNumberValue(answer) === undefined) return { valueString: answer }
    return isWhole(question) ? numberValue(Number(answer)) : { valueDecimal: Number(answer) }
  },
  readValue: (_question, { value }) => readNumberValue(value),
}

const end = (code: 'lower' | 'upper', words: string | undefined, of: ByLanguage): QuestionnaireItem[] => {
  const text = fhirText(words)
  return text === undefined ? [] : [{ linkId: code, text, ...sibling('_text', of), type: 'display', extension: [control(code)] }]
}

const scaleInFhir: FhirMapping = {
  write: ({ lowLabel, highLabel }, { of }) => ({
    type: 'integer',
    extension: [
      control('slider'),
      numberExtension(standard.minValue, 0),
      numberExtension(standard.maxValue, 10),
      { url: standard.sliderStep, valueInteger: 1 },
    ],
    item: [...end('lower', lowLabel, of('lowLabel')), ...end('upper', highLabel, of('highLabel'))],
  }),
  fits: (item) => {
    const isTenSteps = numberIn(item, standard.minValue) === 0 && numberIn(item, standard.maxValue) === 10
    const step = numberIn(item, standard.sliderStep) ?? 1
    return item.options === undefined && item.type === 'integer' && item.controls.includes('slider') && isTenSteps && step === 1 ? 3 : 0
  },
  read: ({ low, high }) => compact({ lowLabel: low || undefined, highLabel: high || undefined }),
  value: (_question, answer) => (readNumberValue(answer) === undefined ? { valueString: answer } : numberValue(Number(answer))),
  readValue: (_question, { value }) => readNumberValue(value),
  control: 'slider',
}

const lostText: Record<string, string> = {
  time: 'Patients type the time as text. The time is not checked.',
  url: 'Patients type the web address as text. The web address is not checked.',
}

const textInFhir: FhirMapping = {
  write: ({ long }) => ({ type: long ? 'text' : 'string' }),
  fits: ({ type, options }) => (options === undefined && ['string', 'text', 'time', 'url'].includes(type) ? 2 : 0),
  read: (item) => {
    const lost = lostText[item.type]
    if (lost) degrade(item, lost)
    return item.type === 'text' ? { long: true } : {}
  },
  value: (_question, answer) => ({ valueString: fhirText(answer) ?? '-' }),
  // Conditions on text can only test whether there is an answer.
  readValue: () => undefined,
}

const nothing = { value: () => ({}), readValue: () => undefined }
/** Between the heading and the text of an information page. */
export const between = '\n\n'
const plainHeading = 'Information'

/** The title and body of an information page without a heading: its first line if more text follows, or a default title. */
export function pageOf(item: SourceItem) {
  const heading = extensionOf(item, own.heading)?.valueString
  if (typeof heading === 'string' && item.text.startsWith(heading))
    return { title: heading, body: item.text.slice(heading.length + between.length) }
  if (heading === plainHeading) return { title: plainHeading, body: item.text }
  const [first = '', ...rest] = item.text.trim().split('\n')
  const more = rest.join('\n').trim()
  if (more !== '' && first.length <= 100) return { title: first.trim(), body: more }
  return { title: plainHeading, body: item.text.trim() }
}

function readBody(item: SourceItem) {
  const { title, body } = pageOf(item)
  const longest = formLimits.body * 4
  if (title === plainHeading && !extensionOf(item, own.heading))
    remark(item, `Imported as an information page with the heading ‘${plainHeading}’.`)
  else if (!extensionOf(item, own.heading)) remark(item, 'The first line is the heading of the information page.')
  if (body.length > longest) degrade(item, 'The text is too long and is cut.')
  return compact({ body: body.slice(0, longest) || undefined })
}

/** The heading and the text of a page in one element. The default heading of an imported text is no part of it. */
const pageText = (heading: string, body: string, isPlain: boolean) => (body === '' ? heading : isPlain ? body : heading + between + body)

const informationInFhir: FhirMapping = {
  ...nothing,
  write: ({ title, body }, { of }) => {
    const [heading, text] = [fhirText(title) ?? '-', fhirText(body)]
    // The default heading is no part of an imported text.
    const isPlain = heading === plainHeading && text !== undefined && !text.startsWith(heading)
    const [headings, bodies] = [of('title'), of('body')]
    const inLanguage = (language: string) => [headings.get(language) ?? heading, bodies.get(language) ?? text ?? ''] as const
    const languages = isPlain ? bodies.keys() : new Set([...headings.keys(), ...bodies.keys()])
    const pages = [...languages].map((language) => [language, pageText(...inLanguage(language), isPlain)] as const)
    return {
      type: 'display',
      text: pageText(heading, text ?? '', isPlain),
      ...sibling('_text', new Map(pages)),
      extension: [{ url: own.heading, valueString: heading, ...sibling('_valueString', headings) }],
    }
  },
  fits: (item) => (item.type === 'display' ? 2 : 0),
  read: readBody,
}

const partOf = (item: SourceItem) => extensionOf(item, own.part)?.valueCode
export const isSectionBody = (item: SourceItem) => item.type === 'display' && partOf(item) === 'body'
export const isEmptySection = (item: SourceItem) => item.type === 'display' && partOf(item) === 'section'

/** A group; a section without questions is a marked display item, because FHIR does not allow empty groups. */
const sectionInFhir: FhirMapping = {
  ...nothing,
  write: ({ body }, { of }) => {
    const text = fhirText(body)
    const translated = sibling('_text', of('body'))
    return {
      type: 'group',
      item:
        text === undefined
          ? []
          : [{ linkId: 'body', text, ...translated, type: 'display', extension: [{ url: own.part, valueCode: 'body' }] }],
    }
  },
  fits: (item) => (item.type === 'group' || isEmptySection(item) ? 3 : 0),
  read: (item) => {
    const body = item.children.find(isSectionBody)?.text
    return compact({ body: body?.slice(0, formLimits.body * 4) || undefined })
  },
}

/** How each type of question is written as a FHIR item and read from one. */
export const fhirMappings: Record<QuestionTypeName, FhirMapping> = {
  free_text: textInFhir,
  single_select: choices({ isMany: false, isUsual: true, codes: ['radio-button'] }),
  dropdown: choices({ isMany: false, isUsual: false, codes: ['drop-down', 'autocomplete', 'lookup'] }),
  multi_select: choices({ isMany: true, isUsual: true, codes: ['check-box'] }),
  yes_no: yesNoInFhir,
  number: numberInFhir,
  scale: scaleInFhir,
  date: dateInFhir,
  information: informationInFhir,
  section: sectionInFhir,
}
