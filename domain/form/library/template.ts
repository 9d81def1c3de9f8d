import type { FormDefinition, Question, Source } from '#domain/form/definition.ts'
import type { FormType } from '#domain/form/form.ts'
import type { QuestionOption } from '#domain/form/question.ts'

/** A form to copy. The organisation that publishes a copy is responsible for its texts. */
export type FormTemplate = {
  id: string
  title: string
  /** The description that patients read before the first question. */
  description: string
  type: FormType
  /** For staff: what the form is suited for and what it is not. */
  about: string
  definition: FormDefinition & { source: Source }
}

/** The source of templates that are not a published instrument. */
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

/** A question with one answer from a few options. */
export const askOne = (id: string, title: string, labels: readonly string[], more: More = {}): Question => ({
  id,
  type: 'single_select',
  title,
  required: true,
  options: optionsOf(labels),
  ...more,
})

/** A question with several answers; the last option excludes the others. */
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

/** A free text question. */
export const askWords = (id: string, title: string, more: More = {}): Question => ({
  id,
  type: 'free_text',
  title,
  required: false,
  long: true,
  ...more,
})

/** A question whose option values and points are their positions, from 0, as instruments number them. */
export const askRated = (id: string, title: string, labels: readonly string[], more: More = {}): Question => ({
  ...askOne(id, title, labels, more),
  options: labels.map((label, points) => ({ value: String(points), label, points })),
})

/** A condition that is true for any of these answers. */
export const whenAny = (question: string, ...values: string[]) => ({
  match: 'any' as const,
  rules: values.map((value) => ({ question, operator: 'equals' as const, value })),
})

export const whenNot = (question: string, value: string) => ({
  match: 'all' as const,
  rules: [{ question, operator: 'not_equals' as const, value }],
})
