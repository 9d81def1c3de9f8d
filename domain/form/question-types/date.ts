import { formatDate, isIsoDate } from '#domain/dates.ts'
import { type PostedFields, postedText, type QuestionType } from '#domain/form/question-type.ts'
import type { Answer } from '#domain/form/question.ts'

const notReal = 'Date must be a real date, like 27 3 2024'
const labels = { day: 'Day', month: 'Month', year: 'Year' }

/** Three fields: https://service-manual.nhs.uk/design-system/components/date-input */
export const date: QuestionType = {
  label: 'Date',
  example: 'Day, month and year',
  icon: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5',
  settings: [],
  answeredAs: 'date',
  checkQuestion: () => [],
  control: ({ id }) => ({
    kind: 'parts',
    parts: dateParts.map((part) => ({ name: datePartName(id, part), label: labels[part], width: part === 'year' ? 4 : 2 })),
    split: (answer) => {
      const typed = splitDateAnswer(answer)
      return Object.fromEntries(dateParts.map((part) => [datePartName(id, part), typed[part]]))
    },
  }),
  readPosted: ({ id }, fields) => joinDateAnswer(id, fields),
  missing: 'Enter a date',
  checkAnswer: (_question, answer) => (typeof answer === 'string' && isIsoDate(answer) ? undefined : notReal),
  messages: () => [notReal],
  answerText: (_question, answer) => (typeof answer === 'string' && isIsoDate(answer) ? formatDate(answer) : String(answer)),
  // A day stays a day, so that it can be counted with; the writer makes text of anything else.
  column: { kind: 'date', value: (_question, answer) => String(answer) },
  comparison: 'date',
}

export type DateParts = { day: string; month: string; year: string }
export const dateParts = ['day', 'month', 'year'] as const

/** The name, and the id, of one of the three inputs of a date. */
export const datePartName = (questionId: string, part: keyof DateParts) => `${questionId}-${part}`

/** A date as it was typed, real or not, so that it can be shown again; `checkAnswer` says whether it is one. */
export function splitDateAnswer(answer: Answer | undefined): DateParts {
  const [year = '', month = '', day = ''] = typeof answer === 'string' ? answer.split('-') : []
  return { day, month, year }
}

/** The three inputs as one answer: an ISO day where they make one. */
export function joinDateAnswer(questionId: string, fields: PostedFields) {
  // A dash would be taken for the end of a part.
  const part = (name: keyof DateParts) => postedText(fields[datePartName(questionId, name)]).trim().replaceAll('-', '')
  const [day, month, year] = [part('day'), part('month'), part('year')]
  const two = (digits: string) => (digits ? digits.padStart(2, '0') : '')
  return day || month || year ? `${year}-${two(month)}-${two(day)}` : ''
}
