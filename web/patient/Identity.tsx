import { dateParts, datePartName } from '#domain/form/question-types/date.ts'

import { ErrorSummary } from './ErrorSummary.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { usePageWords } from './page-words.tsx'

const purposes = { day: 'bday-day', month: 'bday-month', year: 'bday-year' }
const idOf = (part: keyof typeof purposes) => datePartName('date-of-birth', part)

/** The identity step. Nothing of the patient or the form is shown before it (PTN-2). */
export function Identity({ action, typed, error, ...frame }: PageProps<'identity'>) {
  const { identity: words, answers } = usePageWords()
  return (
    <Frame {...frame} title={words.title} isRefused={error !== undefined}>
      {error !== undefined && <ErrorSummary message={words.errors[error]} fieldId={idOf('day')} />}
      <form method="post" action={action} noValidate>
        <div className={`nhsuk-form-group${error === undefined ? '' : ' nhsuk-form-group--error'}`}>
          <fieldset className="nhsuk-fieldset" aria-describedby={`date-of-birth-hint${error === undefined ? '' : ' date-of-birth-error'}`}>
            <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--l">
              <h1 className="nhsuk-fieldset__heading">{words.title}</h1>
            </legend>
            <div className="nhsuk-hint" id="date-of-birth-hint">
              <p className="patient-hint">{words.why}</p>
              <p className="patient-hint">{words.example}</p>
            </div>
            {error !== undefined && (
              <span className="nhsuk-error-message" id="date-of-birth-error">
                <span className="nhsuk-u-visually-hidden">{words.error}</span> {words.errors[error]}
              </span>
            )}
            <div className="nhsuk-date-input" id="date-of-birth">
              {dateParts.map((part) => (
                <div key={part} className="nhsuk-date-input__item">
                  <div className="nhsuk-form-group">
                    <label className="nhsuk-label nhsuk-date-input__label" htmlFor={idOf(part)}>
                      {answers[part]}
                    </label>
                    <input
                      className={`nhsuk-input nhsuk-date-input__input nhsuk-input--width-${part === 'year' ? 4 : 2}${error === undefined ? '' : ' nhsuk-input--error'}`}
                      id={idOf(part)}
                      name={idOf(part)}
                      type="text"
                      inputMode="numeric"
                      autoComplete={purposes[part]}
                      defaultValue={typed[part]}
                    />
                  </div>
                </div>
              ))}
            </div>
          </fieldset>
        </div>
        <p className="nhsuk-body-s">{words.lock}</p>
        <button className="nhsuk-button" type="submit">
          {words.continue}
        </button>
      </form>
    </Frame>
  )
}
