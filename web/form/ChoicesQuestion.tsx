import type { ControlProps } from './QuestionField.tsx'
import { QuestionFieldset } from './question-parts.tsx'

/** Radios where one option is chosen, checkboxes where several may be. The first carries the question's own id: an error leads to it. */
export function ChoicesQuestion({ question, value, error, isPageHeading, control: { isMany, choices } }: ControlProps<'choices'>) {
  const part = isMany ? 'checkboxes' : 'radios'
  const chosen = [value ?? []].flat()
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading}>
      <div className={`nhsuk-${part}`}>
        {choices.map((option, index) => {
          const id = index === 0 ? question.id : `${question.id}-${index + 1}`
          return (
            <div key={option.value} className={`nhsuk-${part}__item`}>
              <input
                className={`nhsuk-${part}__input`}
                id={id}
                name={question.id}
                type={isMany ? 'checkbox' : 'radio'}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
              />
              <label className={`nhsuk-label nhsuk-${part}__label`} htmlFor={id}>
                {option.label}
              </label>
            </div>
          )
        })}
      </div>
    </QuestionFieldset>
  )
}
