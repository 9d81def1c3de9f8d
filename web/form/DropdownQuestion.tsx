import type { QuestionFieldProps } from './QuestionField.tsx'
import { describedBy, FormGroup, QuestionError, QuestionHint, QuestionLabel } from './question-parts.tsx'

export function DropdownQuestion({ question, value, error, isPageHeading }: QuestionFieldProps) {
  return (
    <FormGroup error={error}>
      <QuestionLabel question={question} isPageHeading={isPageHeading} />
      <QuestionHint question={question} />
      <QuestionError question={question} error={error} />
      <select
        className={`nhsuk-select${error ? ' nhsuk-select--error' : ''}`}
        id={question.id}
        name={question.id}
        defaultValue={typeof value === 'string' ? value : ''}
        aria-describedby={describedBy(question, error)}
        aria-invalid={error ? true : undefined}
      >
        <option value="">Select an option</option>
        {(question.options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FormGroup>
  )
}
