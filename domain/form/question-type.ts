import type { Answer, QuestionFields, SettingName } from './question.ts'

/** Something wrong in how a question was written; `option` counts from 0. */
export type QuestionProblem = {
  field: 'id' | 'title' | 'hint' | 'category' | 'type' | 'showIf' | 'protocol' | SettingName
  option?: number
  message: string
}

export type Choice = { value: string; label: string }

/** How a question is answered, on a page and on paper. Whoever draws one of these draws every type that uses it. */
export type Control =
  /** Nothing to answer: the question's words are the page. */
  | { kind: 'none' }
  /** A box to write in; `width` in characters, the whole line when missing; `suffix` stands behind it; `expects`: what fits, in words. */
  | { kind: 'text'; lines: number; width?: number; inputMode?: 'decimal' | 'numeric'; suffix?: string; expects?: string }
  /** All choices in sight. `alone`: the value that rules out the others. `ends`: the words at the two ends of a row of numbers. */
  | { kind: 'choices'; isMany: boolean; choices: Choice[]; alone?: string | undefined; ends?: { low: string; high: string } }
  /** Choices behind a list. */
  | { kind: 'list'; choices: Choice[] }
  /** Several small boxes that make one answer; `split` shows an answer again as it was typed. */
  | {
      kind: 'parts'
      parts: { name: string; label: string; width: number }[]
      split: (answer: Answer | undefined) => Record<string, string>
    }

/** How answers to a type are compared by a condition; 'nothing' where there is nothing to compare. */
export type Comparison = 'options' | 'number' | 'date' | 'text' | 'nothing'

/** All that is particular to one type of question. A new type is one such object, one line in question-types.ts and one in domain/fhir/question-types.ts. */
export type QuestionType = {
  /** The type's name in the builder, and what it is good for. */
  label: string
  example: string
  /** A drawing of 24 × 24: the data of an SVG path. */
  icon: string
  /** What the author can set, besides what every question has. */
  settings: readonly SettingName[]
  /** The settings of a question that was just added. */
  blank?: Pick<QuestionFields, SettingName>
  /** Types whose answers can stand beside this type's go by the same word: a published question may become one of them. */
  answeredAs: string
  /** What is wrong with the way the question is written, beyond what is checked for every type. */
  checkQuestion: (question: QuestionFields) => QuestionProblem[]
  control: (question: QuestionFields) => Control
  /** The answer in the fields of a posted page, unchecked; empty when nothing was given. */
  readPosted: (question: QuestionFields, fields: PostedFields) => Answer
  /** Said when a required question is left unanswered. */
  missing: string
  /** What is wrong with a given answer, from anywhere and of any shape; never called for an unanswered question. */
  checkAnswer: (question: QuestionFields, answer: unknown) => string | undefined
  /** Every message that `checkAnswer` may say about this question. */
  messages: (question: QuestionFields) => string[]
  /** The answer in words; only called with an answer that has passed, or had passed, `checkAnswer`. */
  answerText: (question: QuestionFields, answer: Answer) => string
  /** Its column in a spreadsheet; a value that is not of the column's kind is written as text. */
  column: { kind: 'text' | 'number' | 'date'; value: (question: QuestionFields, answer: Answer) => string | number }
  /** Text in the patient's own words: left out of exports without personal data. */
  isFreeText?: boolean
  comparison: Comparison
  /** What the answer adds to a score; undefined where it cannot be counted. */
  points?: (question: QuestionFields, answer: Answer) => number | undefined
}

/** What a plain HTML form sends: one value or several under a name. */
export type PostedFields = Record<string, unknown>

export const postedText = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''

export const postedTexts = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
