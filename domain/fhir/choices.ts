import { isIsoDate } from '#domain/dates.ts'
import { type FhirOptionType, formLimits, type QuestionFields, type QuestionOption } from '#domain/form/question.ts'
import { compact, control, fhirText, isInteger, own, readExtension, shapes, standard } from './extensions.ts'
import { type OpenChoice, otherOption } from './open-choice.ts'
import type { AnswerOption, AnswerValue, Coding } from './resource.ts'
import { degrade, extensionOf, type FhirMapping, remark, type SourceItem, type SourceOption, type SourceRule } from './source-item.ts'
import { type ByLanguage, sibling } from './translations.ts'

/** https://hl7.org/fhir/R4/datatypes.html#code */
const isCode = (text: string) => /^[^\s]+(\s[^\s]+)*$/.test(text) && fhirText(text) === text

/** The option's value if it is a valid code, else a generated code. */
function codeOf({ options = [] }: QuestionFields, value: string) {
  if (isCode(value)) return value
  let code = `option-${options.findIndex((option) => option.value === value) + 1}`
  while (options.some((option) => option.value === code)) code += '-'
  return code
}

function codingOf(question: QuestionFields, value: string): Coding {
  const option = question.options?.find((one) => one.value === value)
  const code = codeOf(question, value)
  // A generated code is not part of the code system, so it is written without the system.
  const { system, systemVersion: version } = (code === value && option) || {}
  return compact({ system, version, code, display: fhirText(option?.label) })
}

/** How the value of an option is written that is no code; undefined if the text is no such value. */
const plainValues: Record<FhirOptionType, (text: string) => AnswerValue | undefined> = {
  integer: (text) => (/^(0|-?[1-9]\d*)$/.test(text) && isInteger(Number(text)) ? { valueInteger: Number(text) } : undefined),
  // https://hl7.org/fhir/R4/datatypes.html#date: also a year, or a year and a month.
  date: (text) =>
    isIsoDate(text.length === 4 ? `${text}-01-01` : text.length === 7 ? `${text}-01` : text) ? { valueDate: text } : undefined,
  time: (text) => (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/.test(text) ? { valueTime: text } : undefined),
  string: (text) => (fhirText(text) === text ? { valueString: text } : undefined),
}

/** An option's value in FHIR. An option with a text of its own is a code, because only codes have a text beside the value. */
function valueOf(question: QuestionFields, value: string) {
  const option = question.options?.find((one) => one.value === value)
  const plain = option?.fhirType && option.label === value ? plainValues[option.fhirType](value) : undefined
  return plain ?? { valueCoding: codingOf(question, value) }
}

function writeOption(
  question: QuestionFields,
  { value, points, isNone }: QuestionOption,
  isMany: boolean,
  translated: ByLanguage,
): AnswerOption {
  const plain = valueOf(question, value)
  const written =
    'valueCoding' in plain
      ? { valueCoding: { ...plain.valueCoding, ...sibling('_display', translated) } }
      : { ...plain, ...('valueString' in plain && sibling('_valueString', translated)) }
  const extension = [
    ...(points === undefined ? [] : [{ url: standard.ordinalValue, valueDecimal: points }]),
    ...(isMany && isNone ? [{ url: standard.optionExclusive, valueBoolean: true }] : []),
    ...('valueCoding' in written && !isCode(value) ? [{ url: own.value, valueString: value }] : []),
  ]
  return compact({ extension, ...written })
}

const isChoice = ({ type, options }: SourceItem) => type === 'choice' || type === 'open-choice' || options !== undefined

/** Reads options with unique values: an empty or repeated value is replaced by a numbered one. */
function readOptions(item: SourceItem): QuestionOption[] {
  const taken = new Set<string>()
  const given = item.options ?? []
  const limit = formLimits.options - (item.type === 'open-choice' ? 1 : 0)
  if (given.length > limit)
    degrade(item, `Only the first ${limit.toLocaleString('en-GB')} of ${given.length.toLocaleString('en-GB')} options are kept.`)
  const options = given.slice(0, limit).map((option, index) => readOption(item, option, index, taken))
  return item.type === 'open-choice' ? [...options, openOption(item, taken, options.length)] : options
}

const typeOfKind: Record<string, FhirOptionType> = { valueInteger: 'integer', valueDate: 'date', valueTime: 'time', valueString: 'string' }

