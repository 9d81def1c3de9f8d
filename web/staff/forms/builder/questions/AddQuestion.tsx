import { questionTypeLabel, questionTypeNames, questionTypes, type QuestionTypeName } from '#domain/form/question-types.ts'
import { questionWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'

import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'

type AddQuestionProps = {
  /** a sentence that names the question before the new one */
  place?: string | undefined
  onAdd: (type: QuestionTypeName) => void
}

/** The question types as buttons, for a form without questions. */
export const TypeButtons = ({ onAdd }: Pick<AddQuestionProps, 'onAdd'>) => (
  <div className="type-buttons">
    {questionTypeNames.map((type) => (
      <Button key={type} size="sm" onClick={() => onAdd(type)}>
        <QuestionTypeIcon type={type} /> {questionTypeLabel(type)}
      </Button>
    ))}
  </div>
)

/** The question-type selector. */
export function AddQuestion({ place, onAdd }: AddQuestionProps) {
  return (
    <Disclosure label={questionWords.add} className="button button--primary button--sm">
      {(close) => (
        <>
          {place && <p className="question-types__place">{place}</p>}
          <ul className="question-types" aria-label={questionWords.types}>
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
