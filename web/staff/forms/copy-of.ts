import type { FormDetails } from '#contract/forms.ts'
import { type FormType, formTypes } from '#domain/form/form.ts'

const knownType = (type: string): FormType => (Object.hasOwn(formTypes, type) ? (type as FormType) : 'general') // hasOwn says so

/** The body that creates a copy of a form: the whole draft, under another title. A copy of a sensitive form is sensitive. */
export const copyOf = (
  { description, type, isSensitive, draft }: Pick<FormDetails, 'description' | 'type' | 'isSensitive' | 'draft'>,
  title: string,
) => ({
  title: title.slice(0, 200),
  description,
  type: knownType(type),
  isSensitive,
  draft,
})
