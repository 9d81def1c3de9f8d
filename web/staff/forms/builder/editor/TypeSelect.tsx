import type { Question } from '#domain/form/definition.ts'
import { areAnswersAlike, withType } from '#domain/form/editing/edit-definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeLabel, questionTypeNames, type QuestionTypeName } from '#domain/form/question-types.ts'
import { editorWords } from '#web/staff/forms/builder/words.ts'
import { Select } from '#web/ui/Select.tsx'

import type { EditQuestion } from './QuestionEditor.tsx'

type TypeSelectProps = {
  question: Question
  publishedType: QuestionTypeName | undefined
  error: string | undefined
  onChange: EditQuestion
}

/** A published question can only change to a type with comparable answers. */
export function TypeSelect({ question, publishedType, error, onChange }: TypeSelectProps) {
  const isAllowed = (type: QuestionTypeName) => publishedType === undefined || areAnswersAlike(publishedType, type)
  const options = questionTypeNames.map((type) => ({ value: type, label: questionTypeLabel(type), disabled: !isAllowed(type) }))
  return (
    <Select
      label="Type"
      width={20}
      hint={publishedType && (isAsked(question) ? editorWords.lockedType.question : editorWords.lockedType.text)}
      options={options}
      value={question.type}
      error={error}
      onChange={(event) => onChange((now) => withType(now, event.target.value as QuestionTypeName))} // the options above are exactly the types
    />
  )
}
