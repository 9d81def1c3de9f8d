import { addDays, daysBetween, yearsBefore } from './dates.ts'

/** Since when a patient has been waiting: the calendar day on which the clock of the referral to treatment started. */

const maxWaitingYears = 20

export const waitingSinceRefusals = {
  inTheFuture: 'Waiting since must not be in the future.',
  tooLongAgo: `Waiting since is more than ${maxWaitingYears} years ago. Check the year.`,
  otherForm: 'Waiting since can be given only for a form of the type “Waiting list”.',
  manyPatients: 'Waiting since can be given for one patient at a time. Import a spreadsheet to give the date for several patients.',
}

export const isTooLongAgo = (day: string, today: string) => day < yearsBefore(today, maxWaitingYears)

export function waitingSinceProblem(day: string, today: string) {
  if (day > today) return waitingSinceRefusals.inTheFuture
  return isTooLongAgo(day, today) ? waitingSinceRefusals.tooLongAgo : undefined
}

/** Whole weeks from the start of the wait to another day. */
export const weeksWaited = (since: string, day: string) => Math.max(0, Math.floor(daysBetween(since, day) / 7))

/** The latest start of a wait that has lasted so many weeks on a day. */
export const latestStart = (weeks: string, day: string) => addDays(day, -7 * Number(weeks))

/** The cohorts of the figures: the first whole week of each but the first, and their labels in the same order. */
export const cohortWeeks = [12, 26, 52] as const
export const cohortLabels = ['Under 12 weeks', '12 to 25 weeks', '26 to 51 weeks', '52 weeks and more', 'Not known'] as const
