import { normaliseNhsNumber } from './nhs-number.ts'
import { normaliseName } from './patient-match.ts'

/** What somebody typed to find a patient, by what it may be the beginning of. */
export type PatientSearch = {
  /** Missing where there is no letter in it. */
  name?: NameSearch
  /** In small letters. */
  localPatientId?: string
  /** Digits only. */
  nhsNumber?: string
}

/** One letter begins too many parts of names, so it begins the last name only. */
export type NameSearch = { letter: string } | { words: string[]; joined: JoinedWords[] }

/** Neighbouring words as one: "o brien" may mean O'Brien. `from` and `to` are the places of the first and the last. */
export type JoinedWords = { text: string; from: number; to: number }

/** A name in more words is told apart by fewer. */
const maxWords = 8
/** Of words that may be one: "van der berg". */
const maxJoinedWords = 3

/** Reads what somebody types into a search for patients: a name in any order and any usual writing, an NHS number or a local patient ID (PAT-1, REQ-1). */
export function readPatientSearch(search: string): PatientSearch {
  const text = search.trim()
  const digits = normaliseNhsNumber(text)
  const name = /\p{L}/u.test(text) ? readName(text) : undefined
  return {
    ...(name && { name }),
    // A single letter begins the IDs of a whole organisation.
    ...(/.{2}|\d/u.test(text) && { localPatientId: localPatientIdKey(text) }),
    ...(/^\d{1,10}$/.test(digits) && { nhsNumber: digits }),
  }
}

/** As the database has it, where text is compared by its bytes: other letters than A to Z keep their case. */
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
