import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { normaliseName } from '#domain/patient-match.ts'

/**
 * What somebody types is a name where it has no digit in it, else how a number begins (PAT-1, PAT-5). Conditions exclude each other,
 * so that what each finds can be counted in its own index.
 */
export type Search =
  | { kind: 'nothing' }
  /** Each begins a part of the name. The longest comes first: it is the one that is looked up. */
  | { kind: 'words'; words: string[] }
  | { kind: 'letter' | 'numbers'; conditions: RawBuilder<SqlBool>[] }

export function readSearch(search: string): Search {
  if (/\d/.test(search)) return { kind: 'numbers', conditions: byNumber(search) }
  const words = normaliseName(search).split(' ').filter(Boolean)
  const [first, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (first === undefined) return { kind: 'nothing' }
  // One letter alone begins too many parts of names: it begins the whole name, in the list's own order.
  if (first.length === 1 && others.length === 0) return { kind: 'letter', conditions: [beginning(sql`p.name_key`, first)] }
  return { kind: 'words', words: [first, ...others] }
}

function byNumber(search: string) {
  const digits = normaliseNhsNumber(search)
  const spellings = [...new Set([search, search.toUpperCase()])].map((text) => beginning(sql`p.local_patient_id`, text))
  const byLocalId = sql<SqlBool>`(${sql.join(spellings, sql` or `)})`
  if (!/^\d+$/.test(digits)) return [byLocalId]
  const byNhsNumber = beginning(sql`p.nhs_number`, digits)
  return [byNhsNumber, sql<SqlBool>`(${byLocalId} and (p.nhs_number is null or not ${byNhsNumber}))`]
}

/** A range, because row-level security keeps LIKE away from every index; U+10FFFF comes after whatever can follow. */
const beginning = (column: RawBuilder<unknown>, text: string) => sql<SqlBool>`(${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`})`
