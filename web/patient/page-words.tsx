import { createContext, type ReactNode, use } from 'react'

import type { LanguageOfPage } from '#contract/pages.ts'
import type { PageLanguage } from '#domain/languages.ts'
import { FormLanguageContext } from '#web/form/form-language.tsx'

import { welshWords } from './words/cy.ts'
import { englishWords, type PatientWords } from './words/en.ts'

/** A language without its words does not compile. */
const dictionaries: Record<PageLanguage, PatientWords> = { en: englishWords, cy: welshWords }

const LanguageContext = createContext<LanguageOfPage>({ words: 'en', texts: undefined })

/** The language of everything on the page. */
export function InLanguage({ language, children }: { language: LanguageOfPage; children: ReactNode }) {
  const { questions, answers } = dictionaries[language.words]
  return (
    <LanguageContext value={language}>
      <FormLanguageContext value={{ page: language.words, questions, answers, texts: language.texts }}>{children}</FormLanguageContext>
    </LanguageContext>
  )
}

/** The fixed words in the language of the page. */
export const usePageWords = () => dictionaries[use(LanguageContext).words]

/** The language of the fixed words. */
export const usePageLanguage = () => use(LanguageContext).words
