import { Fragment } from 'react'

import type { Choice } from '#domain/form/question-type.ts'

import type { ControlProps, QuestionFieldProps } from './QuestionField.tsx'
import { QuestionFieldset } from './question-parts.tsx'
import { FixedWords, Marked, useFormLanguage } from './form-language.tsx'

/** Radios for one option, checkboxes for several. The first input has the id of the question, so that the error summary can link to it. */
export function ChoicesQuestion({ question, value, error, isPageHeading, control }: ControlProps<'choices'>) {
  const { words, wordsMark, optionText } = useFormLanguage()
  const { isMany, choices, alone, ends } = control
  if (ends) return <ScaleRow {...{ question, value, error, isPageHeading, choices, ends }} />
  const part = isMany ? 'checkboxes' : 'radios'
  const chosen = [value ?? []].flat()
  // The exclusive option comes last: https://service-manual.nhs.uk/design-system/components/checkboxes
  const inOrder = choices.toSorted((one, other) => Number(one.value === alone) - Number(other.value === alone))
  // The author may have written it already.
  const isInstructed = isMany && !/all that apply/i.test(`${question.title} ${question.hint ?? ''}`)
  return (
    <QuestionFieldset
      question={question}
      error={error}
      isPageHeading={isPageHeading}
      instruction={isInstructed ? words.selectAll : undefined}
    >
      <div className={`nhsuk-${part}`}>
        {inOrder.map((option, index) => {
          const id = index === 0 ? question.id : `${question.id}-${index + 1}`
          return (
            <Fragment key={option.value}>
              {option.value === alone && index > 0 && (
                <div className={`nhsuk-${part}__divider`}>
                  <FixedWords>{words.or}</FixedWords>
                </div>
              )}
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
                  {/* The choices of some types are fixed words. */}
                  <Marked mark={optionText(question, option.value)?.mark ?? wordsMark}>{option.label}</Marked>
                </label>
              </div>
            </Fragment>
          )
        })}
      </div>
    </QuestionFieldset>
  )
}

type ScaleRowProps = QuestionFieldProps & { choices: Choice[]; ends: { low: string; high: string } }

/** A scale in one row, even on the smallest phone. The labels of its two ends describe the whole group. */
function ScaleRow({ question, value, error, isPageHeading, choices, ends }: ScaleRowProps) {
  const { questionText } = useFormLanguage()
  const words = [
    { label: choices[0]?.label, means: ends.low, mark: questionText(question, 'lowLabel').mark },
    { label: choices.at(-1)?.label, means: ends.high, mark: questionText(question, 'highLabel').mark },
  ].filter(({ means }) => means.trim() !== '')
  const endsId = `${question.id}-ends`
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading} describedBy={words.length ? endsId : undefined}>
      {words.length > 0 && (
        <p className="form-scale-ends" id={endsId}>
          {words.map(({ label, means, mark }) => (
            <span key={label} className="form-text" {...mark}>
              {`${label} – ${means}`}
              <span className="nhsuk-u-visually-hidden">. </span>
            </span>
          ))}
        </p>
      )}
      <div className="form-scale">
        {choices.map((choice, index) => {
          const id = index === 0 ? question.id : `${question.id}-${index + 1}`
          return (
            <div key={choice.value} className="form-scale__item">
              <input
                className="form-scale__input"
                id={id}
                name={question.id}
                type="radio"
                value={choice.value}
                defaultChecked={value === choice.value}
              />
              <label className="form-scale__label" htmlFor={id}>
                {choice.label}
              </label>
            </div>
          )
        })}
      </div>
    </QuestionFieldset>
  )
}
