import type { ControlProps } from './QuestionField.tsx'
import { describedBy, FormGroup, QuestionError, QuestionHint, QuestionLabel } from './question-parts.tsx'

export function TextQuestion({
  question,
  value,
  error,
  isPageHeading,
  control: { lines, width, inputMode, suffix, expects },
}: ControlProps<'text'>) {
  const { id } = question
  const attributes = {
    id,
    name: id,
    defaultValue: typeof value === 'string' ? value : '',
    'aria-describedby': describedBy(question, error, expects && `${id}-expects`, suffix && `${id}-unit`),
    'aria-invalid': error ? true : undefined,
    autoComplete: 'off',
  }
  return (
    <FormGroup error={error}>
      <QuestionLabel question={question} isPageHeading={isPageHeading} />
      <QuestionHint question={question} />
      {expects && (
        <div className="nhsuk-hint" id={`${id}-expects`}>
          {expects}
        </div>
      )}
      <QuestionError question={question} error={error} />
      {lines > 1 ? (
        <textarea {...attributes} className={`nhsuk-textarea${error ? ' nhsuk-textarea--error' : ''}`} rows={lines} />
      ) : (
        <div className="nhsuk-input-wrapper">
          <input
            {...attributes}
            className={`nhsuk-input${width ? ` nhsuk-input--width-${width}` : ''}${error ? ' nhsuk-input--error' : ''}`}
            type="text"
            inputMode={inputMode}
          />
          {suffix && (
            <div className="nhsuk-input-wrapper__suffix form-suffix" id={`${id}-unit`}>
              {suffix}
            </div>
          )}
        </div>
      )}
    </FormGroup>
  )
}
