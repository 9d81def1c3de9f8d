import type { ReactNode } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { questionWords as words } from './words.ts'

/** The id of the control that the error summary links to. */
export function fieldIdOf(question: Question) {
  const control = questionTypes[question.type].control(question)
  return control.kind === 'parts' ? (control.parts[0]?.name ?? question.id) : question.id
}

/** The `aria-describedby` of a control. @param more the ids of further texts, such as a unit */
export const describedBy = ({ id, hint }: Question, error: string | undefined, ...more: (string | false | undefined)[]) =>
  [hint && `${id}-hint`, ...more, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** Optional questions are marked, required questions are not: https://service-manual.nhs.uk/design-system/patterns/ask-users-for-optional */
export const QuestionTitle = ({ question }: { question: Question }) => (
  <>
    {question.title}
    {!question.required && words.optional}
  </>
)

export function QuestionHint({ question: { id, hint } }: { question: Question }) {
  if (!hint) return null
  return (
    <div className="nhsuk-hint form-text" id={`${id}-hint`}>
      {hint}
    </div>
  )
}

export function QuestionError({ question, error }: { question: Question; error: string | undefined }) {
  if (!error) return null
  return (
    <span className="nhsuk-error-message" id={`${question.id}-error`}>
      <span className="nhsuk-u-visually-hidden">{words.error}</span> {error}
    </span>
  )
}

type GroupProps = { error: string | undefined; children: ReactNode }
type FieldsetProps = WordsProps & GroupProps & { describedBy?: string | undefined }

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
export function QuestionFieldset({ question, error, isPageHeading, describedBy: more, children }: FieldsetProps) {
  const title = <QuestionTitle question={question} />
  return (
    <FormGroup error={error}>
      <fieldset className="nhsuk-fieldset" aria-describedby={describedBy(question, error, more)}>
        <legend className={`nhsuk-fieldset__legend nhsuk-fieldset__legend--${isPageHeading ? 'l' : 'm'}`}>
          {isPageHeading ? <h1 className="nhsuk-fieldset__heading">{title}</h1> : title}
        </legend>
        <QuestionHint question={question} />
        <QuestionError question={question} error={error} />
        {children}
      </fieldset>
    </FormGroup>
  )
}
