import type { Question } from '#domain/form/definition.ts'
import type { Answer } from '#domain/form/question.ts'
import type { Control } from '#domain/form/question-type.ts'
import { questionTypes } from '#domain/form/question-types.ts'

import { ChoicesQuestion } from './ChoicesQuestion.tsx'
import { ListQuestion } from './ListQuestion.tsx'
import { PartsQuestion } from './PartsQuestion.tsx'
import { TextQuestion } from './TextQuestion.tsx'
import { WordsOnly } from './WordsOnly.tsx'

export type QuestionFieldProps = {
  question: Question
  value?: Answer | undefined
  error?: string | undefined
  /** the question is the heading of its page */
  isPageHeading?: boolean | undefined
}
export type ControlProps<Kind extends Control['kind']> = QuestionFieldProps & { control: Extract<Control, { kind: Kind }> }

/** One question for a patient: plain fields named by the question's id, on the server and in the builder's preview. */
export function QuestionField(props: QuestionFieldProps) {
  const control = questionTypes[props.question.type].control(props.question)
  switch (control.kind) {
    case 'text':
      return <TextQuestion {...props} control={control} />
    case 'choices':
      return <ChoicesQuestion {...props} control={control} />
    case 'list':
      return <ListQuestion {...props} control={control} />
    case 'parts':
      return <PartsQuestion {...props} control={control} />
    case 'none':
      return <WordsOnly {...props} />
  }
}
