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

type Clinician = { isClinician: boolean; clinicianTimeout: number | null }

/** After how many minutes of inactivity a member is signed out (IDLE-3): clinicians only, where the organisation sets a limit; their own wins when it is shorter. */
export const idleMinutes = (member: Clinician, organisation: { clinicianTimeout: number | null }): number | undefined =>
  member.isClinician && organisation.clinicianTimeout !== null
    ? Math.min(organisation.clinicianTimeout, member.clinicianTimeout ?? organisation.clinicianTimeout)
    : undefined
