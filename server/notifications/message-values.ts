import { english } from '#domain/languages.ts'
import { longDay } from '#domain/long-day.ts'
import { specialtyName } from '#domain/specialties.ts'
import type { PersonalValues } from '#domain/template.ts'

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

/** The values of the personal fields of a message in a language. */
export const messageValues = ({ expiresAt, specialty, ...facts }: MessageFacts, language: string = english): PersonalValues => ({
  ...facts,
  fullName: `${facts.firstName} ${facts.lastName}`,
  expiryDate: longDay(expiresAt, language),
  specialty: specialtyName(specialty) ?? '',
})
