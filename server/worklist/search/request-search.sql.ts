import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { readPatientSearch } from '#domain/patient-search.ts'
import { beginsWith, isNamed, numberConditions, patientsNamed } from '#server/patients/patients.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

/**
 * Searches by the patient's name, or by the start of the NHS number, local patient ID or pathway ID. The ids are found first, each in its
 * own index, because an OR over both tables would read every request.
 */
export const foundBy = (search: string) => sql<SqlBool>`r.id in (
  select f.id from form_requests f where ${ofThisOrganisation('f')} and f.patient_id in (${patientsFoundBy(search)})
  union all ${pathwaysFoundBy(search)})`

/** The search as a condition on each request, for a search with many matches or a short list. */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  const patient = readPatientSearch(search)
  const numbers = numberConditions(patient)
  return sql<SqlBool>`(
    ${patient.name ? isNamed(sql`r.patient_name_key`, patient.name) : sql`false`}
    or r.pathway_id <> '' and (${isPathway(sql`r.pathway_id`, search.trim())})
    or ${
      numbers.length === 0
        ? sql`false`
        : sql`(select ${sql.join(numbers, sql` or `)} from patients p where p.organisation_id = r.organisation_id and p.id = r.patient_id)`
    })`
}

/** The ids of the patients. May contain duplicates. */
export function patientsFoundBy(search: string) {
  const patient = readPatientSearch(search)
  const found = [
    ...(patient.name ? [sql`select n.patient_id from (${patientsNamed(patient.name)}) n`] : []),
    ...numberConditions(patient).map((number) => sql`select p.id from patients p where ${ofThisOrganisation('p')} and ${number}`),
  ]
  return found.length === 0 ? sql`select null::uuid where false` : sql.join(found, sql` union all `)
}

/** The ids of the requests. */
export const pathwaysFoundBy = (search: string) =>
  sql`select f.id from form_requests f where ${ofThisOrganisation('f')} and f.pathway_id <> '' and (${isPathway(sql`f.pathway_id`, search.trim())})`

const isPathway = (column: RawBuilder<unknown>, text: string) =>
  sql`${beginsWith(column, text)} or ${beginsWith(column, text.toUpperCase())}`
