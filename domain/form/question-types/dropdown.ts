import { checkOptions, isOption, optionLabel } from '#domain/form/options.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

export const dropdown: QuestionType = {
  label: 'Dropdown',
  checkQuestion: checkOptions,
  missing: 'Select an option from the list',
  checkAnswer: (question, answer) => (isOption(question, answer) ? undefined : 'Select an option from the list'),
  answerText: (question, answer) => optionLabel(question, String(answer)),
}
