import { normaliseName } from './patient-match.ts'

/** The parts of a name as names are compared: without case, accents and apostrophes. Any other sign parts a name as a space does. */
export const partsOfName = (name: string) =>
  normaliseName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * What patients are ordered and found by: the last name, a space, the first name. The parts of one name are joined by hyphens, so that it
 * stays known where a name ends: 'de-souza anna-maria'.
 */
export const nameKeyOf = (firstName: string, lastName: string) =>
  [lastName, firstName]
    .map((name) => partsOfName(name).join('-'))
    .filter(Boolean)
    .join(' ')
