import { answerText } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'

type AnswersSummaryProps = {
  definition: FormDefinition
  answers: Answers
  /** where an answer is changed; without it the answers can only be read */
  changeHref?: (question: Question) => string
}

/** Every question with what was answered; what was not says so and is never taken for a 'No' (FORM-5). */
export function AnswersSummary({ definition, answers, changeHref }: AnswersSummaryProps) {
  return (
    <dl className="nhsuk-summary-list">
      {visibleQuestions(definition, answers).map((question) => (
        <div key={question.id} className="nhsuk-summary-list__row">
          <dt className="nhsuk-summary-list__key">{question.title}</dt>
          <dd className="nhsuk-summary-list__value form-text">
            {answerText(question, answers[question.id]) || <span className="form-unanswered">Not answered</span>}
          </dd>
          {changeHref && (
            <dd className="nhsuk-summary-list__actions">
              <a href={changeHref(question)}>
                Change<span className="nhsuk-u-visually-hidden"> {question.title}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
