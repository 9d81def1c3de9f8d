import { normaliseName } from '#domain/patient-match.ts'

/** The order and search key of a name: last name first. */
export const nameKeyOf = (firstName: string, lastName: string) => normaliseName(`${lastName} ${firstName}`)
