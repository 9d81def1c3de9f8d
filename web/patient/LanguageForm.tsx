import { languageField, returnField, type LanguageSwitch } from '#contract/pages.ts'
import { directionOf, ownNameOf, tagOf } from '#domain/languages.ts'

import { usePageWords } from './page-words.tsx'

type LanguageFormProps = LanguageSwitch & { /** the form with an answer, which must not be lost */ answerForm: string | undefined }

/**
 * A button for each language, named in that language. On a question page the buttons post the answer with the language, and the page comes back
 * with what the patient typed.
 */
export function LanguageForm({ action, to, chosen, offered, answerForm }: LanguageFormProps) {
  const { frame: words } = usePageWords()
  const buttons = offered.map((language) => (
    <button
      key={language}
      className="patient-language__button"
      type="submit"
      form={answerForm}
      name={languageField}
      value={language}
      lang={tagOf(language)}
      dir={directionOf(language)}
      aria-current={language === chosen ? 'true' : undefined}
    >
      {ownNameOf(language)}
    </button>
  ))
  return (
    <div className="patient-language" role="group" aria-label={words.language}>
      {answerForm === undefined ? (
        <form method="post" action={action}>
          <input type="hidden" name={returnField} value={to} />
          {buttons}
        </form>
      ) : (
        <>
          {/* The Enter key in a field presses the first button of its form, which must save the answer and not change the language. */}
          <button className="nhsuk-u-visually-hidden" type="submit" form={answerForm} tabIndex={-1} aria-hidden="true" />
          {buttons}
        </>
      )}
    </div>
  )
}
