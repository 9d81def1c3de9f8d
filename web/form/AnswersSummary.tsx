import { Fragment } from 'react'

import { answerSections, answerText } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Answer, Answers } from '#domain/form/question.ts'

import { Marked, useFormLanguage } from './form-language.tsx'

type AnswersSummaryProps = {
  definition: FormDefinition
  answers: Answers
  /** the address where the patient changes an answer; omit for a read-only summary */
  changeHref?: (question: Question) => string
  /** in the preview, where the address leads nowhere */
  onChange?: (question: Question) => void
}

/** Every question that was shown, under its section, with its answer. An unanswered question says so and never counts as 'No' (FORM-5). */
export function AnswersSummary({ definition, answers, changeHref, onChange }: AnswersSummaryProps) {
  const { words: fixed, answers: language, questionText } = useFormLanguage()
  return answerSections(definition, answers, language).map(({ section, rows }) => {
    const asked = rows.filter(({ state }) => state !== 'not asked')
    if (asked.length === 0) return null
    return (
      <div key={section?.id ?? ''}>
        {section && (
          <h2 className="nhsuk-heading-m form-text" {...questionText(section, 'title').mark}>
            {questionText(section, 'title').text}
          </h2>
        )}
        <dl className="nhsuk-summary-list">
          {asked.map(({ question, words }) => (
            <div key={question.id} className="nhsuk-summary-list__row">
              <dt className="nhsuk-summary-list__key form-text" {...questionText(question, 'title').mark}>
                {questionText(question, 'title').text}
              </dt>
              <dd className="nhsuk-summary-list__value form-text">
                {words ? (
                  <AnswerWords question={question} answer={answers[question.id]} words={words} />
                ) : (
                  <span className="form-unanswered">{fixed.notAnswered}</span>
                )}
              </dd>
              {changeHref && (
                <dd className="nhsuk-summary-list__actions">
                  <a
                    href={changeHref(question)}
                    onClick={
                      onChange &&
                      ((event) => {
                        event.preventDefault()
                        onChange(question)
                      })
                    }
                  >
                    {fixed.change}
                    <span className="nhsuk-u-visually-hidden">
                      {' '}
                      <Marked mark={questionText(question, 'title').mark}>{questionText(question, 'title').text}</Marked>
                    </span>
                  </a>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </div>
    )
  })
}

type AnswerWordsProps = { question: Question; answer: Answer | undefined; words: string }

/** The answer as text. Each chosen option is in the language that it has, because some may not be translated. */
function AnswerWords({ question, answer, words }: AnswerWordsProps) {
  const { optionText, answers, translated } = useFormLanguage()
  const chosen = [answer ?? []].flat()
  const shown = (question.options ?? [])
    .filter(({ value }) => chosen.includes(value))
    .map(({ value }) => ({ value, ...optionText(question, value) }))
  if (shown.length === 0 || shown.length < chosen.length) return answerText(translated(question), answer, answers) || words
  return shown.map(({ value, text, mark = {} }, at) => (
    <Fragment key={value}>
      {at > 0 && '; '}
      <Marked mark={mark}>{text}</Marked>
    </Fragment>
  ))
}
