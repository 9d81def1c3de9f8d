import type { ControlProps } from './QuestionField.tsx'
import { QuestionFieldset } from './question-parts.tsx'

/** Several inputs for one answer, such as the day, month and year of a date. */
export function PartsQuestion({ question, value, error, isPageHeading, control: { parts, split } }: ControlProps<'parts'>) {
  const typed = split(value)
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading}>
      <div className="nhsuk-date-input" id={question.id}>
        {parts.map(({ name, label, width }) => (
          <div key={name} className="nhsuk-date-input__item">
            <div className="nhsuk-form-group">
              <label className="nhsuk-label nhsuk-date-input__label" htmlFor={name}>
                {label}
              </label>
              <input
                className={`nhsuk-input nhsuk-date-input__input nhsuk-input--width-${width}${error ? ' nhsuk-input--error' : ''}`}
                id={name}
                name={name}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={typed[name]}
              />
            </div>
          </div>
        ))}
      </div>
    </QuestionFieldset>
  )
}
