import { english, type PageLanguage, pageLanguageOf } from './languages.ts'
import { longDay } from './long-day.ts'
import { letterPages, maxLetterPages } from './letter-text.ts'
import { bodyLimits, hasSubject, type MessageMethod } from './notification.ts'

export type TemplateText = { method: MessageMethod; subject: string; body: string }

/** A message with its personal fields replaced; the subject is always one line. */
export const fillIn = ({ subject, body }: Omit<TemplateText, 'method'>, values: PersonalValues) => ({
  subject: render(subject, values).replace(/\s+/g, ' ').trim(),
  body: render(body, values),
})

/** The token of the link in previews and test messages. It has the length of a real one and opens no form. */
export const sampleToken = 'test-message-'.padEnd(43, 'x')

type Setting = { organisationName?: string; publicUrl?: string }

/** Sample values for previews and for counting text messages. The link has the length of a real link. */
export const sampleValues = ({
  organisationName = 'Northfield Hospital',
  publicUrl = 'https://forms.example.nhs.uk',
}: Setting = {}): PersonalValues => ({
  firstName: 'Samira',
  lastName: 'Okafor',
  fullName: 'Samira Okafor',
  organisationName,
  formTitle: 'Pre-assessment questionnaire',
  link: `${publicUrl}/r/${sampleToken}`,
  expiryDate: sampleDay('typical'),
  specialty: 'General Surgery',
})

/** Samples for a message of usual length, of the shortest and of the longest. An accent makes the parts of a text message shorter. */
export const samples = (setting: Required<Setting>): Record<SampleName, PersonalValues> => ({
  shortest: {
    ...sampleValues(setting),
    firstName: 'Jo',
    lastName: 'Li',
    fullName: 'Jo Li',
    formTitle: 'Pain',
    expiryDate: sampleDay('shortest'),
    specialty: '',
  },
  typical: sampleValues(setting),
  longest: {
    ...sampleValues(setting),
    firstName: 'Aleksandra-Małgorzata',
    lastName: 'Featherstonehaugh-Włodarczyk',
    fullName: 'Aleksandra-Małgorzata Featherstonehaugh-Włodarczyk',
    formTitle: 'Questionnaire before your operation: your health, your medicines and your circumstances at home',
    expiryDate: sampleDay('longest'),
    specialty: 'Community Sexual and Reproductive Health',
  },
})
const sampleDays = { shortest: '2027-05-01', typical: '2026-12-19', longest: '2026-09-30' } as const
const sampleDay = (name: SampleName, language?: string) => longDay(sampleDays[name], language)

/** The sample values in a message of another language. Names stay as they are. */
export const samplesIn = (language: string, name: SampleName, values: PersonalValues): PersonalValues => ({
  ...values,
  expiryDate: sampleDay(name, language),
})

export const sampleNames = ['shortest', 'typical', 'longest'] as const
export type SampleName = (typeof sampleNames)[number]

/** The end of every email to a patient, in the language of the email. */
export const stopLine = (organisationName: string, address: string, language: string = english) =>
  `${stopWords[pageLanguageOf(language)](organisationName)}\n${address}`

const stopWords: Record<PageLanguage, (organisationName: string) => string> = {
  en: (organisationName) => `To stop emails about forms from ${organisationName}:`,
  // No translator has checked these Welsh words yet.
  cy: (organisationName) => `I stopio e-byst am ffurflenni gan ${organisationName}:`,
}

/** The address in the stop line of previews and test messages. It stops nothing. */
export const sampleStopAddress = (publicUrl: string) => `${publicUrl}/stop-emails/${sampleToken}`

/** The text of an email with what the channel adds below it. */
export const withFooter = (body: string, footer: string) => (footer === '' ? body : `${body.trimEnd()}\n\n${footer}\n`)

/**
 * The reason a message is too long; undefined when it is not. SMS uses `smsLimit`, a letter its pages, the other methods the provider's limit.
 */
export function tooLong({ method, subject, body }: TemplateText): string | undefined {
  if (method === 'letter')
    return letterPages({ subject, body }) > maxLetterPages
      ? `The text must be shorter. A letter must fit on ${maxLetterPages} pages.`
      : undefined
  if (method === 'sms') return smsLength(body).isTooLong ? `The message must be ${bodyLimits.sms} characters or fewer for SMS.` : undefined
  return body.length > bodyLimits[method]
    ? `The message must be ${bodyLimits[method].toLocaleString('en-GB')} characters or fewer.`
    : undefined
}

