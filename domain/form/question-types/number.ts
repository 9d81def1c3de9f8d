import { counted } from '#domain/counted.ts'
import { postedText } from '#domain/form/posted/posted-fields.ts'
import { formLimits, type Answer, type QuestionFields } from '#domain/form/question.ts'
import { numberInFhir } from '#domain/form/fhir/types/numbers.ts'
import type { QuestionProblem, QuestionType } from '#domain/form/question-type.ts'

const notNumber = ({ decimals = 0 }: QuestionFields) => `Enter a number, like ${decimals > 0 ? '72.5' : '72'}`
const shown = (number: number, { unit }: QuestionFields) => `${number}${unit ? ` ${unit}` : ''}`
const tooFine = ({ decimals = 0 }: QuestionFields) =>
  decimals === 0 ? 'Enter a whole number, like 72' : `Enter a number with ${counted(decimals, 'decimal place')} or fewer`
const outside = (question: QuestionFields) => {
  const { min, max } = question
  if (min !== undefined && max !== undefined) return `Enter a number from ${min} to ${shown(max, question)}`
  return min === undefined ? `Enter ${shown(max ?? 0, question)} or less` : `Enter ${shown(min, question)} or more`
}

/** Told before it is typed, not only when it is refused. */
function expects(question: QuestionFields) {
  const { min, max } = question
  if (min !== undefined && max !== undefined) return { expects: `From ${min} to ${shown(max, question)}` }
  if (min !== undefined) return { expects: `${shown(min, question)} or more` }
  return max === undefined ? {} : { expects: `${shown(max, question)} or less` }
}

/** The number written in digits; undefined where there is none. */
const numberOf = (answer: unknown) => (typeof answer === 'string' && /^-?\d{1,12}(\.\d{1,6})?$/.test(answer) ? Number(answer) : undefined)

function checkAnswer(question: QuestionFields, answer: unknown) {
  const number = numberOf(answer)
  if (number === undefined) return notNumber(question)
  const { min = -Infinity, max = Infinity, decimals = 0 } = question
  if ((String(answer).split('.')[1] ?? '').length > decimals) return tooFine(question)
  return number < min || number > max ? outside(question) : undefined
}

function checkQuestion({ unit = '', min, max, decimals = 0 }: QuestionFields): QuestionProblem[] {
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
  checkQuestion,
  control: (question) => ({
    kind: 'text',
    lines: 1,
    width: 10,
    // A telephone's keys for whole numbers have no minus: not where the author allows for less than nothing.
    ...((question.min ?? 0) >= 0 && { inputMode: question.decimals ? 'decimal' : 'numeric' }),
    ...(question.unit && { suffix: question.unit }),
    ...expects(question),
  }),
  // As people write numbers: '1,250', ' 7 ', '+7', '.5' and '07'. A comma is a separator of thousands, as everywhere in the United Kingdom.
  readPosted: ({ id }, fields) => {
    const typed = postedText(fields[id]).trim()
    const plain = typed
      .replace(/^\+/, '')
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .replace(/^(-?)\./, '$10.')
    return plain.replace(/^(-?)0+(?=\d)/, '$1')
  },
  missing: 'Enter a number',
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
  fhir: numberInFhir,
}
