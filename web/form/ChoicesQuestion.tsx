import { Fragment } from 'react'

import type { ControlProps } from './QuestionField.tsx'
import { QuestionFieldset } from './question-parts.tsx'
import { ScaleRow } from './ScaleRow.tsx'
import { questionWords as words } from './words.ts'

/** Radios for one option, checkboxes for several. The first input has the id of the question, so that the error summary can link to it. */
export function ChoicesQuestion({ question, value, error, isPageHeading, control }: ControlProps<'choices'>) {
  const { isMany, choices, alone, ends } = control
  if (ends) return <ScaleRow {...{ question, value, error, isPageHeading, choices, ends }} />
  const part = isMany ? 'checkboxes' : 'radios'
  const chosen = [value ?? []].flat()
  // The exclusive option comes last: https://service-manual.nhs.uk/design-system/components/checkboxes
  const inOrder = choices.toSorted((one, other) => Number(one.value === alone) - Number(other.value === alone))
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading}>
      <div className={`nhsuk-${part}`}>
        {inOrder.map((option, index) => {
          const id = index === 0 ? question.id : `${question.id}-${index + 1}`
          return (
            <Fragment key={option.value}>
              {option.value === alone && index > 0 && <div className={`nhsuk-${part}__divider`}>{words.or}</div>}
              <div className={`nhsuk-${part}__item`}>
                <input
                  className={`nhsuk-${part}__input`}
                  id={id}
                  name={question.id}
                  type={isMany ? 'checkbox' : 'radio'}
                  value={option.value}
                  defaultChecked={chosen.includes(option.value)}
                />
                <label className={`nhsuk-label nhsuk-${part}__label form-text`} htmlFor={id}>
                  {option.label}
                </label>
              </div>
            </Fragment>
          )
        })}
      </div>
    </QuestionFieldset>
  )
}
