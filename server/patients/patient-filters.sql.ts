import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { PatientFilters } from '#contract/patients.ts'
import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { normaliseName } from '#domain/patient-match.ts'

/** The conditions of a list, on patients called `p`. */
export function conditionsOf({ archived, search, sex, wardId, method, admissionStatus, hasOpenRequest }: PatientFilters) {
  const all: RawBuilder<SqlBool>[] = [sql`p.is_archived = ${archived}`]
  if (search) all.push(foundBy(search))
  if (sex) all.push(sql`p.sex = any(${sex}::text[])`)
  if (wardId) all.push(sql`p.ward_id = any(${wardId}::uuid[])`)
  if (method) all.push(sql`p.preferred_method = any(${method}::text[])`)
  if (admissionStatus) all.push(sql`p.admission_status = any(${admissionStatus}::text[])`)
  if (hasOpenRequest !== undefined) all.push(hasOpenRequest ? sql`exists (${openRequests})` : sql`not exists (${openRequests})`)
  return sql.join<SqlBool>(all, sql` and `)
}

/** Tells whether the list is everyone, whose number is known without counting. */
export const isEveryone = ({ archived: _, ...others }: PatientFilters) =>
  Object.values(others).every((value) => value === undefined || value === '')

export const openRequests = sql`select 1 from form_requests r
  where r.organisation_id = p.organisation_id and r.patient_id = p.id and r.status in ('unopened', 'opened')`

/** Whether the list is those of a name: few or many, they come from no order's index, and are found and counted in one go. */
export const isByName = ({ search }: PatientFilters) => search !== undefined && search !== '' && !/\d/.test(search)

/** Every word begins a part of the name, or the whole is how a number begins (PAT-1, PAT-5). What has no digit in it is a name. */
function foundBy(search: string): RawBuilder<SqlBool> {
  if (!/\d/.test(search)) return byName(search)
  const digits = normaliseNhsNumber(search)
  const byLocalId = sql`${beginning(sql`p.local_patient_id`, search)} or ${beginning(sql`p.local_patient_id`, search.toUpperCase())}`
  return /^\d+$/.test(digits) ? sql`(${beginning(sql`p.nhs_number`, digits)} or ${byLocalId})` : sql`(${byLocalId})`
}

/** A range, because row-level security keeps LIKE away from every index; U+10FFFF comes after whatever can follow. */
const beginning = (column: RawBuilder<unknown>, text: string) => sql<SqlBool>`(${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`})`

function byName(search: string): RawBuilder<SqlBool> {
  const words = normaliseName(search).split(' ').filter(Boolean)
  // The longest first: it is the one that is looked up.
  const [longest, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (longest === undefined) return sql`false`
  const patterns = [longest, ...others].map((word) => `% ${escaped(word)}%`)
  // One letter is no trigram: the name must begin with it.
  if (longest.length === 1) {
    const beginnings = words.map((word) => beginning(sql`p.name_key`, word))
    return sql`((${sql.join(beginnings, sql` or `)}) and ' ' || p.name_key like all (${patterns}::text[]))`
  }
  return sql`p.id = any(array(select search_patients(${patterns}::text[])))`
}

const escaped = (word: string) => word.replace(/[%_\\]/g, '\\$&')
