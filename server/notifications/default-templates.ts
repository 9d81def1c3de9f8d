import { notificationCategories, notificationMethods, type NotificationCategory, type NotificationMethod } from '#domain/notification.ts'

export type TemplateValues = { subject: string; body: string }

// One fragment with a usual name and title, so there is no room for a greeting. A first name could also force the text out of GSM-7.
const sms = {
  request_created: { subject: '', body: '((organisationName)): please fill in "((formTitle))". ((link))' },
  request_reminder: { subject: '', body: '((organisationName)): reminder to fill in "((formTitle))". ((link))' },
} satisfies Record<NotificationCategory, TemplateValues>

const linkAndEnding = (message: 'email' | 'message') => `Open the form:
((link))

The link opens the website that we use for patient forms. Please fill in the form by ((expiryDate)).

We'll ask for your date of birth first, so that only you can open the form. You can stop at any time. Your answers are saved, and the same link takes you back to them.

Do not share the link. If you're not sure that this ${message} is from us, contact us using the details on our website.

If you cannot fill in the form online, contact us and we'll help you another way.

Thank you
((organisationName))`

const long = (message: 'email' | 'message') =>
  ({
    request_created: {
      subject: message === 'email' ? '((organisationName)): please fill in "((formTitle))"' : '',
      body: `Hello ((firstName))

((organisationName)) would like you to fill in a form: ((formTitle)). Your answers help us plan your care.

${linkAndEnding(message)}`,
    },
    request_reminder: {
      subject: message === 'email' ? 'Reminder from ((organisationName)): please fill in "((formTitle))"' : '',
      body: `Hello ((firstName))

This is a reminder from ((organisationName)) to fill in a form: ((formTitle)). If you have already sent your answers, you do not need to do anything.

${linkAndEnding(message)}`,
    },
  }) satisfies Record<NotificationCategory, TemplateValues>

const words: Record<NotificationMethod, Record<NotificationCategory, TemplateValues>> = {
  sms,
  email: long('email'),
  nhs_app: long('message'),
}

const methodWords: Record<NotificationMethod, string> = { sms: 'SMS', email: 'email', nhs_app: 'NHS App message' }
const categoryWords: Record<NotificationCategory, string> = { request_created: 'new form', request_reminder: 'reminder' }

export type DefaultTemplate = TemplateValues & {
  id: string
  method: NotificationMethod
  category: NotificationCategory
  description: string
}

/** The messages sent when an organisation has not selected a custom template. */
export const defaultTemplates: DefaultTemplate[] = notificationMethods.flatMap((method) =>
  notificationCategories.map((category) => ({
    id: `default-${method}-${category}`.replaceAll('_', '-'),
    method,
    category,
    description: `Default ${methodWords[method]}: ${categoryWords[category]}`,
    ...words[method][category],
  })),
)

export const defaultTemplate = (method: NotificationMethod, category: NotificationCategory) =>
  defaultTemplates.find((template) => template.method === method && template.category === category)!
