import { dateParts, datePartName } from '#domain/form/question-types/date.ts'

import { ErrorSummary } from './ErrorSummary.tsx'
import { Frame, type PageProps } from './Frame.tsx'

const labels = { day: 'Day', month: 'Month', year: 'Year' }
const purposes = { day: 'bday-day', month: 'bday-month', year: 'bday-year' }
const idOf = (part: keyof typeof labels) => datePartName('date-of-birth', part)

/** Before it nothing of the patient or the form is shown (PTN-2). */
export function Identity({ owner, action, typed, error }: PageProps<'identity'>) {
  return (
    <Frame title="What is your date of birth?" owner={owner} isRefused={error !== undefined}>
      {error !== undefined && <ErrorSummary message={error} fieldId={idOf('day')} />}
      <form method="post" action={action} noValidate>
        <div className={`nhsuk-form-group${error === undefined ? '' : ' nhsuk-form-group--error'}`}>
          <fieldset className="nhsuk-fieldset" aria-describedby={`date-of-birth-hint${error === undefined ? '' : ' date-of-birth-error'}`}>
            <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--l">
              <h1 className="nhsuk-fieldset__heading">What is your date of birth?</h1>
            </legend>
            <div className="nhsuk-hint" id="date-of-birth-hint">
              <p className="patient-hint">
                We ask to make sure that only you can see this form. If you are filling it in for someone else, enter their date of birth.
              </p>
              <p className="patient-hint">For example, 27 3 1981</p>
            </div>
            {error !== undefined && (
              <span className="nhsuk-error-message" id="date-of-birth-error">
                <span className="nhsuk-u-visually-hidden">Error:</span> {error}
              </span>
            )}
            <div className="nhsuk-date-input" id="date-of-birth">
              {dateParts.map((part) => (
                <div key={part} className="nhsuk-date-input__item">
                  <div className="nhsuk-form-group">
                    <label className="nhsuk-label nhsuk-date-input__label" htmlFor={idOf(part)}>
                      {labels[part]}
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
        <p className="nhsuk-body-s">If you enter the wrong date 5 times, we’ll lock the link to keep your information safe.</p>
        <button className="nhsuk-button" type="submit">
          Continue
        </button>
      </form>
    </Frame>
  )
}