function readOption(item: SourceItem, option: SourceOption, index: number, taken: Set<string>): QuestionOption {
  const wanted = (option.value ?? option.code) || option.label
  const fits = wanted.trim() !== '' && wanted.length <= 200 && !taken.has(wanted)
  const value = fits ? wanted : freeValue(taken, index)
  taken.add(value)
  if (!fits) degrade(item, `The option ‘${shorten(option.label || wanted)}’ is stored as ‘${value}’.`)
  const isCodeKept = value === option.code
  if (option.system && !isCodeKept)
    degrade(item, `The option ‘${shorten(option.label || wanted)}’ loses its code system, because its code cannot be stored.`)
  const label = labelOf(item, option)
  return compact({
    value,
    label,
    points: option.points,
    isNone: option.isExclusive || undefined,
    system: isCodeKept ? option.system || undefined : undefined,
    systemVersion: isCodeKept && option.system ? option.systemVersion || undefined : undefined,
    fhirType: plainTypeOf(item, option, value, label),
  })
}

function plainTypeOf(item: SourceItem, { kind }: SourceOption, value: string, label: string) {
  const type = Object.hasOwn(typeOfKind, kind) ? typeOfKind[kind] : undefined
  if (!type || (label === value && plainValues[type](value))) return type
  remark(item, `Exports use a code for the option ‘${shorten(label)}’.`)
  return undefined
}

/** The option for another answer: as it was in an earlier export, else with a free value. */
function openOption(item: SourceItem, taken: Set<string>, index: number): QuestionOption {
  const known = readOtherAnswer(item)
  if (!known)
    degrade(item, 'Patients type another answer in a question that follows. Exports write one open choice again while both are unchanged.')
  const wanted = known?.option
  if (wanted && wanted.length <= 200 && !taken.has(wanted)) return otherOption(wanted)
  return otherOption(taken.has('other') ? freeValue(taken, index) : 'other')
}

/** The ids of an open choice that Formward exported. */
export function readOtherAnswer(item: SourceItem): Partial<OpenChoice> | undefined {
  const extension = extensionOf(item, own.otherAnswer)
  return extension && (readExtension(extension, shapes.otherAnswer) as Partial<OpenChoice>) // read with the shape of an open choice
}

function labelOf(item: SourceItem, { label, code }: SourceOption) {
  const words = label || code
  if (words.length <= formLimits.optionLabel * 4) return words
  degrade(item, `The text of the option ‘${shorten(words)}’ is cut.`)
  return words.slice(0, formLimits.optionLabel * 4)
}

function freeValue(taken: Set<string>, index: number) {
  let value = `option-${index + 1}`
  while (taken.has(value)) value += '-'
  return value
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

function read(item: SourceItem, isMany: boolean) {
  const options = readOptions(item)
  if ((item.options ?? []).length === 0) degrade(item, 'The list of options is not in the file. Add the options before you publish.')
  if (isMany || !options.some(({ isNone }) => isNone)) return { options }
  remark(item, 'That an option excludes the others is left out, because patients can select only one.')
  return { options: options.map(({ isNone: _, ...option }) => option) }
}

/**
 * The option that a rule means. Two code systems can have the same code, so the system decides where both have one. A rule that could mean
 * several options means none of them.
 */
function readOptionValue({ options = [] }: QuestionFields, { value: text, system }: SourceRule, item: SourceItem) {
  if (text === '') return undefined
  // What follows the options of an open choice is the patient's own words.
  const kept = item.type === 'open-choice' ? options.slice(0, -1) : options
  const found = (item.options ?? [])
    .slice(0, kept.length)
    .flatMap((option, at) =>
      option.code === text && (option.system === system || option.system === '' || system === '') ? [{ ...option, at }] : [],
    )
  const ofSystem = found.filter((option) => option.system === system)
  const [option, ...others] = ofSystem.length > 0 ? ofSystem : found
  if (option) return others.length > 0 ? undefined : kept[option.at]?.value
  return system === '' ? options.find(({ label }) => label === text)?.value : undefined
}

/** `codes`: the item controls that this type reads; the first is written. `isUsual`: also reads items without an item control. */
export const choices = ({ isMany, isUsual, codes }: { isMany: boolean; isUsual: boolean; codes: [string, ...string[]] }): FhirMapping => ({
  write: (question, { ofOption }) => ({
    type: 'choice',
    ...(isMany && { repeats: true }),
    extension: [control(codes[0])],
    answerOption: (question.options ?? []).map((option) => writeOption(question, option, isMany, ofOption(option.value))),
  }),
  fits: (item) => {
    if (!isChoice(item) || item.repeats !== isMany) return 0
    return item.controls.some((one) => codes.includes(one)) ? 4 : isUsual ? 3 : 2
  },
  read: (item) => read(item, isMany),
  value: (question, answer) => valueOf(question, answer),
  readValue: readOptionValue,
  control: codes[0],
})
