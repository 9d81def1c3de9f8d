import { questionTypes, type QuestionTypeName } from '#domain/form/question-types.ts'

/** A decorative icon. The name of the type must be beside it. */
export function QuestionTypeIcon({ type }: { type: QuestionTypeName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={questionTypes[type].icon} />
    </svg>
  )
}
