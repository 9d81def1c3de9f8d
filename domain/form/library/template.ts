import type { FormDefinition, Question, Source } from '#domain/form/definition.ts'
import type { FormType } from '#domain/form/form.ts'
import type { QuestionOption } from '#domain/form/question.ts'

/** A form that is ready to be copied. What its patients read is a start: whoever publishes the copy answers for it. */
export type FormTemplate = {
  id: string
  title: string
  /** Patients read it before the first question. */
  description: string
  type: FormType
  /** For staff who choose: what it is good for, and what it is not. */
  about: string
  definition: FormDefinition & { source: Source }
}

/** Where the templates that follow nobody's instrument come from. */
export const ownSource: Source = {
  name: 'Written for Formward. Not a validated instrument, so there is no score',
  licence: 'Apache-2.0, the same as Formward: you may use, change and share it',
  url: 'https://www.apache.org/licenses/LICENSE-2.0',
}

type More = Partial<Question>

const valueOf = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

const optionsOf = (labels: readonly string[]): QuestionOption[] => labels.map((label) => ({ value: valueOf(label), label }))

/** One of a few options. */
export const askOne = (id: string, title: string, labels: readonly string[], more: More = {}): Question => ({
  id,
  type: 'single_select',
  title,
  required: true,
  options: optionsOf(labels),
  ...more,
})

/** As many as apply; the last rules out the others. */
export const askSome = (id: string, title: string, labels: readonly string[], none: string, more: More = {}): Question => ({
  id,
  type: 'multi_select',
  title,
  hint: 'Select all that apply.',
  required: true,
  options: [...optionsOf(labels), { value: 'none', label: none, isNone: true }],
  ...more,
})

export const askYesNo = (id: string, title: string, more: More = {}): Question => ({ id, type: 'yes_no', title, required: true, ...more })

/** In the patient's own words. */
export const askWords = (id: string, title: string, more: More = {}): Question => ({
  id,
  type: 'free_text',
  title,
  required: false,
  long: true,
  ...more,
})

/** One option whose place in the list is its value and what it counts, as instruments number them: the first is 0. */
export const askRated = (id: string, title: string, labels: readonly string[], more: More = {}): Question => ({
  ...askOne(id, title, labels, more),
  options: labels.map((label, points) => ({ value: String(points), label, points })),
})

/** Where one answer is one of these. */
export const whenAny = (question: string, ...values: string[]) => ({
  match: 'any' as const,
  rules: values.map((value) => ({ question, operator: 'equals' as const, value })),
})

export const whenNot = (question: string, value: string) => ({
  match: 'all' as const,
  rules: [{ question, operator: 'not_equals' as const, value }],
})
