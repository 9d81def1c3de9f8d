import type { NotificationTemplate } from '#contract/notifications.ts'
import { categoriesOf, hasSubject } from '#domain/notification.ts'
import { checkTemplate } from '#domain/template.ts'

import { templateLabels } from './words.ts'

/** The fields of a template that the form changes. */
export type TemplateValues = Pick<NotificationTemplate, 'category' | 'method' | 'description' | 'subject' | 'body' | 'isSelected'>
type TemplateErrors = Partial<Record<'description' | 'category' | 'subject' | 'body' | 'method', string>>

export const emptyTemplate: TemplateValues = {
  category: 'request_created',
  method: 'sms',
  description: '',
  subject: '',
  body: '',
  isSelected: true,
}

/** The first problem of each field, by the same rules as the server. */
export function checkValues(values: TemplateValues): TemplateErrors {
  const problems = checkTemplate(hasSubject(values.method) ? values : { ...values, subject: '' })
  return {
    ...(values.description.trim() === '' && { description: `${templateLabels.description} is required.` }),
    ...(!categoriesOf(values.method).includes(values.category) && { category: 'There are no reminders by letter.' }),
    ...Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message])),
  }
}
