import type { QuestionFields, QuestionSettings } from '#domain/form/question.ts'

import type { AnswerValue, Extension, QuestionnaireItem } from './resource.ts'

/** A first careful look at what came from outside: the wrong kind of thing is as good as nothing. */
export type Raw = Record<string, unknown>

export const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsIn = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
/** Some write 'true' for true. */
export const isTrue = (value: unknown) => value === true || value === 'true'

/** The value of an element that has one of several kinds: `valueString`, `answerCoding` … */
export function valueIn(element: Raw, prefix: 'value' | 'answer'): unknown {
  const name = Object.keys(element).find((one) => one.startsWith(prefix) && /^[A-Z]/.test(one.slice(prefix.length)))
  return name === undefined ? undefined : element[name]
}

/** Any plain value as text; what is no plain value is none. */
export const asText = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** What became of an item: as it was, with something left out that a patient or a score would notice, or not at all. */
export type Outcome = 'kept' | 'degraded' | 'dropped'

/** One line of the report: an item of the file and what became of it, in words. */
export type ReportLine = { linkId: string; title: string; outcome: Outcome; notes: string[] }

/** `kind`: how the option was written, such as `valueCoding` or `valueInteger`. */
export type SourceOption = {
  code: string
  system: string
  kind: string
  hasVersion: boolean
  label: string
  points: number | undefined
  isExclusive: boolean
  value: string | undefined
}

/** One comparison of somebody's enableWhen; `value` as text, whatever it was. */
export type SourceRule = { question: string; operator: string; value: string }

/** An item of a questionnaire that somebody wrote, after a first careful look: of the right shape, but saying whatever it says. */
export type SourceItem = {
  linkId: string
  type: string
  text: string
  required: boolean
  repeats: boolean
  /** How it is drawn: 'drop-down', 'slider' … */
  controls: string[]
  extensions: Extension[]
  /** Missing where it has no list of answers. */
  options: SourceOption[] | undefined
  rules: SourceRule[]
  match: 'all' | 'any'
  help: string
  low: string
  high: string
  children: SourceItem[]
  /** Items of words that became part of this one: its help, or the ends of its scale. */
  words: SourceItem[]
  /** As it came, for what is only looked for in order to say that it is lost. */
  raw: Record<string, unknown>
  line: ReportLine
}

/** Something that a patient or a score would notice. */
export function degrade({ line }: SourceItem, words: string) {
  if (line.outcome === 'kept') line.outcome = 'degraded'
  line.notes.push(words)
}

/** Something nobody would notice who answers the form, or reads what was answered. */
export const remark = ({ line }: SourceItem, words: string) => void line.notes.push(words)

export const extensionOf = ({ extensions }: Pick<SourceItem, 'extensions'>, url: string) => extensions.find((one) => one.url === url)

/** The number that an extension holds, whatever kind of number. */
export function numberIn(item: Pick<SourceItem, 'extensions'>, url: string) {
  const { valueDecimal, valueInteger } = extensionOf(item, url) ?? {}
  const number: unknown = valueDecimal ?? valueInteger // of a file that anybody wrote
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** How one type of question stands in a FHIR Questionnaire. */
export type FhirMapping = {
  /** What the item says besides what every item says: its type, and the type's own settings. */
  write: (question: QuestionFields) => Pick<QuestionnaireItem, 'type' | 'repeats' | 'extension' | 'answerOption' | 'text' | 'item'>
  /** How well somebody's item fits this type; the best takes it. 0: not at all. */
  fits: (item: SourceItem) => number
  /** The settings that the item gives, saying of it what cannot be kept. */
  read: (item: SourceItem) => QuestionSettings
  /** An answer, or what a rule compares it with. */
  value: (question: QuestionFields, answer: string) => AnswerValue
  /** What a rule compares with, from the text of it; undefined where it is nothing this question could be answered with. */
  readValue: (question: QuestionFields, text: string) => string | undefined
}
