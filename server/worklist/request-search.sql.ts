import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { normaliseName } from '#domain/patient-match.ts'

/**
 * By words of the patient's name, or by how the NHS number, the local id or the pathway id begins, as one types. The few ids are found first,
 * each from its own index, and the requests looked up by them: an OR over both tables would read every request.
 */
export function foundBy(search: string): RawBuilder<SqlBool> {
  const text = search.trim()
  const digits = text.replace(/[\s-]/g, '')
  return sql<SqlBool>`r.id in (
    select f.id from form_requests f where f.patient_id in (
      ${byName(text)}
      union all select p.id from patients p where ${beginning(sql`p.local_patient_id`, text)}
      ${/^\d{1,10}$/.test(digits) ? sql`union all select p.id from patients p where ${beginning(sql`p.nhs_number`, digits)}` : sql``})
    union all select f.id from form_requests f
      where f.pathway_id <> '' and (${beginning(sql`f.pathway_id`, text)} or ${beginning(sql`f.pathway_id`, text.toUpperCase())}))`
}

/** A range, because row-level security keeps LIKE away from every index; U+10FFFF comes after whatever can follow. */
const beginning = (column: RawBuilder<unknown>, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`

function byName(text: string) {
  const name = normaliseName(text)
  // The longest first: it is the one that is looked up.
  const words = name
    .split(' ')
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return sql`select p.id from patients p where false`
  // One letter begins too many names to be looked up: then only the last name is looked at.
  if (words[0]!.length === 1) return sql`select p.id from patients p where ${beginning(sql`p.name_key`, name)}`
  return sql`select s.patient_id from search_patients(${words}::text[]) s`
}
