import { checkOptions, isOption, optionLabel, optionPoints } from './options.ts'
import { postedTexts } from '#domain/form/posted/posted-fields.ts'
import type { Answer, QuestionFields } from '#domain/form/question.ts'
import { choices } from '#domain/form/fhir/types/choices.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

const notOptions = 'Select from the options'
const twice = 'Select each option once only'
const noneOf = ({ options = [] }: QuestionFields) => options.find(({ isNone }) => isNone)
const notBoth = (none: string) => `Select what applies, or select ‘${none}’`

function answerText(question: QuestionFields, answer: Answer) {
  const chosen = [answer].flat()
  const inOrder = (question.options ?? []).filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const withoutOption = chosen.filter((value) => !isOption(question, value)).map((value) => optionLabel(question, value))
  return [...inOrder, ...withoutOption].join('; ')
}

export const multiSelect: QuestionType = {
  label: 'Multi-select',
  example: 'Any number of choices',
  icon: 'M4 4h16v16H4zM8 12l3 3 5-6',
  settings: ['options'],
  blank: { options: [] },
  answeredAs: 'options',
  checkQuestion: (question) => [
    ...checkOptions(question),
    ...((question.options ?? []).filter(({ isNone }) => isNone).length > 1
      ? [{ field: 'options' as const, message: 'Only one option can exclude the others.' }]
      : []),
  ],
  control: (question) => ({ kind: 'choices', isMany: true, choices: question.options ?? [], alone: noneOf(question)?.value }),
  readPosted: ({ id }, fields) => postedTexts(fields[id]),
  missing: 'Select at least one option',
  checkAnswer: (question, answer) => {
    if (!Array.isArray(answer) || !answer.every((value) => isOption(question, value))) return notOptions
    if (new Set(answer).size < answer.length) return twice
    const none = noneOf(question)
    return none && answer.length > 1 && answer.includes(none.value) ? notBoth(none.label) : undefined
  },
  messages: (question) => [notOptions, twice, ...[noneOf(question) ?? []].flat().map(({ label }) => notBoth(label))],
  answerText,
  column: { kind: 'text', value: answerText },
  comparison: 'options',
  points: optionPoints,
  fhir: choices({ isMany: true, isUsual: true, codes: ['check-box'] }),
}
