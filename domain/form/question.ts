/** The words a question can be filed under; the options of a feelings question are still the author's. */
export const questionCategories = { feelings: 'Feelings' } as const
export type QuestionCategory = keyof typeof questionCategories

export type QuestionOption = { value: string; label: string }

/** What any question can carry, whatever its type. A type's module says which of it matters to that type. */
export type QuestionFields = {
  /** Short, stable and unique in the form: answers are kept under it for ever, across versions. */
  id: string
  title: string
  hint?: string | undefined
  required: boolean
  category?: QuestionCategory | undefined
  options?: QuestionOption[] | undefined
  /** Free text only: room for several lines. */
  long?: boolean | undefined
  /** Its answer can tell who the patient is: left out of an export without personal data. */
  identifying?: boolean | undefined
}

/** Text, an option's value, an ISO day, or the values of several options. */
export type Answer = string | string[]

/** Answers by question id. A question without an entry is unanswered. */
export type Answers = Record<string, Answer | undefined>

/** Limits of a form and its answers, in characters or pieces. */
export const formLimits = { questions: 300, title: 500, hint: 1_000, options: 1_000, optionLabel: 500, freeText: 4_000 } as const

/** Tells whether nothing was answered: missing, blank text, or no option chosen. */
export const isUnanswered = (answer: unknown) =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' ? answer.trim() === '' : Array.isArray(answer) && answer.length === 0)
