import { formLimits } from '#domain/form/question.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

export const freeText: QuestionType = {
  label: 'Free text',
  checkQuestion: () => [],
  missing: 'Enter an answer',
  checkAnswer: (_question, answer) => {
    if (typeof answer !== 'string') return 'Enter your answer as text'
    // A browser sends a line break as two characters but counts it as one for the person typing.
    const length = answer.replaceAll('\r\n', '\n').length
    return length > formLimits.freeText
      ? `Your answer must be ${formLimits.freeText.toLocaleString('en-GB')} characters or fewer`
      : undefined
  },
  answerText: (_question, answer) => String(answer).trim(),
}
