import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { NameSearch, PatientSearch } from '#domain/patient-search.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

type Condition = RawBuilder<SqlBool>
type Column = RawBuilder<unknown>

/** A range, because LIKE cannot use an index under row-level security. U+10FFFF is greater than any next character. */
export const beginsWith = (column: Column, text: string): Condition =>
  sql<SqlBool>`(${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`})`

/**
 * Patients with this name, each once: `patient_id`, `name_key`, `is_archived`. Reads one range of the index of words, for the longest
 * word. If neighbouring words may be one word, looks up each variant.
 */
export function patientsNamed(name: NameSearch): Column {
  if ('letter' in name)
    return sql`select p.id as patient_id, p.name_key, p.is_archived from patients p where ${ofThisOrganisation('p')} and ${beginsWith(sql`p.name_key`, name.letter)}`
  const key = sql`w.name_key`
  const [longest, ...others] = name.words.toSorted((one, other) => other.length - one.length) as [string, ...string[]] // a name has a word
  const asTyped = sql`select w.patient_id, w.name_key, w.is_archived from patient_words w
    where ${all([ofThisOrganisation('w'), beginsWith(sql`w.word`, longest), ...others.map((word) => hasPart(key, word)), isFirstOf(longest)])}`
  if (name.joined.length === 0) return asTyped
  const joined = name.joined.map(
    ({ text }) =>
      sql`select w.patient_id, w.name_key, w.is_archived from patient_words w where ${ofThisOrganisation('w')} and ${beginsWith(sql`w.word`, text)}`,
  )
  return sql`${asTyped} union all select distinct w.patient_id, w.name_key, w.is_archived from (${sql.join(joined, sql` union all `)}) w
    where ${isNamed(key, name)} and not (${all(name.words.map((word) => hasPart(key, word)))})`
}

/** The search as a condition on one name key. */
export function isNamed(key: Column, name: NameSearch): Condition {
  if ('letter' in name) return beginsWith(key, name.letter)
  return all(
    name.words.map((word, place) => {
      const joined = name.joined.filter(({ from, to }) => from <= place && place <= to)
      return any([word, ...joined.map(({ text }) => text)].map((text) => hasPart(key, text)))
    }),
  )
}

/** Two parts of a name may start alike: the first in the alphabet represents the patient. Most names need no splitting. */
function isFirstOf(word: string) {
  const [first] = word
  const isTwice = mayOverlap(word)
    ? sql`' ' || translate(w.name_key, '-', ' ') like ${`% ${first}% ${first}%`}`
    : sql`replace(w.name_key, '-', '') like ${`%${word}%${word}%`}`
  return sql<SqlBool>`(not (${isTwice}) or w.word = (select min(part) from words_of_name(w.name_key) part where starts_with(part, ${word})))`
}

/** One letter, or a word whose end equals its start, may start again before its end: 'ana' in 'an-ana'. */
const mayOverlap = (word: string) => word.length === 1 || [...word].some((_, at) => at > 0 && word.startsWith(word.slice(at)))

/**
 * Whether a part of a name starts like this. Parts may be written as one word: "maryj" matches 'mary-jane'. A part has only letters and
 * digits.
 */
const hasPart = (key: Column, text: string) =>
  sql<SqlBool>`(' ' || ${key} like ${`% ${text}%`} or ${key} like '%-%' and replace(${key}, '-', '') like ${`%${text}%`}
    and ' ' || ${key} ~ ${`[ -]${[...text].join('-?')}`})`

/** Whether this is a whole NHS number and not the beginning of one. */
export const isWholeNhsNumber = (nhsNumber: string | undefined) => nhsNumber?.length === 10

/** By number, on patients with the alias `p`. The conditions exclude each other, so each can be counted in its own index. */
export function numberConditions({ localPatientId, nhsNumber }: PatientSearch): Condition[] {
  const byLocalId = localPatientId === undefined ? undefined : beginsWith(sql`p.local_patient_id_key`, localPatientId)
  if (nhsNumber === undefined) return byLocalId ? [byLocalId] : []
  const byNhsNumber = isWholeNhsNumber(nhsNumber) ? sql<SqlBool>`p.nhs_number = ${nhsNumber}` : beginsWith(sql`p.nhs_number`, nhsNumber)
  if (!byLocalId) return [byNhsNumber]
  return [byNhsNumber, sql<SqlBool>`(${byLocalId} and (p.nhs_number is null or not ${byNhsNumber}))`]
}

const all = (conditions: Condition[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`
const any = (conditions: Condition[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
