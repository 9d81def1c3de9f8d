import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { normaliseName } from '#domain/patient-match.ts'

/**
 * By words of the patient's name, or by how the NHS number, the local id or the pathway id begins, as one types. The few ids are found first,
 * each from its own index, and the requests looked up by them: an OR over both tables would read every request.
 */
export const foundBy = (search: string) => sql<SqlBool>`r.id in (
  select f.id from form_requests f where f.patient_id in (${patientsFoundBy(search)})
  union all ${pathwaysFoundBy(search)})`

/** The same, asked of one request after the other: for a list of which the search leaves much, or that is short already. */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  const { text, digits, name, words } = read(search)
  const numbers = [beginning(sql`p.local_patient_id`, text), ...(digits === '' ? [] : [beginning(sql`p.nhs_number`, digits)])]
  return sql<SqlBool>`(
    ${words.length === 0 ? sql`false` : words[0]!.length === 1 ? beginning(sql`r.patient_name_key`, name) : sql.join(words.map(isPart), sql` and `)}
    or r.pathway_id <> '' and (${pathway(sql`r.pathway_id`, text)})
    or (select ${sql.join(numbers, sql` or `)} from patients p where p.organisation_id = r.organisation_id and p.id = r.patient_id))`
}
const isPart = (word: string) => sql`' ' || r.patient_name_key like ${`% ${word.replace(/[\\%_]/g, '\\$&')}%`}`

/** The ids of the patients; of one found in two ways twice. */
export function patientsFoundBy(search: string) {
  const { text, digits, name, words } = read(search)
  // One letter begins too many names to be looked up: then only the last name is looked at.
  const byName =
    words[0]?.length === 1
      ? sql`select p.id from patients p where ${beginning(sql`p.name_key`, name)}`
      : sql`select s.patient_id from search_patients(${words}::text[]) s`
  return sql.join(
    [
      ...(words.length === 0 ? [] : [byName]),
      sql`select p.id from patients p where ${beginning(sql`p.local_patient_id`, text)}`,
      ...(digits === '' ? [] : [sql`select p.id from patients p where ${beginning(sql`p.nhs_number`, digits)}`]),
    ],
    sql` union all `,
  )
}

/** The ids of the requests. */
export const pathwaysFoundBy = (search: string) =>
  sql`select f.id from form_requests f where f.pathway_id <> '' and (${pathway(sql`f.pathway_id`, search.trim())})`

const pathway = (column: RawBuilder<unknown>, text: string) => sql`${beginning(column, text)} or ${beginning(column, text.toUpperCase())}`

/** A range, because row-level security keeps LIKE away from every index; U+10FFFF comes after whatever can follow. */
const beginning = (column: RawBuilder<unknown>, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`

function read(search: string) {
  const text = search.trim()
  const digits = text.replace(/[\s-]/g, '')
  const name = normaliseName(text)
  // The longest word first: it is the one that is looked up.
  const words = name
    .split(' ')
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length)
  return { text, digits: /^\d{1,10}$/.test(digits) ? digits : '', name, words }
}
