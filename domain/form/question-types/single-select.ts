import { checkOptions, isOption, optionLabel, optionPoints } from './options.ts'
import { postedText } from '#domain/form/posted/posted-fields.ts'
import { choices } from '#domain/form/fhir/types/choices.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

const notOption = 'Select one of the options'

export const singleSelect: QuestionType = {
  label: 'Single select',
  example: 'One choice from a short list',
  icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  settings: ['options'],
  blank: { options: [] },
  answeredAs: 'option',
  checkQuestion: checkOptions,
  control: ({ options = [] }) => ({ kind: 'choices', isMany: false, choices: options }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: 'Select an option',
  checkAnswer: (question, answer) => (isOption(question, answer) ? undefined : notOption),
  messages: () => [notOption],
  answerText: (question, answer) => optionLabel(question, String(answer)),
  column: { kind: 'text', value: (question, answer) => optionLabel(question, String(answer)) },
  comparison: 'options',
  points: optionPoints,
  fhir: choices({ isMany: false, isUsual: true, codes: ['radio-button'] }),
}
