import { isIsoDate } from '#domain/dates.ts'
import { englishAnswers } from '#domain/form/answer-words/en.ts'
import { type PostedFields, postedText, type QuestionType } from '#domain/form/question-type.ts'
import type { Answer } from '#domain/form/question.ts'

/** Three fields: https://service-manual.nhs.uk/design-system/components/date-input */
export const date: QuestionType = {
  label: 'Date',
  example: 'Day, month and year',
  icon: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5',
  settings: [],
  answeredAs: 'date',
  checkQuestion: () => [],
  control: ({ id }, words = englishAnswers) => ({
    kind: 'parts',
    parts: dateParts.map((part) => ({ name: datePartName(id, part), label: words[part], width: part === 'year' ? 4 : 2 })),
    split: (answer) => {
      const typed = splitDateAnswer(answer)
      return Object.fromEntries(dateParts.map((part) => [datePartName(id, part), typed[part]]))
    },
  }),
  readPosted: ({ id }, fields) => joinDateAnswer(id, fields),
  missing: (words) => words.noDate,
  checkAnswer: (_question, answer, words = englishAnswers) => (typeof answer === 'string' && isIsoDate(answer) ? undefined : words.notDate),
  messages: () => [englishAnswers.notDate],
  answerText: (_question, answer, words = englishAnswers) =>
    typeof answer === 'string' && isIsoDate(answer) ? words.date(answer) : String(answer),
  // The cell is a date, so that spreadsheets can calculate with it; an invalid date is written as text.
  column: { kind: 'date', value: (_question, answer) => String(answer) },
  comparison: 'date',
}

export type DateParts = { day: string; month: string; year: string }
export const dateParts = ['day', 'month', 'year'] as const

/** The name and id of one of the three inputs of a date. */
export const datePartName = (questionId: string, part: keyof DateParts) => `${questionId}-${part}`

/** The parts of a date as typed, valid or not, so that they can be shown again. */
export function splitDateAnswer(answer: Answer | undefined): DateParts {
  const [year = '', month = '', day = ''] = typeof answer === 'string' ? answer.split('-') : []
  return { day, month, year }
}

/** The answer from the three inputs: an ISO day if the date is valid. */
export function joinDateAnswer(questionId: string, fields: PostedFields) {
  // A dash separates the parts of the answer.
  const part = (name: keyof DateParts) => postedText(fields[datePartName(questionId, name)]).trim().replaceAll('-', '')
  const [day, month, year] = [part('day'), part('month'), part('year')]
  const two = (digits: string) => (digits ? digits.padStart(2, '0') : '')
  return day || month || year ? `${year}-${two(month)}-${two(day)}` : ''
}
