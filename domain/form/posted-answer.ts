import type { Question } from './definition.ts'
import type { Answer } from './question.ts'

/** What a plain HTML form sends: one value or several under a name. */
export type PostedFields = Record<string, unknown>

export type DateParts = { day: string; month: string; year: string }
export const dateParts = ['day', 'month', 'year'] as const

/** The name, and the id, of one of the three inputs of a date. */
export const datePartName = (questionId: string, part: keyof DateParts) => `${questionId}-${part}`

/** A date as it was typed, real or not, so that it can be shown again; `checkAnswer` says whether it is one. */
export function splitDateAnswer(answer: Answer | undefined): DateParts {
  const [year = '', month = '', day = ''] = typeof answer === 'string' ? answer.split('-') : []
  return { day, month, year }
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''

function joinDateAnswer(question: Question, fields: PostedFields) {
  // A dash would be taken for the end of a part.
  const part = (name: keyof DateParts) => textOf(fields[datePartName(question.id, name)]).trim().replaceAll('-', '')
  const [day, month, year] = [part('day'), part('month'), part('year')]
  const two = (digits: string) => (digits ? digits.padStart(2, '0') : '')
  return day || month || year ? `${year}-${two(month)}-${two(day)}` : ''
}

/** The answer to a question in the fields of a posted page, unchecked; empty when nothing was given. */
export function postedAnswer(question: Question, fields: PostedFields): Answer {
  const posted = fields[question.id]
  if (question.type === 'date') return joinDateAnswer(question, fields)
  if (question.type !== 'multi_select') return textOf(posted)
  return [posted].flat().filter((value): value is string => typeof value === 'string' && value !== '')
}
