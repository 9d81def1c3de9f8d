import { addDays } from './dates.ts'

/** Default number of days from requiring a second factor until sign-in without one is refused. */
export const graceDays = 14
/** The maximum number of days until a second factor is required. */
export const maxGraceDays = 90
/** Days before the date on which members without a second factor get a reminder email. */
export const reminderDaysBefore = 3

export const endOfGrace = (today: string) => addDays(today, graceDays)

/** The message for an invalid date of requiring a second factor; undefined when it is valid. */
export function checkSecondFactorDay(day: string, today: string) {
  if (day < today) return 'The date must be today or later.'
  if (day > addDays(today, maxGraceDays)) return `The date must be within ${maxGraceDays} days.`
  return undefined
}

type Clinician = { isClinician: boolean; clinicianTimeout: number | null }

/**
 * Minutes of inactivity until a member is signed out (IDLE-3): clinicians only, where the organisation sets a limit; a shorter limit of
 * their own applies.
 */
export const idleMinutes = (member: Clinician, organisation: { clinicianTimeout: number | null }): number | undefined =>
  member.isClinician && organisation.clinicianTimeout !== null
    ? Math.min(organisation.clinicianTimeout, member.clinicianTimeout ?? organisation.clinicianTimeout)
    : undefined
