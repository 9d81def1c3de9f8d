import { dateParts, datePartName, splitDateAnswer } from '#domain/form/posted-answer.ts'

import type { QuestionFieldProps } from './QuestionField.tsx'
import { QuestionFieldset } from './question-parts.tsx'

const labels = { day: 'Day', month: 'Month', year: 'Year' }

export function DateQuestion({ question, value, error, isPageHeading }: QuestionFieldProps) {
  const typed = splitDateAnswer(value)
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading}>
      <div className="nhsuk-date-input" id={question.id}>
        {dateParts.map((part) => {
          const name = datePartName(question.id, part)
          return (
            <div key={part} className="nhsuk-date-input__item">
              <div className="nhsuk-form-group">
                <label className="nhsuk-label nhsuk-date-input__label" htmlFor={name}>
                  {labels[part]}
                </label>
                <input
                  className={`nhsuk-input nhsuk-date-input__input nhsuk-input--width-${part === 'year' ? 4 : 2}${error ? ' nhsuk-input--error' : ''}`}
                  id={name}
                  name={name}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={typed[part]}
                />
              </div>
            </div>
          )
        })}
      </div>
    </QuestionFieldset>
  )
}
