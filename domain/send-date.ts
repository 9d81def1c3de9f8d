import { dateOf, yearsBefore } from './dates.ts'

const maxYearsAhead = 10

/** What is wrong with the day (ISO) on which a message is to be sent; undefined when nothing is. Today is the day in the United Kingdom. */
export function sendDateProblem(day: string, today = dateOf(new Date())): string | undefined {
  if (day < today) return 'Send date must be today or later.'
  return yearsBefore(day, maxYearsAhead) > today ? `Send date must be within the next ${maxYearsAhead} years.` : undefined
}
