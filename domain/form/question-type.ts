import type { AnswerWords } from './answer-words/en.ts'
import type { Answer, QuestionFields, SettingName } from './question.ts'

/** A problem in the definition of a question; `option` counts from 0. */
export type QuestionProblem = {
  field: 'id' | 'title' | 'hint' | 'category' | 'type' | 'showIf' | 'protocol' | SettingName
  option?: number
  message: string
}

export type Choice = { value: string; label: string }

/** The input for a question, drawn by patient pages, the preview and PDFs. */
export type Control =
  /** No input: only the texts are shown. */
  | { kind: 'none' }
  /** A text box; `width` in characters, full width when missing; `suffix` is shown after it; `expects` describes valid values. */
  | { kind: 'text'; lines: number; width?: number; inputMode?: 'decimal' | 'numeric'; suffix?: string; expects?: string }
  /** Radio buttons or checkboxes. `alone`: the value that excludes the others. `ends`: the labels of a scale. */
  | { kind: 'choices'; isMany: boolean; choices: Choice[]; alone?: string | undefined; ends?: { low: string; high: string } }
  /** A select. */
  | { kind: 'list'; choices: Choice[] }
  /** Several boxes for one answer; `split` gives the typed parts of an answer. */
  | {
      kind: 'parts'
      parts: { name: string; label: string; width: number }[]
      split: (answer: Answer | undefined) => Record<string, string>
    }

/** How conditions compare answers of a type; 'nothing' for types without answers. */
export type Comparison = 'options' | 'number' | 'date' | 'text' | 'nothing'

/**
 * Everything particular to one type of question. A new type is one such object, a line in question-types.ts and a line in
 * domain/fhir/question-types.ts.
 */
export type QuestionType = {
  /** The label of the type in the builder, and its use. */
  label: string
  example: string
  /** The icon as data of an SVG path in a box of 24 × 24. */
  icon: string
  /** The settings of this type, besides those of every question. */
  settings: readonly SettingName[]
  /** The default settings of a new question. */
  blank?: Pick<QuestionFields, SettingName>
  /** Types with the same value have comparable answers: a published question may change between them. */
  answeredAs: string
  /** The problems of the question's definition that are particular to this type. */
  checkQuestion: (question: QuestionFields) => QuestionProblem[]
  /** `words`: those of the patient's language; English when missing, here and below. */
  control: (question: QuestionFields, words?: AnswerWords) => Control
  /** Reads the answer from a posted page, unchecked; empty when unanswered. */
  readPosted: (question: QuestionFields, fields: PostedFields) => Answer
  /** The message for a required question without an answer. */
  missing: (words: AnswerWords) => string
  /** The message for an invalid answer of any type; never called without an answer. */
  checkAnswer: (question: QuestionFields, answer: unknown, words?: AnswerWords) => string | undefined
  /** Every message that `checkAnswer` can return for this question, in English. */
  messages: (question: QuestionFields) => string[]
  /** The answer as text; called only with answers that passed `checkAnswer`. */
  answerText: (question: QuestionFields, answer: Answer, words?: AnswerWords) => string
  /** The spreadsheet column; a value of another kind is written as text. */
  column: { kind: 'text' | 'number' | 'date'; value: (question: QuestionFields, answer: Answer) => string | number }
  /** Free text, left out of exports without personal data. */
  isFreeText?: boolean
  comparison: Comparison
  /** The points of the answer; undefined when it has none. */
  points?: (question: QuestionFields, answer: Answer) => number | undefined
}

/** The fields of a posted HTML form: one or several values by name. */
export type PostedFields = Record<string, unknown>

export const postedText = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''

export const postedTexts = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
