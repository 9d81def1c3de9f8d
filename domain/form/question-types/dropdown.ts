import { choices } from '#domain/form/fhir/types/choices.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

import { singleSelect } from './single-select.ts'
import { isOption } from './options.ts'

const notOption = 'Select an option from the list'

/** Single select in less room: answered, shown and counted alike. */
export const dropdown: QuestionType = {
  ...singleSelect,
  label: 'Dropdown',
  example: 'One choice from a long list',
  icon: 'M3 6h18v12H3zM13 11l2.5 2.5L18 11',
  control: ({ options = [] }) => ({ kind: 'list', choices: options }),
  missing: notOption,
  checkAnswer: (question, answer) => (isOption(question, answer) ? undefined : notOption),
  messages: () => [notOption],
  fhir: choices({ isMany: false, isUsual: false, codes: ['drop-down', 'autocomplete', 'lookup'] }),
}
