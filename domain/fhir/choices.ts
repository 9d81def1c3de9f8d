import { formLimits, type QuestionFields, type QuestionOption } from '#domain/form/question.ts'
import { compact, control, fhirText, own, standard } from './extensions.ts'
import type { AnswerOption, Coding } from './resource.ts'
import { degrade, type FhirMapping, type SourceItem, type SourceOption } from './source-item.ts'

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
  return compact({ system: code === value ? option?.system : undefined, code, display: fhirText(option?.label) })
}

function writeOption(question: QuestionFields, { value, points, isNone }: QuestionOption, isMany: boolean): AnswerOption {
  const extension = [
    ...(points === undefined ? [] : [{ url: standard.ordinalValue, valueDecimal: points }]),
    ...(isMany && isNone ? [{ url: standard.optionExclusive, valueBoolean: true }] : []),
    ...(isCode(value) ? [] : [{ url: own.value, valueString: value }]),
  ]
  return compact({ extension, valueCoding: codingOf(question, value) })
}

const isChoice = ({ type, options }: SourceItem) => type === 'choice' || type === 'open-choice' || options !== undefined

/** Reads options with unique values: an empty or repeated value is replaced by a numbered one. */
function readOptions(item: SourceItem): QuestionOption[] {
  const taken = new Set<string>()
  const given = item.options ?? []
  if (given.length > formLimits.options)
    degrade(
      item,
      `Only the first ${formLimits.options.toLocaleString('en-GB')} of ${given.length.toLocaleString('en-GB')} options are kept.`,
    )
  return given.slice(0, formLimits.options).map((option, index) => {
    const wanted = (option.value ?? option.code) || option.label
    const fits = wanted.trim() !== '' && wanted.length <= 200 && !taken.has(wanted)
    const value = fits ? wanted : freeValue(taken, index)
    taken.add(value)
    if (!fits) degrade(item, `The option ‘${shorten(option.label || wanted)}’ is stored as ‘${value}’.`)
    const isCodeKept = value === option.code
    if (option.system && !isCodeKept)
      degrade(item, `The option ‘${shorten(option.label || wanted)}’ loses its code system, because its code cannot be stored.`)
    return compact({
      value,
      label: labelOf(item, option),
      points: option.points,
      isNone: option.isExclusive || undefined,
      system: isCodeKept ? option.system || undefined : undefined,
    })
  })
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
  if (options.length === 0) degrade(item, 'The list of options is not in the file. Add the options before you publish.')
  if (item.type === 'open-choice') degrade(item, 'Patients can only select an option. They cannot type an answer.')
  if (isMany || !options.some(({ isNone }) => isNone)) return { options }
  return { options: options.map(({ isNone: _, ...option }) => option) }
}

/** `codes`: the item controls that this type reads; the first is written. `isUsual`: also reads items without an item control. */
export const choices = ({ isMany, isUsual, codes }: { isMany: boolean; isUsual: boolean; codes: [string, ...string[]] }): FhirMapping => ({
  write: (question) => ({
    type: 'choice',
    ...(isMany && { repeats: true }),
    extension: [control(codes[0])],
    answerOption: (question.options ?? []).map((option) => writeOption(question, option, isMany)),
  }),
  fits: (item) => {
    if (!isChoice(item) || item.repeats !== isMany) return 0
    return item.controls.some((one) => codes.includes(one)) ? 4 : isUsual ? 3 : 2
  },
  read: (item) => read(item, isMany),
  value: (question, answer) => ({ valueCoding: codingOf(question, answer) }),
  readValue: (question, text) =>
    question.options?.find(({ value }) => value === text || codeOf(question, value) === text)?.value ??
    question.options?.find(({ label }) => label === text)?.value,
})
