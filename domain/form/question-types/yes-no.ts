import { postedText } from '#domain/form/posted/posted-fields.ts'
import type { QuestionFields } from '#domain/form/question.ts'
import { yesNoInFhir } from '#domain/form/fhir/types/facts.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

export const yesNoChoices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const notEither = 'Select yes or no'
const labelOf = (_question: QuestionFields, answer: string | string[]) =>
  yesNoChoices.find(({ value }) => value === answer)?.label ?? String(answer)

/** Say in the question what Yes and No mean: https://service-manual.nhs.uk/design-system/components/radios */
export const yesNo: QuestionType = {
  label: 'Yes or no',
  example: 'Yes/no answer',
  icon: 'M3 13l4 4 7-9M16 9l5 6M21 9l-5 6',
  settings: [],
  answeredAs: 'yes or no',
  checkQuestion: () => [],
  control: () => ({ kind: 'choices', isMany: false, choices: yesNoChoices }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: notEither,
  checkAnswer: (_question, answer) => (answer === 'yes' || answer === 'no' ? undefined : notEither),
  messages: () => [notEither],
  answerText: labelOf,
  column: { kind: 'text', value: labelOf },
  comparison: 'options',
  fhir: yesNoInFhir,
}
