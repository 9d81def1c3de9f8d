import { bodyLimits, type NotificationMethod } from './notification.ts'
import { checkTemplateText, render, type PersonalValues, type TemplateProblem } from './personalisation.ts'
import { smsLength } from './sms.ts'

export type TemplateText = { method: NotificationMethod; subject: string; body: string }

/** A message with its fields filled in; a subject is one line, whatever a title holds. */
export const fillIn = ({ subject, body }: Omit<TemplateText, 'method'>, values: PersonalValues) => ({
  subject: render(subject, values).replace(/\s+/g, ' ').trim(),
  body: render(body, values),
})

/** Stands for a patient in previews, and for the usual lengths when a text message is counted. The link is as long as a real one. */
export const sampleValues = (organisationName = 'Northfield Hospital'): PersonalValues => ({
  firstName: 'Samira',
  lastName: 'Okafor',
  fullName: 'Samira Okafor',
  organisationName,
  formTitle: 'Pre-assessment questionnaire',
  link: `https://forms.example.nhs.uk/r/${'x'.repeat(43)}`,
  expiryDate: '19 December 2026',
  specialty: 'General Surgery',
})

/** Why a message cannot go out as it is, or undefined: `smsLimit` for a text message, the provider's limit for the others. */
export const tooLong = (method: NotificationMethod, body: string) =>
  method === 'sms'
    ? smsLength(body).isTooLong
      ? `The message must be ${bodyLimits.sms} characters or fewer for SMS.`
      : undefined
    : body.length > bodyLimits[method]
      ? `The message must be ${bodyLimits[method].toLocaleString('en-GB')} characters or fewer.`
      : undefined

/** Everything that keeps a template from being saved, in words for the field it stands next to (NOT-2). */
export function checkTemplate({ method, subject, body }: TemplateText): TemplateProblem[] {
  const problems = body.trim() === '' ? [{ field: 'body' as const, message: 'Body is required.' }] : checkTemplateText({ subject, body })
  if (method === 'email' && subject.trim() === '') problems.push({ field: 'subject', message: 'Subject is required.' })
  const length = tooLong(method, render(body, sampleValues()))
  if (length) problems.push({ field: 'body', message: length })
  return problems
}
