import { bodyLimits, type NotificationMethod } from './notification.ts'

export type TemplateText = { method: NotificationMethod; subject: string; body: string }

/** A message with its personal fields replaced; the subject is always one line. */
export const fillIn = ({ subject, body }: Omit<TemplateText, 'method'>, values: PersonalValues) => ({
  subject: render(subject, values).replace(/\s+/g, ' ').trim(),
  body: render(body, values),
})

/** Sample values for previews and for counting text messages. The link has the length of a real link. */
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

/** The reason a message is too long; undefined when it is not. SMS uses `smsLimit`, the other methods the provider's limit. */
export const tooLong = (method: NotificationMethod, body: string) =>
  method === 'sms'
    ? smsLength(body).isTooLong
      ? `The message must be ${bodyLimits.sms} characters or fewer for SMS.`
      : undefined
    : body.length > bodyLimits[method]
      ? `The message must be ${bodyLimits[method].toLocaleString('en-GB')} characters or fewer.`
      : undefined

/** All problems of a template, each for its field (NOT-2). */
export function checkTemplate({ method, subject, body }: TemplateText): TemplateProblem[] {
  const problems = body.trim() === '' ? [{ field: 'body' as const, message: 'Body is required.' }] : checkTemplateText({ subject, body })
  if (method === 'email' && subject.trim() === '') problems.push({ field: 'subject', message: 'Subject is required.' })
  const length = tooLong(method, render(body, sampleValues()))
  if (length) problems.push({ field: 'body', message: length })
  return problems
}

/** Personal fields in notification texts, written ((firstName)) without spaces (NOT-2). */

/** The personal fields and their labels. */
export const personalFields = {
  firstName: "The patient's first name",
  lastName: "The patient's last name",
  fullName: "The patient's full name",
  organisationName: 'The name of your organisation',
  formTitle: 'The title of the form',
  link: "The link to the patient's form",
  expiryDate: 'The last day the form can be answered',
  specialty: 'The name of the specialty',
} as const
export type PersonalField = keyof typeof personalFields

/** The value of each field; '' when the request has none. */
export type PersonalValues = Record<PersonalField, string>

const isPersonalField = (name: string): name is PersonalField => Object.hasOwn(personalFields, name)
const fieldPattern = /\(\(([^()]*)\)\)/g
const fieldsIn = (text: string) => [...text.matchAll(fieldPattern)].map((match) => match[1] ?? '')

/** The unknown fields of a text, each once, as they were written. */
export const unknownFields = (text: string) => [...new Set(fieldsIn(text).filter((name) => !isPersonalField(name)))]

/** The text with its fields replaced. Values are not searched for fields: a patient named '((link))' stays unchanged. */
export const render = (text: string, values: PersonalValues) =>
  text.replace(fieldPattern, (written, name: string) => (isPersonalField(name) ? values[name] : written))

const isLocal = (link: string) => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]|$)/i.test(link)

/** The links in a text that are not https; http is allowed for local addresses only. */
export const unsafeLinks = (text: string) =>
  [...text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"']*/gi)]
    .map(([link]) => link)
    .filter((link) => !/^https:\/\//i.test(link) && !isLocal(link))

export type TemplateProblem = { field: 'subject' | 'body'; message: string }

/** The problems of a template's text. The subject is given for email only. */
export function checkTemplateText({ subject, body }: { subject?: string | undefined; body: string }): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  for (const [field, text] of [['subject', subject ?? ''] as const, ['body', body] as const]) {
    const addProblem = (message: string) => problems.push({ field, message })
    for (const name of unknownFields(text)) addProblem(`Unknown field ((${name})).`)
    if (/\(\(|\)\)/.test(text.replace(fieldPattern, ''))) addProblem('A field is not closed: write it as ((firstName)).')
    for (const link of unsafeLinks(text)) addProblem(`Links must start with https://, unlike ${link}`)
  }
  if (!fieldsIn(body).includes('link'))
    problems.push({ field: 'body', message: 'The text needs ((link)), or the patient cannot open the form.' })
  return problems
}

/** The length of a text message and the number of fragments that are charged (GSM 03.38, 3GPP TS 23.040). */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '[]{}^\\|~€\f'
const [inBasic, inExtended] = [new Set(basic), new Set(extended)]

/** The maximum length of a text message, in characters of `smsLength`. */
export const smsLimit = 918

export type SmsLength = {
  encoding: 'gsm-7' | 'ucs-2'
  /** In characters of the encoding: [ ] { } ^ \ | ~ € count two in GSM-7, an emoji two or more in UCS-2. */
  length: number
  fragments: number
  isTooLong: boolean
}

/** The length and fragments of a message. One character outside GSM-7 makes the whole message UCS-2, with less than half the capacity. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const isGsm = characters.every((character) => inBasic.has(character) || inExtended.has(character))
  const length = isGsm ? characters.length + characters.filter((character) => inExtended.has(character)).length : text.length
  const [single, joined] = isGsm ? [160, 153] : [70, 67]
  const fragments = length <= single ? 1 : Math.ceil(length / joined)
  return { encoding: isGsm ? 'gsm-7' : 'ucs-2', length, fragments, isTooLong: length > smsLimit }
}
