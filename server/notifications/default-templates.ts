import type { MessageWords, TemplateWords } from '#domain/template-languages.ts'
import { categoriesOf, type LetterCategory, type MessageMethod, messageMethods, type NotificationCategory } from '#domain/notification.ts'

import { welshDefaults } from './welsh-default-templates.ts'

// One fragment with a usual name and title, so there is no room for a greeting. A first name could also force the text out of GSM-7.
const sms = {
  request_created: { subject: '', body: '((organisationName)): please fill in "((formTitle))". ((link))' },
  request_reminder: { subject: '', body: '((organisationName)): reminder to fill in "((formTitle))". ((link))' },
  // Other people may see a text message, so the decision is behind the link.
  removal_approved: { subject: '', body: '((organisationName)): read our reply to "((formTitle))". ((link))' },
} satisfies Record<NotificationCategory, MessageWords>

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

((organisationName)) would like you to fill in the form "((formTitle))". Your answers help us plan your care.

${linkAndEnding(message)}`,
    },
    request_reminder: {
      subject: message === 'email' ? 'Reminder from ((organisationName)): please fill in "((formTitle))"' : '',
      body: `Hello ((firstName))

This is a reminder from ((organisationName)) to fill in the form "((formTitle))". If you have already sent your answers, you do not need to do anything.

${linkAndEnding(message)}`,
    },
    removal_approved: {
      subject: message === 'email' ? '((organisationName)): your place on our waiting list' : '',
      body: `Hello ((firstName))

Thank you for your answers to the form "((formTitle))". From your answers, we think that you may not need the appointment. A member of our staff has read your answers and plans to take you off our waiting list.

If you still need the appointment, tell us by ((expiryDate)):
((link))

Select "I still need the appointment" on the page, and you stay on the waiting list. We'll ask for your date of birth first, so that only you can see the page. If you agree with our decision, you do not need to do anything.

Do not share the link. If you're not sure that this ${message} is from us, contact us using the details on our website.

Thank you
((organisationName))`,
    },
  }) satisfies Record<NotificationCategory, MessageWords>

// The code and how to answer stand below the text of every letter (domain/letter-text.ts).
const letter = {
  request_created: {
    subject: 'Please fill in a form',
    body: `Dear ((fullName))

((organisationName)) would like you to fill in the form "((formTitle))". Your answers help us plan your care. We are writing to you because we could not reach you another way.

Please answer by ((expiryDate)).

Thank you
((organisationName))`,
  },
  removal_approved: {
    subject: 'Your place on our waiting list',
    body: `Dear ((fullName))

Thank you for your answers to the form "((formTitle))". From your answers, we think that you may not need the appointment. A member of our staff has read your answers and plans to take you off our waiting list. We are writing to you because we could not reach you another way.

Thank you
((organisationName))`,
  },
} satisfies Record<LetterCategory, MessageWords>

const words: Record<MessageMethod, Partial<Record<NotificationCategory, MessageWords>>> = {
  sms,
  email: long('email'),
  nhs_app: long('message'),
  letter,
}

const methodWords: Record<MessageMethod, string> = { sms: 'SMS', email: 'email', nhs_app: 'NHS App message', letter: 'letter' }
const categoryWords: Record<NotificationCategory, string> = {
  request_created: 'new form',
  request_reminder: 'reminder',
  removal_approved: 'removal from the waiting list',
}

/**
 * The version of the texts above and of their translations. Messages record it: raise it with every change of a text. Each text has the same version, so that one number
 * says which texts a release has.
 */
const version = 7

export type DefaultTemplate = TemplateWords & {
  id: string
  version: number
  method: MessageMethod
  category: NotificationCategory
  description: string
}

/** The messages sent when an organisation has not selected a custom template. */
export const defaultTemplates: DefaultTemplate[] = messageMethods.flatMap((method) =>
  categoriesOf(method).map((category) => {
    // Each category of the method has words in both languages.
    const [english, welsh] = [words[method][category]!, welshDefaults[method][category]!]
    return {
      id: `default-${method}-${category}`.replaceAll('_', '-'),
      method,
      category,
      version,
      description: `Default ${methodWords[method]}: ${categoryWords[category]}`,
      ...english,
      translations: { cy: { ...welsh, source: english } },
    }
  }),
)

export const defaultTemplate = (method: MessageMethod, category: NotificationCategory) =>
  defaultTemplates.find((template) => template.method === method && template.category === category)!
