import { normaliseNhsNumber } from './nhs-number.ts'

/** The details that identify a patient (PAT-4). */
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

// Letters that Unicode does not decompose into a letter and an accent.
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** A name for sorting and comparing: lower case, without accents and apostrophes, hyphens and runs of spaces as one space. */
export const normaliseName = (name: string) =>
  // A fast path for plain ASCII names, because long lists have many.
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

/** Twins differ in their first names only. Other given names are often left out. */
export const isSameFirstName = (one: string, other: string) => normaliseName(one).split(' ')[0] === normaliseName(other).split(' ')[0]

const postcode = /^[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}$/

/** A postcode in capitals with one space before its last three characters; other text in capitals without spaces. */
export function normalisePostcode(text: string) {
  if (postcode.test(text)) return text
  const compact = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return compact.replace(/^([A-Z]{1,2}[0-9][0-9A-Z]?)([0-9][A-Z]{2})$/, '$1 $2')
}

/** Tells whether a text has the format of a UK postcode. It does not tell whether the postcode exists. */
export const isPostcode = (text: string) => postcode.test(normalisePostcode(text))

const nhsNumberOf = (identity: Identity) => normaliseNhsNumber(identity.nhsNumber ?? '')

/** The details compared when there is no common NHS number. */
export const comparedDetails = ['firstName', 'lastName', 'dateOfBirth', 'postcode'] as const
export type ComparedDetail = (typeof comparedDetails)[number]

const comparedForm: Record<ComparedDetail, (text: string) => string> = {
  firstName: normaliseName,
  lastName: normaliseName,
  dateOfBirth: String,
  postcode: normalisePostcode,
}

function agreements(one: Identity, other: Identity) {
  return comparedDetails.filter((detail) => {
    const [mine, theirs] = [one, other].map((identity) => comparedForm[detail](identity[detail] ?? ''))
    return mine !== '' && mine === theirs
  })
}

/**
 * Finds the matching patient by NHS number, else by three of first name, last name, date of birth and postcode; of several, the one that
 * agrees in all four. Two different NHS numbers are never one patient. Several remaining matches are left to a person.
 */
export function matchPatient<Candidate extends Identity>(incoming: Identity, candidates: readonly Candidate[]): Match<Candidate> {
  const nhsNumber = nhsNumberOf(incoming)
  const sameNumber = nhsNumber === '' ? [] : candidates.filter((candidate) => nhsNumberOf(candidate) === nhsNumber)
  if (sameNumber.length > 0) return only(sameNumber, 'nhs_number')
  const possible = candidates.filter((candidate) => nhsNumber === '' || nhsNumberOf(candidate) === '')
  const inFour = possible.filter((candidate) => agreements(incoming, candidate).length === 4)
  return only(inFour.length > 0 ? inFour : possible.filter((candidate) => agreements(incoming, candidate).length === 3), 'details')
}

function only<Candidate extends Identity>(found: Candidate[], by: 'nhs_number' | 'details'): Match<Candidate> {
  const [candidate] = found
  if (!candidate) return { kind: 'none' }
  return found.length === 1 ? { kind: 'matched', by, candidate } : { kind: 'ambiguous', candidates: found }
}

/** The details in which two records agree. */
export const agreementsOf = (one: Identity, other: Identity): Agreement<Identity>['agreesIn'] => {
  const number = nhsNumberOf(one)
  return [...(number !== '' && number === nhsNumberOf(other) ? (['nhsNumber'] as const) : []), ...agreements(one, other)]
}

export type Agreement<Candidate extends Identity> = { candidate: Candidate; agreesIn: ('nhsNumber' | ComparedDetail)[] }

/**
 * The possible duplicates that a user must check: patients with the same NHS number, or without another number who agree in three of four
 * details. Best matches first.
 */
export function possibleDuplicates<Candidate extends Identity>(incoming: Identity, known: readonly Candidate[]): Agreement<Candidate>[] {
  const nhsNumber = nhsNumberOf(incoming)
  const all = known.map((candidate) => ({ candidate, agreesIn: agreements(incoming, candidate) }))
  const sameNumber = nhsNumber === '' ? [] : all.filter(({ candidate }) => nhsNumberOf(candidate) === nhsNumber)
  if (sameNumber.length > 0) return sameNumber.map(({ candidate, agreesIn }) => ({ candidate, agreesIn: ['nhsNumber', ...agreesIn] }))
  return all
    .filter(({ candidate, agreesIn }) => agreesIn.length >= 3 && (nhsNumber === '' || nhsNumberOf(candidate) === ''))
    .toSorted((one, other) => other.agreesIn.length - one.agreesIn.length)
}
