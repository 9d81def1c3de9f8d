import type { FormDetails } from '#contract/forms.ts'
import { templates } from '#domain/form/library/templates.ts'
import type { FormWords } from '#web/staff/forms/FormFields.tsx'
import { copyOf } from '#web/staff/forms/use-copy-form.ts'

/** What a new form begins with: nothing, a ready form by its id, or a form of one's own. */
export type NewFormWords = FormWords & { start: string; original: string }

const plain = { title: '', description: '', type: 'general' }
export const nothingYet: NewFormWords = { ...plain, start: 'blank', original: '' }

export const startOptions = [
  { value: 'blank', label: 'Nothing: an empty form' },
  ...templates.map(({ id, title }) => ({ value: id, label: title })),
  { value: 'copy', label: 'A copy of one of your forms' },
]

export const templateOf = (start: string) => templates.find(({ id }) => id === start)

/** All that the new form begins with, its words too. */
export function beginningOf(start: string, original: FormDetails | undefined) {
  const template = templateOf(start)
  if (template) return { title: template.title, description: template.description, type: template.type, draft: template.definition }
  if (start === 'copy' && original) return copyOf(original, `Copy of ${original.title}`)
  return plain
}

/** The words of a beginning where nobody has written others. */
export function prefilled(values: FormWords, was: FormWords, is: FormWords): FormWords {
  const wordOf = (name: keyof FormWords) => (values[name].trim() === '' || values[name] === was[name] ? is[name] : values[name])
  return { title: wordOf('title'), description: wordOf('description'), type: wordOf('type') }
}