/** All problems of a template, each for its field (NOT-2). */
export function checkTemplate({ method, subject, body }: TemplateText): TemplateProblem[] {
  const problems =
    body.trim() === '' ? [{ field: 'body' as const, message: 'Body is required.' }] : checkTemplateText({ method, subject, body })
  if (hasSubject(method) && subject.trim() === '') problems.push({ field: 'subject', message: 'Subject is required.' })
  const length = tooLong({ method, ...fillIn({ subject, body }, sampleValues()) })
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
export const personalFieldNames = Object.keys(personalFields) as PersonalField[] // exactly the keys above

/** The value of each field; '' when the request has none. */
export type PersonalValues = Record<PersonalField, string>

const isPersonalField = (name: string): name is PersonalField => Object.hasOwn(personalFields, name)
const fieldPattern = /\(\(([^()]*)\)\)/g
const fieldsIn = (text: string) => [...text.matchAll(fieldPattern)].map((match) => match[1] ?? '')

/** The known personal fields of a text. */
export const personalFieldsIn = (text: string) => new Set(fieldsIn(text).filter(isPersonalField))

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

/** The problems of a template's text. */
export function checkTemplateText({ method, subject, body }: TemplateText): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const isLetter = method === 'letter'
  for (const [field, text] of [['subject', subject] as const, ['body', body] as const]) {
    const addProblem = (message: string) => problems.push({ field, message })
    for (const name of unknownFields(text)) addProblem(`Unknown field ((${name})).`)
    if (/\(\(|\)\)/.test(text.replace(fieldPattern, ''))) addProblem('A field is not closed: write it as ((firstName)).')
    for (const link of unsafeLinks(text)) addProblem(`Links must start with https://, unlike ${link}`)
    if (isLetter && fieldsIn(text).includes('link')) addProblem('Remove ((link)). Every letter has a code and a QR code below the text.')
  }
  if (!isLetter && !fieldsIn(body).includes('link'))
    problems.push({ field: 'body', message: 'The text needs ((link)), or the patient cannot open the form.' })
  return problems
}

/** The length of a text message and the number of fragments that are charged (GSM 03.38, 3GPP TS 23.040). */

/** The characters that count one in a text message, and do not change its encoding. */
export const basicCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '[]{}^\\|~€\f'
const [inBasic, inExtended] = [new Set(basicCharacters), new Set(extended)]

/** The maximum length of a text message, in characters of `smsLength`. */
export const smsLimit = 918

export type SmsLength = {
  encoding: 'gsm-7' | 'ucs-2'
  /** In characters of the encoding: [ ] { } ^ \ | ~ € count two in GSM-7, an emoji two or more in UCS-2. */
  length: number
  fragments: number
  isTooLong: boolean
}

/** How many characters fit into a message of one fragment, and into each of several joined fragments. */
const capacity = { 'gsm-7': { single: 160, joined: 153 }, 'ucs-2': { single: 70, joined: 67 } } as const

/** The length and fragments of a message. One character outside GSM-7 makes the whole message UCS-2, with less than half the capacity. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const isGsm = characters.every((character) => inBasic.has(character) || inExtended.has(character))
  const length = isGsm ? characters.length + characters.filter((character) => inExtended.has(character)).length : text.length
  const { single, joined } = capacity[isGsm ? 'gsm-7' : 'ucs-2']
  const fragments = length <= single ? 1 : Math.ceil(length / joined)
  return { encoding: isGsm ? 'gsm-7' : 'ucs-2', length, fragments, isTooLong: length > smsLimit }
}

/** The text of each fragment, to mark where one ends. */
export function smsFragments(text: string): string[] {
  const { encoding, fragments } = smsLength(text)
  const parts = Array.from({ length: Math.max(1, fragments) }, () => '')
  let length = 0
  for (const character of text) {
    const part = fragments === 1 ? 0 : Math.min(Math.floor(length / capacity[encoding].joined), parts.length - 1)
    parts[part] += character
    length += encoding === 'ucs-2' ? character.length : inExtended.has(character) ? 2 : 1
  }
  return parts
}
