import { normaliseNhsNumber } from './nhs-number.ts'
import { normaliseName } from './patient-match.ts'

/** A search for a patient, read as the beginning of each detail it could be. */
export type PatientSearch = {
  /** Missing when the search has no letter. */
  name?: NameSearch
  /** In lower case. */
  localPatientId?: string
  /** Digits only. */
  nhsNumber?: string
}

/** A single letter matches the last name only, because it begins too many other names. */
export type NameSearch = { letter: string } | { words: string[]; joined: JoinedWords[] }

/** Neighbouring words joined: "o brien" may mean O'Brien. `from` and `to` are the positions of the first and last word. */
export type JoinedWords = { text: string; from: number; to: number }

/** The maximum number of words of a name that are searched. */
const maxWords = 8
/** The maximum number of words that are joined: "van der berg". */
const maxJoinedWords = 3

/** Reads a search for patients: a name in any order and common spelling, an NHS number or a local patient ID (PAT-1, REQ-1). */
export function readPatientSearch(search: string): PatientSearch {
  const text = search.trim()
  const digits = normaliseNhsNumber(text)
  const name = /\p{L}/u.test(text) ? readName(text) : undefined
  return {
    ...(name && { name }),
    // A single letter can begin all IDs of an organisation.
    ...(/.{2}|\d/u.test(text) && { localPatientId: localPatientIdKey(text) }),
    ...(/^\d{1,10}$/.test(digits) && { nhsNumber: digits }),
  }
}

/** The same as in the database, which lower-cases A to Z only. */
const localPatientIdKey = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function readName(text: string): NameSearch | undefined {
  const words = partsOfName(text).slice(0, maxWords)
  const [first] = words
  if (first === undefined) return undefined
  if (words.length === 1 && [...first].length === 1) return { letter: first }
  const joined = words.flatMap((_, from) =>
    words.flatMap((__, to) => (to > from && to - from < maxJoinedWords ? [{ text: words.slice(from, to + 1).join(''), from, to }] : [])),
  )
  return { words, joined }
}

/** The parts of a normalised name. Any character except letters and digits separates parts. */
export const partsOfName = (name: string) =>
  normaliseName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * The key for ordering and finding patients: last name, space, first name. The parts of one name are joined by hyphens, so that the names
 * stay separate: 'de-souza anna-maria'.
 */
export const nameKeyOf = (firstName: string, lastName: string) =>
  [lastName, firstName]
    .map((name) => partsOfName(name).join('-'))
    .filter(Boolean)
    .join(' ')
