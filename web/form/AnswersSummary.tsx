import { answerSections } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { questionWords } from './words.ts'

type AnswersSummaryProps = {
  definition: FormDefinition
  answers: Answers
  /** the address where the patient changes an answer; omit for a read-only summary */
  changeHref?: (question: Question) => string
}

/** Every question that was shown, under its section, with its answer. An unanswered question says so and never counts as 'No' (FORM-5). */
export function AnswersSummary({ definition, answers, changeHref }: AnswersSummaryProps) {
  return answerSections(definition, answers).map(({ section, rows }) => {
    const asked = rows.filter(({ state }) => state !== 'not asked')
    if (asked.length === 0) return null
    return (
      <div key={section?.id ?? ''}>
        {section && <h2 className="nhsuk-heading-m form-text">{section.title}</h2>}
        <dl className="nhsuk-summary-list">
          {asked.map(({ question, words }) => (
            <div key={question.id} className="nhsuk-summary-list__row">
              <dt className="nhsuk-summary-list__key form-text">{question.title}</dt>
              <dd className="nhsuk-summary-list__value form-text">
                {words || <span className="form-unanswered">{questionWords.notAnswered}</span>}
              </dd>
              {changeHref && (
                <dd className="nhsuk-summary-list__actions">
                  <a href={changeHref(question)}>
                    {questionWords.change}
                    <span className="nhsuk-u-visually-hidden"> {question.title}</span>
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
