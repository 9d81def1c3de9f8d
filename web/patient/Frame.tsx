import type { ReactNode } from 'react'

import type { PageFrame, PageOwner, PatientPage } from '#contract/pages.ts'
import { directionOf, english, tagOf } from '#domain/languages.ts'
import { informationTopics } from '#domain/patient-information.ts'
import { type LanguageMark, Marked } from '#web/form/form-language.tsx'

import icon from './icon.svg?url'
import styles from './patient.scss?url'
import { LanguageForm } from './LanguageForm.tsx'
import { usePageLanguage, usePageWords } from './page-words.tsx'

/** What a page of that kind is given. */
export type PageProps<Kind extends PatientPage['kind']> = Extract<PatientPage, { kind: Kind }>

/** The id of the form with the answer on a question page, which the buttons of the languages post too. */
export const answerFormId = 'answer'

type FrameProps = Omit<PageFrame, 'language'> & {
  title: string
  /** the language of the title, where it is not that of the page */
  titleMark?: LanguageMark
  isRefused?: boolean | undefined
  back?: string | undefined
  /** what the page is, where it is not part of a form */
  about?: string
  /** whether the address of the page leads to a patient's form */
  isPrivate?: boolean
  /** whether the patient may have typed something on the page that is not saved yet */
  hasFields?: boolean
  children: ReactNode
}

/** The layout of every page for patients. It has the logo of the organisation, never that of the NHS, which only the NHS may use. */
export function Frame({
  title,
  titleMark,
  owner,
  information,
  languageSwitch,
  isRefused = false,
  back,
  about,
  isPrivate = true,
  hasFields = false,
  children,
}: FrameProps) {
  const { frame: words } = usePageWords()
  const language = usePageLanguage()
  return (
    <html lang={tagOf(language)} dir={directionOf(language)} className="nhsuk-template">
      <head>
        <meta charSet="utf-8" />
        <title {...(!isRefused && titleMark)}>{[`${isRefused ? words.error : ''}${title}`, owner?.name].filter(Boolean).join(' – ')}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#005eb8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#003a70" />
        <meta name="robots" content="noindex" />
        {/* A phone must not make telephone numbers out of what patients and authors write. */}
        <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="stylesheet" href={styles} />
      </head>
      <body className="nhsuk-template__body">
        <a className="nhsuk-skip-link" href="#main">
          {words.skip}
        </a>
        <header className="patient-header">
          <div className="patient-header__inside">
            {owner?.logo && <img className="patient-header__logo" src={owner.logo} alt="" />}
            <span className="patient-header__name">{owner?.name ?? words.header}</span>
            {languageSwitch && <LanguageForm {...languageSwitch} answerForm={hasFields ? answerFormId : undefined} />}
          </div>
        </header>
        <div className="patient-sheet">
          {back && (
            <nav aria-label={words.back}>
              <a className="nhsuk-back-link" href={back}>
                {words.back}
              </a>
            </nav>
          )}
          <main id="main" className="patient-main" tabIndex={-1}>
            {children}
          </main>
        </div>
        <footer className="patient-footer">
          <div className="patient-footer__inside">
            <p>
              {about ?? words.from(owner?.name)} {isPrivate && words.doNotShare}
            </p>
            {owner && <ContactDetails name={owner.name} contact={owner.contact} />}
            <nav aria-label={words.information}>
              <ul className="patient-footer__links">
                {informationTopics.map((topic) => (
                  <li key={topic}>
                    <a href={information[topic]} {...(hasFields && { target: '_blank', rel: 'noopener' })}>
                      {words.topics[topic]}
                      {hasFields && ` ${words.newTab}`}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </footer>
      </body>
    </html>
  )
}

/** How patients reach the organisation, as far as its settings say, which are in English. Numbers and addresses are never turned around. */
function ContactDetails({ name, contact: { phone, hours, address, web } }: Pick<NonNullable<PageOwner>, 'name' | 'contact'>) {
  const { frame: words } = usePageWords()
  const mark = usePageLanguage() === english ? {} : { lang: tagOf(english) }
  if (!phone && !address && !web) return null
  return (
    <section aria-labelledby="contact-details">
      <h2 className="nhsuk-heading-s" id="contact-details">
        {words.contact(name)}
      </h2>
      <ul className="patient-footer__contact">
        {phone && (
          <li>
            {words.phone}{' '}
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
              {phone}
            </a>
            {hours && (
              <>
                {' '}
                (<Marked mark={mark}>{hours}</Marked>)
              </>
            )}
          </li>
        )}
        {address && (
          <li>
            {words.address} <Marked mark={mark}>{address.split(/\s*\r?\n\s*/).join(', ')}</Marked>
          </li>
        )}
        {web && (
          <li>
            {words.web}{' '}
            <a href={web} dir="ltr">
              {web}
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}
