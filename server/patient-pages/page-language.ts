import type { FastifyReply, FastifyRequest } from 'fastify'

import { type LanguageOfPage, type LanguageSwitch, languageField, returnField } from '#contract/pages.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import type { Translations } from '#domain/form/translated-text.ts'
import { byEnglishName, english, languagePattern, offeredLanguage, pageLanguageOf, pageLanguages } from '#domain/languages.ts'

import { isCrossSite } from './patient-cookie.ts'

const cookieName = 'language'

/** Where the field for the code of a letter and the pages without an organisation keep the choice. */
export const generalPaths = ['/c', '/information']

type Wishes = {
  /** What the patient chose on a page. */
  chosen: string | undefined
  /** The language of the patient's record. */
  ofPatient?: string | undefined
  /** The translations of the form, on pages that may show the form. */
  translations?: Translations | undefined
}

export type ChosenLanguage = { page: LanguageOfPage; chosen: string; offered: string[] }

/** The language of a page: the patient's own choice, else the language of their record, else English. */
export function chooseLanguage({ chosen, ofPatient, translations = {} }: Wishes): ChosenLanguage {
  const others = Object.keys(translations).filter((language) => !pageLanguages.some((one) => one === language))
  const offered = [...pageLanguages, ...byEnglishName(others)]
  const language = offeredLanguage(chosen, offered) ?? offeredLanguage(ofPatient, offered) ?? english
  const texts = translations[language]
  return {
    // The fixed words are in English around the texts of any other language.
    page: { words: pageLanguageOf(language), texts: texts && { language, byId: texts } },
    chosen: language,
    offered,
  }
}

/** The choice that the browser keeps until it is closed, for these pages only. */
export const chosenLanguage = ({ cookies }: FastifyRequest) => readLanguage(cookies[cookieName])

/** The language that a button of a question page posts with the answer. */
export const postedLanguage = ({ body }: FastifyRequest) => readLanguage(((body ?? {}) as PostedFields)[languageField])

const readLanguage = (given: unknown) => (typeof given === 'string' && languagePattern.test(given) ? given : undefined)

/** Keeps the choice on the device for the pages under this address. It says nothing about the form. */
export const keepLanguage = (reply: FastifyReply, path: string, language: string, publicUrl: string) =>
  reply.setCookie(cookieName, language, { path, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') })

/** The buttons of a page, which lead back to the page. */
export const languageSwitch = (request: FastifyRequest, base: string, { chosen, offered }: ChosenLanguage): LanguageSwitch => ({
  action: `${base}/language`,
  to: request.url,
  chosen,
  offered,
})

/** `POST …/language`: keeps the choice and leads back to the page. Needs no script, and changes nothing but the cookie. */
export function changeLanguage(paths: readonly string[], publicUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token?: string }
    const bases = paths.map((path) => path.replace(':token', encodeURIComponent(token ?? '')))
    const language = postedLanguage(request)
    if (language !== undefined && !isCrossSite(request)) for (const base of bases) keepLanguage(reply, base, language, publicUrl)
    const wanted = ((request.body ?? {}) as PostedFields)[returnField]
    // Only to a page of the same link: an address from elsewhere must not send patients to another site.
    const isOwn =
      typeof wanted === 'string' && /^[!-~]*$/.test(wanted) && bases.some((base) => wanted === base || /^[/?]/.test(after(base, wanted)))
    return reply.redirect(isOwn ? wanted : (bases[0] ?? '/'), 303)
  }
}

/** What follows the base in an address. Empty if the address begins in another way. */
const after = (base: string, address: string) => (address.startsWith(base) ? address.slice(base.length) : '')
