import { codeField } from '#contract/pages.ts'

import { ErrorSummary } from './ErrorSummary.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { usePageWords } from './page-words.tsx'

const [hintId, errorId] = ['code-hint', 'code-error']

/** The field for the code of a letter. It leads to the identity step of the link. */
export function CodePage({ action, typed, error, ...frame }: PageProps<'code'>) {
  const { code: words } = usePageWords()
  const isRefused = error !== undefined
  return (
    <Frame {...frame} title={words.title} isRefused={isRefused} about={words.about} isPrivate={false}>
      {isRefused && <ErrorSummary message={words.errors[error]} fieldId={codeField} />}
      <form method="post" action={action} noValidate>
        <div className={`nhsuk-form-group${isRefused ? ' nhsuk-form-group--error' : ''}`}>
          <h1 className="nhsuk-label-wrapper">
            <label className="nhsuk-label nhsuk-label--l" htmlFor={codeField}>
              {words.title}
            </label>
          </h1>
          <div className="nhsuk-hint" id={hintId}>
            {words.hint}
          </div>
          {isRefused && (
            <span className="nhsuk-error-message" id={errorId}>
              <span className="nhsuk-u-visually-hidden">{words.error}</span> {words.errors[error]}
            </span>
          )}
          <input
            className={`nhsuk-input nhsuk-input--width-20 patient-code${isRefused ? ' nhsuk-input--error' : ''}`}
            id={codeField}
            name={codeField}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            aria-describedby={isRefused ? `${hintId} ${errorId}` : hintId}
            defaultValue={typed}
          />
        </div>
        <button className="nhsuk-button" type="submit">
          {words.continue}
        </button>
      </form>
    </Frame>
  )
}
