import type { NotificationTemplate } from '#contract/notifications.ts'
import { checkTemplate } from '#domain/template.ts'

/** What the editor edits. */
export type TemplateWords = Pick<NotificationTemplate, 'category' | 'method' | 'description' | 'subject' | 'body' | 'isSelected'>
type TemplateErrors = Partial<Record<'description' | 'subject' | 'body' | 'method', string>>

export const emptyWords: TemplateWords = {
  category: 'request_created',
  method: 'sms',
  description: '',
  subject: '',
  body: '',
  isSelected: true,
}

/** The first thing wrong with each field, by the rules the server keeps too. */
export function errorsOf(words: TemplateWords): TemplateErrors {
  const problems = checkTemplate(words.method === 'email' ? words : { ...words, subject: '' })
  return {
    ...(words.description.trim() === '' && { description: 'Description is required.' }),
    ...Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message])),
  }
}
