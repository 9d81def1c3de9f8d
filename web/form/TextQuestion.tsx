import type { QuestionFieldProps } from './QuestionField.tsx'
import { describedBy, FormGroup, QuestionError, QuestionHint, QuestionLabel } from './question-parts.tsx'

export function TextQuestion({ question, value, error, isPageHeading }: QuestionFieldProps) {
  const control = {
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
      {question.long ? (
        <textarea {...control} className={`nhsuk-textarea${error ? ' nhsuk-textarea--error' : ''}`} rows={6} />
      ) : (
        <input {...control} className={`nhsuk-input${error ? ' nhsuk-input--error' : ''}`} type="text" />
      )}
    </FormGroup>
  )
}
