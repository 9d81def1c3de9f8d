import { specialtyName } from '#domain/specialties.ts'
import type { PersonalValues } from '#domain/template.ts'

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

/** What the values of a message come from. */
export type MessageFacts = {
  firstName: string
  lastName: string
  organisationName: string
  formTitle: string
  link: string
  expiresAt: string
  /** The code. */
  specialty: string
}

/** The values of the personal fields of a message. */
export const messageValues = ({ expiresAt, specialty, ...facts }: MessageFacts): PersonalValues => ({
  ...facts,
  fullName: `${facts.firstName} ${facts.lastName}`,
  expiryDate: longDay.format(new Date(expiresAt)),
  specialty: specialtyName(specialty) ?? '',
})
