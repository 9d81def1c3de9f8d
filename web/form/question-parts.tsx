import type { ReactNode } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { FixedWords, Marked, useFormLanguage } from './form-language.tsx'

/** The id of the control that the error summary links to. */
export function fieldIdOf(question: Question) {
  const control = questionTypes[question.type].control(question)
  return control.kind === 'parts' ? (control.parts[0]?.name ?? question.id) : question.id
}

/** The `aria-describedby` of a control. @param more the ids of further texts, such as a unit */
export const describedBy = ({ id, hint }: Question, error: string | undefined, ...more: (string | false | undefined)[]) =>
  [hint && `${id}-hint`, ...more, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** Optional questions are marked, required questions are not: https://service-manual.nhs.uk/design-system/patterns/ask-users-for-optional */
export function QuestionTitle({ question }: { question: Question }) {
  const { words, questionText } = useFormLanguage()
  const { text, mark } = questionText(question, 'title')
  return (
    <>
      <Marked mark={mark}>{text}</Marked>
      {!question.required && (
        <>
          {' '}
          <FixedWords>{words.optional}</FixedWords>
        </>
      )}
    </>
  )
}

export function QuestionHint({ question }: { question: Question }) {
  const { questionText } = useFormLanguage()
  if (!question.hint) return null
  const { text, mark } = questionText(question, 'hint')
  return (
    <div className="nhsuk-hint form-text" id={`${question.id}-hint`}>
      <Marked mark={mark}>{text}</Marked>
    </div>
  )
}

export function QuestionError({ question, error }: { question: Question; error: string | undefined }) {
  const { words } = useFormLanguage()
  if (!error) return null
  return (
    <span className="nhsuk-error-message" id={`${question.id}-error`}>
      <FixedWords>
        <span className="nhsuk-u-visually-hidden">{words.error}</span> {error}
      </FixedWords>
    </span>
  )
}

type GroupProps = { error: string | undefined; children: ReactNode }
type FieldsetProps = WordsProps &
  GroupProps & { describedBy?: string | undefined; /** below the author's hint */ instruction?: string | undefined }

export const FormGroup = ({ error, children }: GroupProps) => (
  <div className={error ? 'nhsuk-form-group nhsuk-form-group--error' : 'nhsuk-form-group'}>{children}</div>
)

type WordsProps = { question: Question; isPageHeading: boolean | undefined }

/** The question above its single control. */
export function QuestionLabel({ question, isPageHeading }: WordsProps) {
  const label = (
    <label className={`nhsuk-label nhsuk-label--${isPageHeading ? 'l' : 'm'}`} htmlFor={question.id}>
      <QuestionTitle question={question} />
    </label>
  )
  return isPageHeading ? <h1 className="nhsuk-label-wrapper">{label}</h1> : label
}

/** The question above several controls. */
export function QuestionFieldset({ question, error, isPageHeading, describedBy: more, instruction, children }: FieldsetProps) {
  const instructionId = instruction && `${question.id}-instruction`
  const title = <QuestionTitle question={question} />
  return (
    <FormGroup error={error}>
      <fieldset className="nhsuk-fieldset" aria-describedby={describedBy(question, error, instructionId, more)}>
        <legend className={`nhsuk-fieldset__legend nhsuk-fieldset__legend--${isPageHeading ? 'l' : 'm'}`}>
          {isPageHeading ? <h1 className="nhsuk-fieldset__heading">{title}</h1> : title}
        </legend>
        <QuestionHint question={question} />
        {instruction && (
          <div className="nhsuk-hint" id={instructionId}>
            <FixedWords>{instruction}</FixedWords>
          </div>
        )}
        <QuestionError question={question} error={error} />
        {children}
      </fieldset>
    </FormGroup>
  )
}
