import type { QuestionFields, QuestionSettings } from '#domain/form/question.ts'
import type { QuestionText } from '#domain/form/translation.ts'

import type { AnswerValue, Extension, QuestionnaireItem } from './resource.ts'

/** Readers for untrusted JSON: a value of the wrong type is read as missing. */
export type Raw = Record<string, unknown>

export const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsIn = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
/** Some files have 'true' for true. */
export const isTrue = (value: unknown) => value === true || value === 'true'

/** The value of a choice element: `valueString`, `answerCoding` … */
export function valueIn(element: Raw, prefix: 'value' | 'answer'): unknown {
  const name = Object.keys(element).find((one) => one.startsWith(prefix) && /^[A-Z]/.test(one.slice(prefix.length)))
  return name === undefined ? undefined : element[name]
}

/** A primitive value as text; '' for any other value. */
export const asText = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** The outcome for an item: kept, degraded by a loss that a patient or a score would notice, or dropped. */
export type Outcome = 'kept' | 'degraded' | 'dropped'

/** One line of the report: an item of the file and its outcome. */
export type ReportLine = { linkId: string; title: string; outcome: Outcome; notes: string[] }

/** `kind`: the element of the option's value, such as `valueCoding` or `valueInteger`. */
export type SourceOption = {
  code: string
  system: string
  kind: string
  systemVersion: string
  label: string
  points: number | undefined
  isExclusive: boolean
  value: string | undefined
}

/** One enableWhen; `value` is always text. `system`: the code system, if the value is a code of one. */
export type SourceRule = { question: string; operator: string; value: string; system: string }

/** An item of an imported questionnaire with checked types but unchecked values. */
export type SourceItem = {
  linkId: string
  type: string
  text: string
  required: boolean
  repeats: boolean
  /** The item controls: 'drop-down', 'slider' … */
  controls: string[]
  extensions: Extension[]
  /** Undefined without a list of answers. */
  options: SourceOption[] | undefined
  /** Whether the options come from a value set in the file, and whether all of its options are listed there. */
  valueSet: 'whole' | 'partial' | undefined
  rules: SourceRule[]
  match: 'all' | 'any'
  help: string
  low: string
  high: string
  children: SourceItem[]
  /** Display items that became part of this item: its help, or the labels of its scale. */
  words: SourceItem[]
  /** The item as in the file, for reporting losses. */
  raw: Record<string, unknown>
  line: ReportLine
}

/** Records a loss that a patient or a score would notice. */
export function degrade({ line }: SourceItem, words: string) {
  if (line.outcome === 'kept') line.outcome = 'degraded'
  line.notes.push(words)
}

/** Records a loss that neither patients nor readers of the answers would notice. */
export const remark = ({ line }: SourceItem, words: string) => void line.notes.push(words)

export const extensionOf = ({ extensions }: Pick<SourceItem, 'extensions'>, url: string) => extensions.find((one) => one.url === url)

/** The number of an extension, decimal or integer. */
export function numberIn(item: Pick<SourceItem, 'extensions'>, url: string) {
  const { valueDecimal, valueInteger } = extensionOf(item, url) ?? {}
  const number: unknown = valueDecimal ?? valueInteger // the file is untrusted
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The translations of the texts of one question by language, as far as their English text has not changed. */
export type TranslatedTexts = {
  of: (text: QuestionText) => ReadonlyMap<string, string>
  ofOption: (value: string) => ReadonlyMap<string, string>
}

/** How one type of question is written to and read from a FHIR Questionnaire. */
export type FhirMapping = {
  /** The type of the item and the elements particular to this type of question, with the translations of its texts. */
  write: (
    question: QuestionFields,
    translated: TranslatedTexts,
  ) => Pick<QuestionnaireItem, 'type' | 'repeats' | 'extension' | 'answerOption' | 'text' | '_text' | 'item'>
  /** How well an item fits this type; the highest value wins. 0: not at all. */
  fits: (item: SourceItem) => number
  /** Reads the settings of an item and reports losses. */
  read: (item: SourceItem) => QuestionSettings
  /** An answer, or the value that a rule compares it with, as a FHIR value. */
  value: (question: QuestionFields, answer: string) => AnswerValue
  /** The value that a rule about the item compares with; undefined if it is not a valid answer to the question. */
  readValue: (question: QuestionFields, rule: SourceRule, item: SourceItem) => string | undefined
  /** The item control that is written. */
  control?: string
}
