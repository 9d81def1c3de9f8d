import { englishAnswers } from '#domain/form/answer-words/en.ts'
import { postedText, type QuestionProblem, type QuestionType } from '#domain/form/question-type.ts'
import { type Answer, formLimits, type QuestionFields } from '#domain/form/question.ts'

const notNumber = ({ decimals = 0 }: QuestionFields, words = englishAnswers) => words.notNumber(decimals > 0 ? '72.5' : '72')
const shown = (number: number, { unit }: QuestionFields) => `${number}${unit ? ` ${unit}` : ''}`
const tooFine = ({ decimals = 0 }: QuestionFields, words = englishAnswers) =>
  decimals === 0 ? words.notWhole : words.tooManyDecimals(decimals)
const outside = (question: QuestionFields, words = englishAnswers) => {
  const { min, max } = question
  if (min !== undefined && max !== undefined) return words.notBetween(String(min), shown(max, question))
  return min === undefined ? words.tooHigh(shown(max ?? 0, question)) : words.tooLow(shown(min, question))
}

/** The valid range, shown before the patient types. */
function expects(question: QuestionFields, words = englishAnswers) {
  const { min, max } = question
  if (min !== undefined && max !== undefined) return { expects: words.expectsBetween(String(min), shown(max, question)) }
  if (min !== undefined) return { expects: words.expectsAtLeast(shown(min, question)) }
  return max === undefined ? {} : { expects: words.expectsAtMost(shown(max, question)) }
}

/** The number in a text of digits; undefined if it is not a number. */
const numberOf = (answer: unknown) => (typeof answer === 'string' && /^-?\d{1,12}(\.\d{1,6})?$/.test(answer) ? Number(answer) : undefined)

function checkAnswer(question: QuestionFields, answer: unknown, words = englishAnswers) {
  const number = numberOf(answer)
  if (number === undefined) return notNumber(question, words)
  const { min = -Infinity, max = Infinity, decimals = 0 } = question
  if ((String(answer).split('.')[1] ?? '').length > decimals) return tooFine(question, words)
  return number < min || number > max ? outside(question, words) : undefined
}

function checkLimits({ unit = '', min, max, decimals = 0 }: QuestionFields): QuestionProblem[] {
  const problems: QuestionProblem[] = []
  if (unit.length > formLimits.unit) problems.push({ field: 'unit', message: `Unit must be ${formLimits.unit} characters or fewer.` })
  if (min !== undefined && max !== undefined && min > max)
    problems.push({ field: 'max', message: 'Maximum must be the same as or higher than minimum.' })
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > formLimits.decimals)
    problems.push({ field: 'decimals', message: `Decimal places must be between 0 and ${formLimits.decimals}.` })
  return problems
}

const valueOf = (_question: QuestionFields, answer: Answer) => numberOf(answer) ?? String(answer)

export const number: QuestionType = {
  label: 'Number',
  example: 'A measurement or count, with a unit',
  icon: 'M9 4 7 20M17 4l-2 16M4 9h17M3 15h17',
  settings: ['unit', 'min', 'max', 'decimals'],
  answeredAs: 'number',
  checkQuestion: checkLimits,
  control: (question, words) => ({
    kind: 'text',
    lines: 1,
    width: 10,
    // The numeric keypad of phones has no minus sign, so it is not used when negative numbers are allowed.
    ...((question.min ?? 0) >= 0 && { inputMode: question.decimals ? 'decimal' : 'numeric' }),
    ...(question.unit && { suffix: question.unit }),
    ...expects(question, words),
  }),
  // Accepts '1,250', ' 7 ', '+7', '.5' and '07'. A comma separates thousands, as usual in the United Kingdom.
  readPosted: ({ id }, fields) => {
    const typed = postedText(fields[id]).trim()
    const plain = typed
      .replace(/^\+/, '')
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .replace(/^(-?)\./, '$10.')
    return plain.replace(/^(-?)0+(?=\d)/, '$1')
  },
  missing: (words) => words.noNumber,
  checkAnswer,
  messages: (question) => [
    notNumber(question),
    tooFine(question),
    ...(question.min === undefined && question.max === undefined ? [] : [outside(question)]),
  ],
  answerText: (question, answer) =>
    numberOf(answer) === undefined || !question.unit ? String(answer) : `${String(answer)} ${question.unit}`,
  column: { kind: 'number', value: valueOf },
  comparison: 'number',
  points: (_question, answer) => numberOf(answer),
}

const steps = Array.from({ length: 11 }, (_, step) => String(step))

const checkEndLabels = ({ lowLabel = '', highLabel = '' }: QuestionFields): QuestionProblem[] =>
  Object.entries({ lowLabel, highLabel }).flatMap(([field, words]): QuestionProblem[] =>
    words.length > formLimits.endLabel
      ? [
          {
            field: field as 'lowLabel' | 'highLabel',
            message: `Label for ${field === 'lowLabel' ? 0 : 10} must be ${formLimits.endLabel} characters or fewer.`,
          },
        ] // one of the two literals above
      : [],
  )

export const scale: QuestionType = {
  label: 'Scale from 0 to 10',
  example: 'A rating, such as pain or satisfaction',
  icon: 'M3 12h18M3 8v8M21 8v8M9 10v4M15 10v4',
  settings: ['lowLabel', 'highLabel'],
  answeredAs: 'scale',
  checkQuestion: checkEndLabels,
  control: ({ lowLabel = '', highLabel = '' }) => ({
    kind: 'choices',
    isMany: false,
    choices: steps.map((step) => ({ value: step, label: step })),
    ends: { low: lowLabel, high: highLabel },
  }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: (words) => words.notStep,
  checkAnswer: (_question, answer, words = englishAnswers) =>
    typeof answer === 'string' && steps.includes(answer) ? undefined : words.notStep,
  messages: () => [englishAnswers.notStep],
  answerText: (_question, answer, words = englishAnswers) => words.outOfTen(String(answer)),
  column: { kind: 'number', value: (_question, answer) => (steps.includes(String(answer)) ? Number(answer) : String(answer)) },
  comparison: 'number',
  points: (_question, answer) => (steps.includes(String(answer)) ? Number(answer) : undefined),
}
