import { formLimits, type QuestionFields } from '#domain/form/question.ts'
import { compact, control, fhirText, isInteger, numberExtension, standard } from '#domain/form/fhir/extensions.ts'
import type { AnswerValue, Extension, QuestionnaireItem } from '#domain/form/fhir/resource.ts'
import { degrade, extensionOf, numberIn, type SourceItem } from '#domain/form/fhir/source.ts'

import type { FhirType } from './fhir-type.ts'

const isWhole = ({ decimals = 0, min = 0, max = 0 }: QuestionFields) =>
  decimals === 0 && isInteger(Math.floor(min)) && isInteger(Math.floor(max))

function writeNumber(question: QuestionFields): ReturnType<FhirType['write']> {
  const { decimals = 0, min, max } = question
  const unit = fhirText(question.unit)
  const type = isWhole(question) ? 'integer' : 'decimal'
  const extension: Extension[] = [
    ...(unit === undefined ? [] : [{ url: standard.unit, valueCoding: { display: unit } }]),
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

export const numberInFhir: FhirType = {
  write: writeNumber,
  fits: ({ type, options }) => (options === undefined && ['integer', 'decimal', 'quantity'].includes(type) ? 2 : 0),
  read: readNumber,
  // FHIR wants answers to a decimal item to be decimals, even whole ones.
  value: (question, answer) => {
    if (readNumberValue(answer) === undefined) return { valueString: answer }
    return isWhole(question) ? numberValue(Number(answer)) : { valueDecimal: Number(answer) }
  },
  readValue: (_question, text) => readNumberValue(text),
}

const end = (code: 'lower' | 'upper', words: string | undefined): QuestionnaireItem[] => {
  const text = fhirText(words)
  return text === undefined ? [] : [{ linkId: code, text, type: 'display', extension: [control(code)] }]
}

export const scaleInFhir: FhirType = {
  write: ({ lowLabel, highLabel }) => ({
    type: 'integer',
    extension: [
      control('slider'),
      numberExtension(standard.minValue, 0),
      numberExtension(standard.maxValue, 10),
      { url: standard.sliderStep, valueInteger: 1 },
    ],
    item: [...end('lower', lowLabel), ...end('upper', highLabel)],
  }),
  fits: (item) => {
    const isTenSteps = numberIn(item, standard.minValue) === 0 && numberIn(item, standard.maxValue) === 10
    const step = numberIn(item, standard.sliderStep) ?? 1
    return item.options === undefined && item.type === 'integer' && item.controls.includes('slider') && isTenSteps && step === 1 ? 3 : 0
  },
  read: ({ low, high }) => compact({ lowLabel: low || undefined, highLabel: high || undefined }),
  value: (_question, answer) => (readNumberValue(answer) === undefined ? { valueString: answer } : numberValue(Number(answer))),
  readValue: (_question, text) => readNumberValue(text),
}
