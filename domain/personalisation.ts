/** Personal fields in notification texts, written ((firstName)) without spaces (NOT-2). */

/** Every field a text can hold, with what it stands for. */
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

/** The words for each field; give '' for what a request does not have. */
export type PersonalValues = Record<PersonalField, string>

const isPersonalField = (name: string): name is PersonalField => Object.hasOwn(personalFields, name)
const fieldPattern = /\(\(([^()]*)\)\)/g
const fieldsIn = (text: string) => [...text.matchAll(fieldPattern)].map((match) => match[1] ?? '')

/** The fields a text holds that are not ours, each once, as they were written. */
export const unknownFields = (text: string) => [...new Set(fieldsIn(text).filter((name) => !isPersonalField(name)))]

/** The text with its fields filled in. A value is never read for fields again: a patient named '((link))' stays one. */
export const render = (text: string, values: PersonalValues) =>
  text.replace(fieldPattern, (written, name: string) => (isPersonalField(name) ? values[name] : written))

const isLocal = (link: string) => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]|$)/i.test(link)

/** The links in a text that are not https; http is let pass on this machine only. */
export const unsafeLinks = (text: string) =>
  [...text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"']*/gi)]
    .map(([link]) => link)
    .filter((link) => !/^https:\/\//i.test(link) && !isLocal(link))

export type TemplateProblem = { field: 'subject' | 'body'; message: string }

/** What keeps a template from being saved, in words. The subject is given for an e-mail only. */
export function checkTemplateText({ subject, body }: { subject?: string | undefined; body: string }): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  for (const [field, text] of [['subject', subject ?? ''] as const, ['body', body] as const]) {
    const say = (message: string) => problems.push({ field, message })
    for (const name of unknownFields(text)) say(`((${name})) is not a field we know.`)
    if (/\(\(|\)\)/.test(text.replace(fieldPattern, ''))) say('A field is not closed: write it as ((firstName)).')
    for (const link of unsafeLinks(text)) say(`Links must start with https://, unlike ${link}`)
  }
  if (!fieldsIn(body).includes('link'))
    problems.push({ field: 'body', message: 'The text needs ((link)), or the patient cannot open the form.' })
  return problems
}
