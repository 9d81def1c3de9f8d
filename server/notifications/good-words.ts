import { checkTemplate, type TemplateText } from '#domain/template.ts'
import { Problem } from '#server/platform/problem.ts'

/** The template as it is kept, refused with words next to the field where it could not be sent. Only an e-mail has a subject. */
export function mustBeGoodWords<T extends TemplateText>(template: T): T {
  const words = template.method === 'email' ? template : { ...template, subject: '' }
  const errors = checkTemplate(words)
  if (errors.length) throw new Problem('invalid_request', undefined, errors)
  return words
}
