import { checkOptions, isOption, optionLabel } from '#domain/form/options.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

export const multiSelect: QuestionType = {
  label: 'Multi-select',
  checkQuestion: checkOptions,
  missing: 'Select at least one option',
  checkAnswer: (question, answer) => {
    if (!Array.isArray(answer) || !answer.every((value) => isOption(question, value))) return 'Select from the options'
    return new Set(answer).size < answer.length ? 'Select each option once only' : undefined
  },
  answerText: (question, answer) => {
    const chosen = Array.isArray(answer) ? answer : [answer]
    const inOrder = (question.options ?? []).filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
    const withoutOption = chosen.filter((value) => !isOption(question, value)).map((value) => optionLabel(question, value))
    return [...inOrder, ...withoutOption].join('; ')
  },
}
