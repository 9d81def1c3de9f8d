import { checkOptions, isOption, optionLabel } from '#domain/form/options.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

export const singleSelect: QuestionType = {
  label: 'Single select',
  checkQuestion: checkOptions,
  missing: 'Select an option',
  checkAnswer: (question, answer) => (isOption(question, answer) ? undefined : 'Select one of the options'),
  answerText: (question, answer) => optionLabel(question, String(answer)),
}
