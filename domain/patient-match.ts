import { normaliseNhsNumber } from './nhs-number.ts'

/** What patients are told apart by (PAT-4). */
export type Identity = {
  nhsNumber?: string | null | undefined
  firstName: string
  lastName: string
  /** ISO day. */
  dateOfBirth: string
  postcode?: string | null | undefined
}

export type Match<Candidate extends Identity> =
  | { kind: 'matched'; by: 'nhs_number' | 'details'; candidate: Candidate }
  | { kind: 'none' }
  | { kind: 'ambiguous'; candidates: Candidate[] }

// Letters that are no letter plus accent, so that taking accents off leaves them.
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** A name for sorting and comparing: lower case, without accents and apostrophes, hyphens and runs of spaces as one space. */
export const normaliseName = (name: string) =>
  // Most names are plain, and a long list has many.
  /^[A-Za-z]+(?: [A-Za-z]+)*$/.test(name) ? name.toLowerCase() : normaliseAnyName(name)

const normaliseAnyName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’‘ʼ`´.]/g, '')
    .replace(/[\s\p{Pd}]+/gu, ' ')
    .trim()

const postcode = /^[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}$/

/** A postcode in capitals with one space before its last three characters; other text in capitals without spaces. */
export function normalisePostcode(text: string) {
  if (postcode.test(text)) return text
  const compact = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return compact.replace(/^([A-Z]{1,2}[0-9][0-9A-Z]?)([0-9][A-Z]{2})$/, '$1 $2')
}

/** Tells whether a text has the form of a UK postcode; whether there is such a place is not known here. */
export const isPostcode = (text: string) => postcode.test(normalisePostcode(text))

const nhsNumberOf = (identity: Identity) => normaliseNhsNumber(identity.nhsNumber ?? '')

function agreements(one: Identity, other: Identity) {
  const pairs = [
    [normaliseName(one.firstName), normaliseName(other.firstName)],
    [normaliseName(one.lastName), normaliseName(other.lastName)],
    [one.dateOfBirth, other.dateOfBirth],
    [normalisePostcode(one.postcode ?? ''), normalisePostcode(other.postcode ?? '')],
  ]
  return pairs.filter(([mine, theirs]) => mine !== '' && mine === theirs).length
}

/**
 * Finds the patient someone is: by NHS number, else by three of given name, family name, date of birth and postcode; of several,
 * the one that agrees in all four. Two different NHS numbers are never one patient. More than one left is for a person to decide.
 */
export function matchPatient<Candidate extends Identity>(incoming: Identity, candidates: readonly Candidate[]): Match<Candidate> {
  const nhsNumber = nhsNumberOf(incoming)
  const sameNumber = nhsNumber === '' ? [] : candidates.filter((candidate) => nhsNumberOf(candidate) === nhsNumber)
  if (sameNumber.length > 0) return only(sameNumber, 'nhs_number')
  const possible = candidates.filter((candidate) => nhsNumber === '' || nhsNumberOf(candidate) === '')
  const inFour = possible.filter((candidate) => agreements(incoming, candidate) === 4)
  return only(inFour.length > 0 ? inFour : possible.filter((candidate) => agreements(incoming, candidate) === 3), 'details')
}

function only<Candidate extends Identity>(found: Candidate[], by: 'nhs_number' | 'details'): Match<Candidate> {
  const [candidate] = found
  if (!candidate) return { kind: 'none' }
  return found.length === 1 ? { kind: 'matched', by, candidate } : { kind: 'ambiguous', candidates: found }
}
