import { useEffect, useRef, useState } from 'react'

import { checkAnswer, postedAnswer } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import type { Answer } from '#domain/form/question.ts'
import { fieldIdOf } from '#web/form/question-parts.tsx'
import { QuestionField } from '#web/form/QuestionField.tsx'

import { patientPageWords } from './words.ts'

type QuestionPageProps = {
  question: Question
  /** the title of its section */
  caption: string | undefined
  value: Answer | undefined
  onAnswer: (answer: Answer) => void
}

/** One page of the form. The button checks the answer with the rules for patients. */
export function QuestionPage({ question, caption, value, onAnswer }: QuestionPageProps) {
  const [refused, setRefused] = useState<{ answer: Answer; message: string }>()
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused) summary.current?.focus()
  }, [refused])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const answer = postedAnswer(question, Object.fromEntries([...fields.keys()].map((name) => [name, fields.getAll(name)])))
        const message = checkAnswer(question, answer)
        setRefused(message === undefined ? undefined : { answer, message })
        if (message === undefined) onAnswer(answer)
      }}
    >
      {caption && <span className="nhsuk-caption-m">{caption}</span>}
      {refused && (
        <div className="nhsuk-error-summary" ref={summary} tabIndex={-1} role="alert">
          <h2 className="nhsuk-error-summary__title">{patientPageWords.problem}</h2>
          <ul className="nhsuk-list nhsuk-error-summary__list">
            <li>
              <a
                href={`#${fieldIdOf(question)}`}
                onClick={(event) => {
                  event.preventDefault()
                  event.currentTarget.ownerDocument.getElementById(fieldIdOf(question))?.focus()
                }}
              >
                {refused.message}
              </a>
            </li>
          </ul>
        </div>
      )}
      {/* After an error the question shows the answer again, even if the author edits the question at the same time. */}
      <QuestionField
        key={`${question.type} ${Boolean(refused)}`}
        question={question}
        value={refused?.answer ?? value}
        error={refused?.message}
        isPageHeading
      />
      <button className="nhsuk-button" type="submit">
        {isAsked(question) ? patientPageWords.save : patientPageWords.continue}
      </button>
    </form>
  )
}
