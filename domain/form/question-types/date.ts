import { formatDate, isIsoDate } from '#domain/dates.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

export const date: QuestionType = {
  label: 'Date',
  checkQuestion: () => [],
  missing: 'Enter a date',
  checkAnswer: (_question, answer) =>
    typeof answer === 'string' && isIsoDate(answer) ? undefined : 'Date must be a real date, like 27 3 2024',
  answerText: (_question, answer) => (typeof answer === 'string' && isIsoDate(answer) ? formatDate(answer) : String(answer)),
}
