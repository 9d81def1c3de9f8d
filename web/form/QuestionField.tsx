import type { Question } from '#domain/form/definition.ts'
import type { Control } from '#domain/form/question-type.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { Answer } from '#domain/form/question.ts'

import { ChoicesQuestion } from './ChoicesQuestion.tsx'
import { describedBy, FormGroup, QuestionError, QuestionFieldset, QuestionHint, QuestionLabel } from './question-parts.tsx'
import { FixedWords, FormPart, Marked, useFormLanguage } from './form-language.tsx'

export type QuestionFieldProps = {
  question: Question
  value?: Answer | undefined
  error?: string | undefined
  /** the question is the heading of its page */
  isPageHeading?: boolean | undefined
}
export type ControlProps<Kind extends Control['kind']> = QuestionFieldProps & { control: Extract<Control, { kind: Kind }> }

/** One question for a patient: plain fields named by the question's id, on the server and in the builder's preview. */
export const QuestionField = (props: QuestionFieldProps) => (
  <FormPart>
    <Field {...props} />
  </FormPart>
)

function Field(props: QuestionFieldProps) {
  const { answers, translated } = useFormLanguage()
  const control = questionTypes[props.question.type].control(translated(props.question), answers)
  switch (control.kind) {
    case 'text':
      return <TextQuestion {...props} control={control} />
    case 'choices':
      return <ChoicesQuestion {...props} control={control} />
    case 'list':
      return <ListQuestion {...props} control={control} />
    case 'parts':
      return <PartsQuestion {...props} control={control} />
    case 'none':
      return <WordsOnly {...props} />
  }
}

function TextQuestion({
  question,
  value,
  error,
  isPageHeading,
  control: { lines, width, inputMode, suffix, expects },
}: ControlProps<'text'>) {
  const { questionText } = useFormLanguage()
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
          <FixedWords>{expects}</FixedWords>
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
              <Marked mark={questionText(question, 'unit').mark}>{suffix}</Marked>
            </div>
          )}
        </div>
      )}
    </FormGroup>
  )
}

function ListQuestion({ question, value, error, isPageHeading, control: { choices } }: ControlProps<'list'>) {
  const { words, optionText } = useFormLanguage()
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
          <option key={option.value} value={option.value} {...optionText(question, option.value)?.mark}>
            {option.label}
          </option>
        ))}
      </select>
    </FormGroup>
  )
}

/** Several inputs for one answer, such as the day, month and year of a date. */
function PartsQuestion({ question, value, error, isPageHeading, control: { parts, split } }: ControlProps<'parts'>) {
  const typed = split(value)
  return (
    <QuestionFieldset question={question} error={error} isPageHeading={isPageHeading}>
      <div className="nhsuk-date-input" id={question.id}>
        {parts.map(({ name, label, width }) => (
          <div key={name} className="nhsuk-date-input__item">
            <div className="nhsuk-form-group">
              <label className="nhsuk-label nhsuk-date-input__label" htmlFor={name}>
                <FixedWords>{label}</FixedWords>
              </label>
              <input
                className={`nhsuk-input nhsuk-date-input__input nhsuk-input--width-${width}${error ? ' nhsuk-input--error' : ''}`}
                id={name}
                name={name}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={typed[name]}
              />
            </div>
          </div>
        ))}
      </div>
    </QuestionFieldset>
  )
}

/** An information page. */
function WordsOnly({ question, isPageHeading }: QuestionFieldProps) {
  const { questionText } = useFormLanguage()
  const [title, hint, body] = [questionText(question, 'title'), questionText(question, 'hint'), questionText(question, 'body')]
  const Heading = isPageHeading ? 'h1' : 'h2'
  return (
    <>
      <Heading className={`nhsuk-heading-${isPageHeading ? 'l' : 'm'}`}>
        <Marked mark={title.mark}>{title.text}</Marked>
      </Heading>
      {hint.text && (
        <p className="nhsuk-lede-text form-text">
          <Marked mark={hint.mark}>{hint.text}</Marked>
        </p>
      )}
      {body.text && (
        <div className="nhsuk-body form-text" {...body.mark}>
          {body.text}
        </div>
      )}
    </>
  )
}
