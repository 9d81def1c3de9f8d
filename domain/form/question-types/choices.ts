import { type AnswerWords, englishAnswers } from '#domain/form/answer-words/en.ts'
import { postedText, postedTexts, type QuestionProblem, type QuestionType } from '#domain/form/question-type.ts'
import { type Answer, formLimits, type QuestionFields } from '#domain/form/question.ts'

/** Problems of a question's list of options, shared by every type that has one. */
export function checkOptions({ options = [] }: QuestionFields): QuestionProblem[] {
  if (options.length === 0) return [{ field: 'options', message: 'Add at least one option.' }]
  if (options.length > formLimits.options)
    return [{ field: 'options', message: `A question can have ${formLimits.options} options at most.` }]
  const values = new Set<string>()
  const labels = new Set<string>()
  return options.flatMap(({ value, label }, option): QuestionProblem[] => {
    const problems: QuestionProblem[] = []
    const shownLabel = label.trim().toLowerCase()
    if (shownLabel === '') problems.push({ field: 'options', option, message: 'Option text is required.' })
    else if (labels.has(shownLabel)) problems.push({ field: 'options', option, message: `There is already an option '${label.trim()}'.` })
    if (label.length > formLimits.optionLabel)
      problems.push({ field: 'options', option, message: `Option text must be ${formLimits.optionLabel} characters or fewer.` })
    if (value.trim() === '') problems.push({ field: 'options', option, message: 'Option value is required.' })
    else if (values.has(value)) problems.push({ field: 'options', option, message: `The option value '${value}' is used twice.` })
    labels.add(shownLabel)
    values.add(value)
    return problems
  })
}

/** Tells whether a value is one of the question's options. */
export const isOption = (question: QuestionFields, value: unknown) => (question.options ?? []).some((option) => option.value === value)

/** The label of an option; a value without an option is shown unchanged. */
export const optionLabel = (question: QuestionFields, value: string) =>
  question.options?.find((option) => option.value === value)?.label ?? value

/** The points of the chosen options; undefined if one of them has none. */
export function optionPoints(question: QuestionFields, answer: Answer) {
  const points = [answer].flat().map((value) => question.options?.find((option) => option.value === value)?.points)
  return points.every((one) => one !== undefined) ? points.reduce((sum, one) => sum + one, 0) : undefined
}

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
  missing: (words) => words.selectOption,
  checkAnswer: (question, answer, words = englishAnswers) => (isOption(question, answer) ? undefined : words.notOption),
  messages: () => [englishAnswers.notOption],
  answerText: (question, answer) => optionLabel(question, String(answer)),
  column: { kind: 'text', value: (question, answer) => optionLabel(question, String(answer)) },
  comparison: 'options',
  points: optionPoints,
}

/** Single select as a drop-down list, with the same answers and points. */
export const dropdown: QuestionType = {
  ...singleSelect,
  label: 'Dropdown',
  example: 'One choice from a long list',
  icon: 'M3 6h18v12H3zM13 11l2.5 2.5L18 11',
  control: ({ options = [] }) => ({ kind: 'list', choices: options }),
  missing: (words) => words.selectFromList,
  checkAnswer: (question, answer, words = englishAnswers) => (isOption(question, answer) ? undefined : words.selectFromList),
  messages: () => [englishAnswers.selectFromList],
}

const noneOf = ({ options = [] }: QuestionFields) => options.find(({ isNone }) => isNone)

function labelsOf(question: QuestionFields, answer: Answer) {
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
  missing: (words) => words.selectOneOrMore,
  checkAnswer: (question, answer, words = englishAnswers) => {
    if (!Array.isArray(answer) || !answer.every((value) => isOption(question, value))) return words.notOptions
    if (new Set(answer).size < answer.length) return words.optionTwice
    const none = noneOf(question)
    return none && answer.length > 1 && answer.includes(none.value) ? words.notWithOthers(none.label) : undefined
  },
  messages: (question) => [
    englishAnswers.notOptions,
    englishAnswers.optionTwice,
    ...[noneOf(question) ?? []].flat().map(({ label }) => englishAnswers.notWithOthers(label)),
  ],
  answerText: labelsOf,
  column: { kind: 'text', value: labelsOf },
  comparison: 'options',
  points: optionPoints,
}

const choicesIn = ({ yes, no }: AnswerWords) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
]
const labelOf = (_question: QuestionFields, answer: Answer, words = englishAnswers) =>
  choicesIn(words).find(({ value }) => value === answer)?.label ?? String(answer)

/** The question must say what Yes and No mean: https://service-manual.nhs.uk/design-system/components/radios */
export const yesNo: QuestionType = {
  label: 'Yes or no',
  example: 'Yes/no answer',
  icon: 'M3 13l4 4 7-9M16 9l5 6M21 9l-5 6',
  settings: [],
  answeredAs: 'yes or no',
  checkQuestion: () => [],
  control: (_question, words = englishAnswers) => ({ kind: 'choices', isMany: false, choices: choicesIn(words) }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: (words) => words.notYesOrNo,
  checkAnswer: (_question, answer, words = englishAnswers) => (answer === 'yes' || answer === 'no' ? undefined : words.notYesOrNo),
  messages: () => [englishAnswers.notYesOrNo],
  answerText: labelOf,
  column: { kind: 'text', value: (question, answer) => labelOf(question, answer) },
  comparison: 'options',
}
