import type { ControlProps } from './QuestionField.tsx'
import { describedBy, FormGroup, QuestionError, QuestionHint, QuestionLabel } from './question-parts.tsx'
import { questionWords as words } from './words.ts'

export function ListQuestion({ question, value, error, isPageHeading, control: { choices } }: ControlProps<'list'>) {
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
        <option value="">{words.select}</option>
        {choices.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FormGroup>
  )
}
