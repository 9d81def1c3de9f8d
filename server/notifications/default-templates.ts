import {
  categoryLabel,
  methodLabel,
  notificationCategories,
  notificationMethods,
  type NotificationCategory,
  type NotificationMethod,
} from '#domain/notification.ts'

export type TemplateWords = { subject: string; body: string }

const short = {
  request_created: {
    subject: '',
    body: 'Hello ((firstName)), ((organisationName)) would like you to fill in a short form before your care continues. Please answer by ((expiryDate)): ((link))\nWe will ask for your date of birth first. Never share this link.',
  },
  request_reminder: {
    subject: '',
    body: 'Hello ((firstName)), a reminder from ((organisationName)): your form is still waiting for you. Please answer by ((expiryDate)): ((link))\nIf you have sent it already, thank you: there is nothing more to do.',
  },
} satisfies Record<NotificationCategory, TemplateWords>

const ending = `We will ask for your date of birth first, so that only you can open the form. You can stop at any time: what you have answered is kept, and the same link brings you back to it.

Please do not forward this message. If you cannot fill in the form online, contact us and we will find another way.

Thank you
((organisationName))`

const email = {
  request_created: {
    subject: 'Please fill in a form for ((organisationName))',
    body: `Hello ((firstName))

((organisationName)) would like you to fill in a form: ((formTitle)). Your answers help us to plan your care.

Open the form here:
((link))

Please answer by ((expiryDate)).

${ending}`,
  },
  request_reminder: {
    subject: 'A reminder: your form for ((organisationName)) is still waiting',
    body: `Hello ((firstName))

We asked you to fill in a form: ((formTitle)). It is still waiting for you. If you have sent it already, thank you: there is nothing more to do.

Open the form here:
((link))

Please answer by ((expiryDate)).

${ending}`,
  },
} satisfies Record<NotificationCategory, TemplateWords>

// A text message may be read over a shoulder, and the NHS App shows its first line on a locked screen: neither names the form.
const words: Record<NotificationMethod, Record<NotificationCategory, TemplateWords>> = { sms: short, email, nhs_app: short }

export type DefaultTemplate = TemplateWords & {
  id: string
  method: NotificationMethod
  category: NotificationCategory
  description: string
}

/** What is sent where an organisation has no template of its own selected. */
export const defaultTemplates: DefaultTemplate[] = notificationMethods.flatMap((method) =>
  notificationCategories.map((category) => ({
    id: `default-${method}-${category}`.replaceAll('_', '-'),
    method,
    category,
    description: `Formward's own ${methodLabel(method)} text: ${categoryLabel(category).toLowerCase()}`,
    ...words[method][category],
  })),
)

export const defaultTemplate = (method: NotificationMethod, category: NotificationCategory) =>
  defaultTemplates.find((template) => template.method === method && template.category === category)!
