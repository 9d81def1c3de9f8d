import { Fragment } from 'react'

import { answerSections, answerText } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Answer, Answers } from '#domain/form/question.ts'

import { FixedWords, FormPart, Marked, useFormLanguage } from './form-language.tsx'

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
  const parts = answerSections(definition, answers, language).map(({ section, rows }) => {
    const asked = rows.filter(({ state }) => state !== 'not asked')
    if (asked.length === 0) return null
    return (
      <div key={section?.id ?? ''}>
        {section && (
          <h2 className="nhsuk-heading-m form-text">
            <Marked mark={questionText(section, 'title').mark}>{questionText(section, 'title').text}</Marked>
          </h2>
        )}
        <dl className="nhsuk-summary-list">
          {asked.map(({ question, words }) => (
            <div key={question.id} className="nhsuk-summary-list__row">
              <dt className="nhsuk-summary-list__key form-text">
                <Marked mark={questionText(question, 'title').mark}>{questionText(question, 'title').text}</Marked>
              </dt>
              <dd className="nhsuk-summary-list__value form-text">
                {words ? (
                  <AnswerWords question={question} answer={answers[question.id]} words={words} />
                ) : (
                  <span className="form-unanswered">
                    <FixedWords>{fixed.notAnswered}</FixedWords>
                  </span>
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
                    <FixedWords>{fixed.change}</FixedWords>
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
  return <FormPart>{parts}</FormPart>
}

type AnswerWordsProps = { question: Question; answer: Answer | undefined; words: string }

/** The answer as text. Each chosen option is in the language that it has, because some may not be translated. */
function AnswerWords({ question, answer, words }: AnswerWordsProps) {
  const { optionText, answers, translated } = useFormLanguage()
  const chosen = [answer ?? []].flat()
  const shown = (question.options ?? [])
    .filter(({ value }) => chosen.includes(value))
    .map(({ value }) => ({ value, ...optionText(question, value) }))
  // What patients write has a direction of its own.
  if (shown.length === 0 || shown.length < chosen.length) return <bdi>{answerText(translated(question), answer, answers) || words}</bdi>
  return shown.map(({ value, text, mark }, at) => (
    <Fragment key={value}>
      {at > 0 && '; '}
      <Marked mark={mark}>{text}</Marked>
    </Fragment>
  ))
}
