import { questionTypeLabel, questionTypeNames, questionTypes, type QuestionTypeName } from '#domain/form/question-types.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'

import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'

type AddQuestionProps = {
  /** after which question it will stand, in words */
  place: string | undefined
  onAdd: (type: QuestionTypeName) => void
}

/** The question-type selector. */
export function AddQuestion({ place, onAdd }: AddQuestionProps) {
  return (
    <Disclosure label="Add question" className="button button--primary button--sm">
      {(close) => (
        <>
          {place && <p className="question-types__place">Goes {place}.</p>}
          <ul className="question-types" aria-label="Question types">
            {questionTypeNames.map((type) => (
              <li key={type}>
                <button
                  type="button"
                  className="question-types__type"
                  onClick={() => {
                    close()
                    onAdd(type)
                  }}
                >
                  <QuestionTypeIcon type={type} />
                  <span>
                    {questionTypeLabel(type)}
                    <span className="question-types__example">{questionTypes[type].example}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  )
}
