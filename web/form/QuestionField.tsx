import type { Question } from '#domain/form/definition.ts'
import type { Answer } from '#domain/form/question.ts'

import { DateQuestion } from './DateQuestion.tsx'
import { DropdownQuestion } from './DropdownQuestion.tsx'
import { OptionsQuestion } from './OptionsQuestion.tsx'
import { TextQuestion } from './TextQuestion.tsx'

export type QuestionFieldProps = {
  question: Question
  value?: Answer | undefined
  error?: string | undefined
  /** the question is the heading of its page */
  isPageHeading?: boolean | undefined
}

const fields = {
  free_text: TextQuestion,
  single_select: OptionsQuestion,
  dropdown: DropdownQuestion,
  multi_select: OptionsQuestion,
  date: DateQuestion,
}

/** One question as a patient answers it: plain fields named by the question's id, the same on the server and in the builder's preview. */
export function QuestionField(props: QuestionFieldProps) {
  const Field = fields[props.question.type]
  return <Field {...props} />
}
