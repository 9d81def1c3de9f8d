import { questionTypeLabel, questionTypeNames, type QuestionTypeName } from '#domain/form/question-types.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'

import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'

const examples: Record<QuestionTypeName, string> = {
  free_text: 'Words of their own',
  single_select: 'One of a few options, all in sight',
  dropdown: 'One of many options, in a list',
  multi_select: 'As many options as apply',
  date: 'Day, month and year',
}

/** The question-type selector. */
export function AddQuestion({ onAdd }: { onAdd: (type: QuestionTypeName) => void }) {
  return (
    <Disclosure label="Add question" className="button button--primary">
      {(close) => (
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
                  <span className="question-types__example">{examples[type]}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
