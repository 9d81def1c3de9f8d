import { importColumnKeys, importColumns, importNotes, type ImportColumnKey, type SheetColumn } from './template.ts'

/** The columns of files that were not made from the template: which of them are which columns of ours (IMP-2). */

/** A heading of the file and its column; null for a column that is not imported. */
export type MappedHeading = { heading: string; column: ImportColumnKey | null }
export type ColumnMapping = readonly MappedHeading[]

/** In characters. */
export const longestHeading = 200

/** A heading without the differences that people do not see: case, spaces, punctuation and the mark of a required column. */
export const comparableHeading = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The headings as hospital systems and lists of clinics usually have them, beside those of the template. */
const otherHeadings: Partial<Record<ImportColumnKey, readonly string[]>> = {
  nhsNumber: ['nhs no', 'nhs num', 'nhs', 'nhsnumber', 'nhs id', 'new nhs number'],
  localPatientId: [
    'hospital number',
    'hospital no',
    'mrn',
    'patient id',
    'local id',
    'unit number',
    'local patient identifier',
    'crn',
    'pas id',
  ],
  firstName: ['forename', 'forenames', 'given name', 'firstname', 'patient forename', 'patient first name'],
  lastName: ['surname', 'family name', 'lastname', 'patient surname', 'patient last name'],
  dateOfBirth: ['dob', 'd o b', 'birth date', 'born', 'patient dob', 'person birth date'],
  sex: ['gender', 'm f'],
  phone: ['mobile', 'mobile phone', 'mobile number', 'mobile no', 'mobile phone number', 'phone number', 'telephone', 'tel'],
  email: ['e mail', 'email address', 'e mail address'],
  line1: ['address 1', 'address', 'address line one', 'street'],
  line2: ['address 2', 'address line two'],
  town: ['city', 'address 3', 'post town'],
  county: ['address 4'],
  postcode: ['post code', 'postal code'],
  form: ['form title', 'questionnaire', 'form name'],
  specialty: ['specialty', 'speciality', 'main specialty', 'main specialty code', 'speciality code', 'spec'],
  pathwayId: ['pathway', 'pathway identifier', 'patient pathway id', 'patient pathway identifier', 'ppi', 'rtt pathway id'],
  location: ['clinic', 'site', 'clinic location'],
  event: ['appointment', 'appointment type'],
  waitingSince: ['date on list', 'date added to waiting list', 'waiting list date', 'clock start', 'clock start date'],
  method: ['sent by', 'send by', 'contact method', 'notification method'],
}

const notes = new Set(importNotes.map(comparableHeading))

/** A proposal for each heading, in their order; undefined where there is none. No column is proposed twice. */
export function guessColumns(headings: readonly string[]): (ImportColumnKey | undefined)[] {
  const guesses: (ImportColumnKey | undefined)[] = headings.map(() => undefined)
  const texts = headings.map(comparableHeading)
  for (const key of importColumnKeys) {
    const names = [comparableHeading(importColumns[key].header), ...(otherHeadings[key] ?? [])]
    const found = names.map((name) => texts.findIndex((text, at) => text === name && !notes.has(text) && guesses[at] === undefined))
    const at = found.find((place) => place !== -1)
    if (at !== undefined) guesses[at] = key
  }
  return guesses
}

/** The required columns that a mapping does not have. */
export const missingFrom = (mapping: ColumnMapping) =>
  importColumnKeys.filter((key) => importColumns[key].isRequired && !mapping.some(({ column }) => column === key))

/** The columns that a mapping has more than once. */
export const repeatedIn = (mapping: ColumnMapping) =>
  importColumnKeys.filter((key) => mapping.filter(({ column }) => column === key).length > 1)

/** The headings that several columns have, each once. A mapping by heading cannot tell their columns apart. */
export function repeatedHeadings(headings: readonly string[]): string[] {
  const texts = headings.map(comparableHeading)
  return headings.filter((_, at) => texts[at] !== '' && texts.indexOf(texts[at]!) === at && texts.lastIndexOf(texts[at]!) > at) // the same length
}

/** The column of each heading; null for a column that is not imported, undefined for one without a heading, whose notes are reported. */
export function columnsByMapping(headings: readonly string[], mapping: ColumnMapping): SheetColumn[] {
  const columns = new Map(mapping.map(({ heading, column }) => [comparableHeading(heading), column]))
  return headings.map((heading) => {
    const text = comparableHeading(heading)
    return text === '' ? undefined : (columns.get(text) ?? null)
  })
}
