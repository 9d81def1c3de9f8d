import { english, languageName, offeredLanguage } from './languages.ts'
import type { MessageMethod } from './notification.ts'
import { isPrintable } from './printable.ts'
import { checkTemplate, personalFieldsIn, type TemplateProblem } from './template.ts'

/** The words of a message. The subject is '' where the method has none. */
export type MessageWords = { subject: string; body: string }

/** The text of a template in another language, and the English text that was translated. When the English text changes, the translation no longer fits. */
export type TranslatedMessage = MessageWords & { source: MessageWords }
/** By language, such as cy. English is the template itself. */
export type MessageTranslations = Record<string, TranslatedMessage>
export type TemplateWords = MessageWords & { translations: MessageTranslations }

/** How many languages a template can have besides English. */
export const maxTemplateLanguages = 20

/** 'outdated': the English text has changed since it was translated, so patients get the English text. */
export type TemplateLanguageState = 'translated' | 'outdated' | 'missing'

export function templateLanguageState({ subject, body, translations }: TemplateWords, language: string): TemplateLanguageState {
  const found = Object.hasOwn(translations, language) ? translations[language] : undefined
  if (!found) return 'missing'
  return found.source.subject === subject && found.source.body === body ? 'translated' : 'outdated'
}

/** The text of a template for a patient with this language ('' for not known): the translation that fits the English text, else the English text. */
export function wordsFor(template: TemplateWords, ofPatient: string): MessageWords & { language: string } {
  const fitting = Object.keys(template.translations).filter((language) => templateLanguageState(template, language) === 'translated')
  const language = offeredLanguage(ofPatient, fitting)
  const { subject, body } = language === undefined ? template : template.translations[language]! // one of its languages
  return { subject, body, language: language ?? english }
}

/**
 * The title of a form in a message of this language. The translated title is in the language of the patient (`locale`), which may have changed since
 * the message was tried: then the title is the English one, because no message mixes two other languages.
 */
export const titleInMessage = (
  language: string,
  { locale, formTitle, translatedTitle }: { locale: string; formTitle: string; translatedTitle: string | null },
) => (language !== english && offeredLanguage(locale, [language]) === language ? translatedTitle : null) ?? formTitle

/**
 * All problems of a translation. Besides the rules for every text, it has what the English text has that no patient must miss: the personal fields,
 * addresses, and numbers of three digits or more, such as 999 or a telephone number. A letter has no script that cannot be printed.
 */
export function checkTranslation(
  { method, subject, body }: MessageWords & { method: MessageMethod },
  translated: MessageWords,
): TemplateProblem[] {
  const problems = checkTemplate({ method, subject: translated.subject, body: translated.body })
  const inEither = (words: MessageWords) => `${words.subject}\n${words.body}`
  const fields = personalFieldsIn(inEither(translated))
  const kept = factsIn(translated.body)
  const keptInEither = factsIn(inEither(translated))
  const lost = [
    ...[...personalFieldsIn(inEither({ subject, body }))].filter((field) => !fields.has(field)).map((field) => `((${field}))`),
    ...[...factsIn(body)].filter((fact) => !kept.has(fact)),
    // What only the subject has may move into the text.
    ...[...factsIn(subject)].filter((fact) => !factsIn(body).has(fact) && !keptInEither.has(fact)),
  ].filter((part) => !(part === '((link))' && problems.length > 0)) // that problem has words of its own
  const unprintable = method === 'letter' && !isPrintable(translated.body)
  return [
    ...problems,
    ...lost.map((part) => ({ field: 'body' as const, message: `The text needs ${part}, which the English text has.` })),
    ...(unprintable
      ? [{ field: 'body' as const, message: 'Letters cannot be printed in this script. Patients get the English text.' }]
      : []),
  ]
}

/** The problems of all translations of a template, each with the name of its language and the place of its text. */
export function checkTranslations(template: TemplateWords & { method: MessageMethod }) {
  return Object.entries(template.translations).flatMap(([language, translated]) => {
    const isFitting = templateLanguageState(template, language) === 'translated'
    // A translation of an earlier English text is not sent, so it is not compared with the text of today.
    const problems = checkTranslation({ method: template.method, ...(isFitting ? template : translated.source) }, translated)
    return problems.map(({ field, message }) => ({
      field: `translations.${language}.${field}`,
      message: `${languageName(language)}: ${message}`,
    }))
  })
}

const addresses = /\b[a-z][a-z0-9+.-]*:\/\/\S+|[^\s@]+@[^\s@]+\.[^\s@]+/gi

/** Addresses, and numbers of three digits or more outside of them, without the spaces in them. */
const factsIn = (text: string) =>
  new Set([
    ...[...text.matchAll(addresses)].map(([address]) => address.replace(/[.,;:!?)\]]+$/, '')),
    ...[...text.replace(addresses, ' ').matchAll(/\d(?:[ \u00a0]?\d){2,}/g)].map(([number]) => number.replace(/\D/g, '')),
  ])
