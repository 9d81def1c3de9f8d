import type { Choice } from '#domain/form/question-type.ts'

import type { QuestionFieldProps } from './QuestionField.tsx'
import { QuestionFieldset } from './question-parts.tsx'

type ScaleRowProps = QuestionFieldProps & { choices: Choice[]; ends: { low: string; high: string } }

/** A scale in one row, even on the smallest phone. The labels of its two ends describe the whole group. */
export function ScaleRow({ question, value, error, isPageHeading, choices, ends }: ScaleRowProps) {
  const words = [
    { label: choices[0]?.label, means: ends.low },
    { label: choices.at(-1)?.label, means: ends.high },
  ].filter(({ means }) => means.trim() !== '')
  const endsId = `${question.id}-ends`
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading} describedBy={words.length ? endsId : undefined}>
      {words.length > 0 && (
        <p className="form-scale-ends" id={endsId}>
          {words.map(({ label, means }) => (
            <span key={label} className="form-text">
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
