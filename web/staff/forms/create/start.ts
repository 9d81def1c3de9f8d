import type { FormDetails } from '#contract/forms.ts'
import { templates } from '#domain/form/library/templates.ts'
import type { FormWords } from '#web/staff/forms/FormFields.tsx'
import { copyOf } from '#web/staff/forms/copy-of.ts'
import { formActionWords } from '#web/staff/forms/words.ts'

/** `start` is 'blank', 'copy' or the id of a template. `original` is the id of the form to copy. */
export type NewFormWords = FormWords & { start: string; original: string }

const plain = { title: '', description: '', type: 'general' }
export const nothingYet: NewFormWords = { ...plain, start: 'blank', original: '' }

export const templateOf = (start: string) => templates.find(({ id }) => id === start)

/** The texts and questions that the new form starts with. */
export function beginningOf(start: string, original: FormDetails | undefined) {
  const template = templateOf(start)
  if (template) return { title: template.title, description: template.description, type: template.type, draft: template.definition }
  if (start === 'copy' && original) return copyOf(original, formActionWords.copyTitle(original.title))
  return plain
}

/** The texts of the selected start. Texts that the user has edited stay. */
export function prefilled(values: FormWords, was: FormWords, is: FormWords): FormWords {
  const wordOf = (name: keyof FormWords) => (values[name].trim() === '' || values[name] === was[name] ? is[name] : values[name])
  return { title: wordOf('title'), description: wordOf('description'), type: wordOf('type') }
}
