import type { ReactNode } from 'react'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'

import { AnswersSummary } from './AnswersSummary.tsx'
import { useFormLanguage } from './form-language.tsx'
import type { CheckAnswersWords, ConfirmationWords, StartPageWords } from './page-words.ts'

type StartTextProps = { words: StartPageWords; title: string; description: string; children: ReactNode }

/** What the form is for, before the first question: https://service-manual.nhs.uk/design-system/patterns/start-page */
export function StartText({ words, title: formTitle, description, children }: StartTextProps) {
  const { textOf } = useFormLanguage()
  const [title, text] = [textOf('title', formTitle), textOf('description', description)]
  return (
    <>
      <h1 className="nhsuk-heading-l" {...title.mark}>
        {title.text}
      </h1>
      <p className="form-text" {...text.mark}>
        {text.text}
      </p>
      <p>{words.saved}</p>
      {children}
    </>
  )
}

type CheckAnswersTextProps = {
  words: CheckAnswersWords
  title: string
  /** the name of the organisation */
  owner: string | undefined
  definition: FormDefinition
  answers: Answers
  /** the answers have changed since the patient opened the page */
  isChanged?: boolean
  changeHref: (question: Question) => string
  onChange?: (question: Question) => void
  children: ReactNode
}

/** The answers before they are sent. */
export function CheckAnswersText({ words, title, owner, isChanged = false, children, ...summary }: CheckAnswersTextProps) {
  const form = useFormLanguage().textOf('title', title)
  return (
    <>
      <h1 className="nhsuk-heading-l">
        <span className="nhsuk-caption-l" {...form.mark}>
          {form.text}
        </span>{' '}
        {words.title}
      </h1>
      {isChanged && (
        <p className="nhsuk-u-font-weight-bold" role="alert">
          {words.changed}
        </p>
      )}
      <AnswersSummary {...summary} />
      <h2 className="nhsuk-heading-m">{words.send}</h2>
      <p>{words.sentTo(owner)}</p>
      {children}
    </>
  )
}

type SentTextProps = {
  words: ConfirmationWords
  title: string
  /** the name of the organisation */
  owner: string | undefined
  /** the link to a copy of the answers */
  copy: ReactNode
  /** the button with which the patient leaves */
  children: ReactNode
}

/** The page after the answers were sent: what happens next, and where to get help. */
export function SentText({ words, title, owner, copy, children }: SentTextProps) {
  const form = useFormLanguage().textOf('title', title)
  return (
    <>
      <div className="nhsuk-panel">
        <h1 className="nhsuk-panel__title">{words.title}</h1>
        <div className="nhsuk-panel__body" {...form.mark}>
          {form.text}
        </div>
      </div>
      <h2 className="nhsuk-heading-m">{words.next}</h2>
      <p>{words.received(owner)}</p>
      <h2 className="nhsuk-heading-m">{words.copy}</h2>
      <p>{copy}</p>
      <p>{words.copyPrivate}</p>
      <h2 className="nhsuk-heading-m">{words.finishTitle}</h2>
      <p>{words.finish}</p>
      {children}
      <p>{words.contact(owner)}</p>
    </>
  )
}
