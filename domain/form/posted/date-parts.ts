import type { Answer } from '#domain/form/question.ts'

import { postedText, type PostedFields } from './posted-fields.ts'

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
