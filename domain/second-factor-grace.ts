import { addDays } from './dates.ts'

/** Days between the day a second factor is asked for and the day from which nobody signs in without one, unless another day is chosen. */
export const graceDays = 14
/** The latest day that can be chosen, in days from today. */
export const maxGraceDays = 90
/** How many days before the end members without a second factor get another mail. */
export const reminderDaysBefore = 3

export const endOfGrace = (today: string) => addDays(today, graceDays)

/** What is wrong with a day from which a second factor is required; undefined when nothing is. */
export function checkSecondFactorDay(day: string, today: string) {
  if (day < today) return 'The date must be today or later.'
  if (day > addDays(today, maxGraceDays)) return `The date must be within ${maxGraceDays} days.`
  return undefined
}
