/** The languages that have the fixed words of the patient pages. English is the language of every form and of staff. */
export const pageLanguages = ['en', 'cy'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** The fixed words that stand around texts of a language: in English for a language without a dictionary. */
export const pageLanguageOf = (language: string): PageLanguage => pageLanguages.find((one) => one === language) ?? 'en'

/** The language of all texts without a translation. */
export const english = 'en'

/** The languages that the builder offers for translations: Welsh, and those that patients in the United Kingdom ask for most. By code. */
export const translationLanguages: readonly string[] =
  'cy am ar bg bn ckb cs de el es fa fr gd gu he hi hu it ku lt lv ml ne pa pl prs ps pt pt-BR ro ru si sk so sq sw ta te ti tr uk ur vi yi zh'.split(
    ' ',
  )

/** The tag of a language in HTML, PDF and messages (BCP 47). English is that of the United Kingdom. */
export const tagOf = (language: string) => (language === english ? 'en-GB' : language)

/** The form of a language tag that records and translations use, such as cy or pt-BR. */
export const languagePattern = /^[a-z]{2,3}(-[A-Z]{2})?$/

/** The language of a patient: a language tag, or '' if it is not known. */
export const patientLanguagePattern = /^([a-z]{2,3}(-[A-Z]{2})?)?$/

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ks', 'ku', 'prs', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi'])

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr')

/** The language in itself, such as Cymraeg. */
export const ownNameOf = (language: string) => nameIn(language, language)

/** The language in English, such as Welsh. */
export const languageName = (language: string) => nameIn(language, 'en-GB')

/** The languages in the order in which a person looks for one: by their English names. */
export const byEnglishName = (languages: readonly string[]) =>
  languages
    .map((language) => ({ language, name: languageName(language) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ language }) => language)

/** The language in English and in itself, such as Welsh (Cymraeg). */
export function languageNames(language: string) {
  const [name, own] = [languageName(language), ownNameOf(language)]
  return name === own ? name : `${name} (${own})`
}

function nameIn(language: string, words: string) {
  try {
    return new Intl.DisplayNames([words], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** The offered language that fits a wish best: the same, or the same without its country. Undefined if there is none. */
export const offeredLanguage = (wish: string | undefined, offered: readonly string[]): string | undefined =>
  wish === undefined ? undefined : (offered.find((one) => one === wish) ?? offered.find((one) => one === wish.split('-')[0]))
