/** NHS numbers: ten digits, the last of which checks the others (NHS Data Dictionary, NHS NUMBER). */

/** The system of an NHS number in a FHIR Identifier. */
export const nhsNumberSystem = 'https://fhir.nhs.uk/Id/nhs-number'

/** Removes white space and dashes of every kind, as people type and paste them. */
export const normaliseNhsNumber = (text: string) => text.replace(/[\s\p{Pd}]/gu, '')

/** The modulus-11 check digit of the first nine digits; undefined when it computes to 10, which no NHS number has, or when they are not nine digits. */
export function nhsNumberCheckDigit(nine: string): number | undefined {
  if (!/^\d{9}$/.test(nine)) return undefined
  const sum = [...nine].reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
  const checkDigit = 11 - (sum % 11)
  if (checkDigit === 10) return undefined
  return checkDigit === 11 ? 0 : checkDigit
}

/** Ten zeros pass the modulus-11 check (NHS Data Dictionary, NHS NUMBER) but mean an unknown number; no issued range begins with 000. */
const noNumber = '0000000000'

/** Tells whether a text is a valid NHS number, with any spacing. It does not tell whose it is. */
export function isNhsNumber(text: string) {
  const digits = normaliseNhsNumber(text)
  if (digits === noNumber) return false
  return /^\d{10}$/.test(digits) && nhsNumberCheckDigit(digits.slice(0, 9)) === Number(digits[9])
}

/** Ten digits as 3-3-4 with spaces (specification section 9). Any other text is returned unchanged. */
export const formatNhsNumber = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')

// The numbers made so far: the n-th number is found by counting, because numbers with the check digit 10 are skipped.
const synthetic: string[] = []
let nextNine = 999_000_000

/**
 * The n-th (from 0) NHS number of the range 999, which is never given to a person: for demonstrations and tests.
 * Throws a RangeError beyond the range (about 909,000 numbers).
 */
export function syntheticNhsNumber(n: number): string {
  for (; synthetic.length <= n && nextNine <= 999_999_999; nextNine++) {
    const checkDigit = nhsNumberCheckDigit(String(nextNine))
    if (checkDigit !== undefined) synthetic.push(`${nextNine}${checkDigit}`)
  }
  const number = synthetic[n]
  if (number === undefined) throw new RangeError(`There is no synthetic NHS number ${n}`)
  return number
}
