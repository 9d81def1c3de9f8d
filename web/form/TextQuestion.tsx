import type { ControlProps } from './QuestionField.tsx'
import { describedBy, FormGroup, QuestionError, QuestionHint, QuestionLabel } from './question-parts.tsx'

export function TextQuestion({
  question,
  value,
  error,
  isPageHeading,
  control: { lines, width, inputMode, suffix },
}: ControlProps<'text'>) {
  const attributes = {
    id: question.id,
    name: question.id,
    defaultValue: typeof value === 'string' ? value : '',
    'aria-describedby': describedBy(question, error),
    'aria-invalid': error ? true : undefined,
    autoComplete: 'off',
  }
  return (
    <FormGroup error={error}>
      <QuestionLabel question={question} isPageHeading={isPageHeading} />
      <QuestionHint question={question} />
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
          {suffix && <div className="nhsuk-input-wrapper__suffix">{suffix}</div>}
        </div>
      )}
    </FormGroup>
  )
}
